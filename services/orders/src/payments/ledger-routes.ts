import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { type Actor, actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../database.ts';
import { addCharge, cancelCharge, chargeFreight } from '../ledger/charges.ts';
import { waiveStorage } from '../ledger/storage.ts';
import { changeLedger, findLedger } from './ledger-service.ts';

export const ledgerRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  const change = (request: FastifyRequest, work: (transaction: Transaction, actor: Actor) => Promise<number>) => {
    const actor = actorOf(request);
    return changeLedger(database, actor, callerOf(request), (transaction) => work(transaction, actor));
  };

  handle(app, paymentOperations.findLedger, async (request) =>
    findLedger(database, request.params.orderId, callerOf(request)),
  );

  handle(app, paymentOperations.addCharge, async (request) =>
    change(request, (transaction, actor) => addCharge(transaction, request.params.orderId, request.body, actor)),
  );

  handle(app, paymentOperations.chargeFreight, async (request) => {
    const { params, body } = request;
    return change(request, (transaction, actor) => chargeFreight(transaction, params.orderId, body.tariffId, actor));
  });

  handle(app, paymentOperations.waiveStorage, async (request) => {
    const { params, body } = request;
    return change(request, (transaction, actor) => waiveStorage(transaction, params.orderId, body.reason, actor));
  });

  handle(app, paymentOperations.cancelCharge, async (request) => {
    const { params, body } = request;
    return change(request, (transaction, actor) => cancelCharge(transaction, params.id, body.reason, actor));
  });
};
