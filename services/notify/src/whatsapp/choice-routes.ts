import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { whatsappOperations } from '@fasocolis/contracts/operations/whatsapp';
import { BAD_NUMBER_TOKEN, HOW_TO_RESUME, type WhatsappChoice } from '@fasocolis/contracts/stopped-numbers';
import { isStaff } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { FastifyPluginAsync } from 'fastify';
import type { NumberTokens } from '../audience/number-tokens.ts';
import { lockToTell, resumeTelling, stopTelling } from '../audience/people-to-tell.ts';
import type { Database, Transaction } from '../database.ts';

/** How long after a stop the link may take it back: later it may be in the hands of others. */
const RESUMABLE_MS = 3_600_000;

interface Dependencies {
  database: Database;
  tokens: NumberTokens;
}

export const whatsappChoiceRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, tokens }) => {
  handle(app, whatsappOperations.getWhatsappChoice, async (request) => {
    const phone = phoneOf(tokens, request.query.token);
    const choice = await choiceOf(database, phone);
    // The rendered page needs it.
    return choice;
  });

  handle(app, whatsappOperations.setWhatsappChoice, async ({ body: { token, isStopped } }) => {
    const phone = phoneOf(tokens, token);
    return database.$transaction(async (transaction) => {
      await lockToTell(transaction);
      if (isStopped) await stopTelling(transaction, phone, { at: new Date(), byUserId: null });
      else await resume(transaction, phone);
      return choiceOf(transaction, phone);
    });
  });
};

export const personalParcelRoutes: FastifyPluginAsync<{ orders: ServiceClient; tokens: NumberTokens }> = async (
  app,
  { orders, tokens },
) => {
  handle(app, whatsappOperations.readPersonalParcel, async ({ body: { token, reference }, identity, id }) => {
    const phone = phoneOf(tokens, token);
    // Staff hands parcels over, and has the links that it sends.
    if (isStaff(identity)) return { situation: null, pickupCode: null };
    const parcel = await orders.find(orderOperations.findParcelOfNumber, id, { body: { phone, reference } });
    if (!parcel) throw new AppError('unavailable');
    return parcel;
  });
};

function phoneOf(tokens: NumberTokens, token: string): string {
  const phone = tokens.phoneOf(token);
  if (phone === null) throw new AppError('bad-request', BAD_NUMBER_TOKEN);
  return phone;
}

async function choiceOf(database: Database | Transaction, phone: string): Promise<WhatsappChoice> {
  const { stoppedAt = null } = (await database.whatsappContact.findUnique({ where: { phone } })) ?? {};
  const canResume = stoppedAt !== null && Date.now() - stoppedAt.getTime() < RESUMABLE_MS;
  return { isStopped: stoppedAt !== null, canResume };
}

async function resume(transaction: Transaction, phone: string): Promise<void> {
  const { isStopped, canResume } = await choiceOf(transaction, phone);
  if (isStopped && !canResume) throw new AppError('conflict', HOW_TO_RESUME);
  await resumeTelling(transaction, phone, new Date());
}
