import type { PhoneCodeSchema } from '@fasocolis/contracts/phone-sign-in';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { storedPhone } from '@fasocolis/contracts/reading/phone';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { accountOf, createPhoneAccount, type PhoneAccountDependencies, retryTaken } from '../shared/phone-accounts.ts';
import { holderOf, phoneTaken, setPhone } from '../shared/phone-numbers.ts';
import { isStaffMember, lockUser } from '../shared/user-row.ts';
import type { PhoneAttempt, PhoneCodes } from './phone-codes.ts';

export interface PhoneSignInDependencies extends Dependencies {
  codes: PhoneCodes;
}

const ended = () => new AppError('unauthenticated', 'Ce code a expiré. Demandez-en un autre.');
const wrongCode = (left: number) =>
  new AppError('bad-request', `Code incorrect. Il vous reste ${left > 1 ? `${left} essais` : 'un essai'}.`);
const STAFF_SIGN_IN = "Les comptes de l'équipe se connectent avec leur mot de passe.";

const otherNumber = (phone: string) =>
  new AppError(
    'conflict',
    `Le message vient du ${spacedPhone(phone)}\u00a0: mettez d'abord ce numéro dans votre profil.`,
  );

type Completed = { user: User } | { secondStep: true } | { namesNeeded: true };

/**
 * Completes a sign-in, or the verification of the number of a signed-in user, with the code that the number got. With a number
 * that was verified before, the session then counts as a recent sign-in.
 */
export async function completePhoneSignIn(
  body: z.output<typeof PhoneCodeSchema>,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: PhoneSignInDependencies,
): Promise<Completed> {
  const { codes } = dependencies;
  const attempt = await codes.find(request);
  const userId = request.identity.kind === 'user' ? request.identity.userId : null;
  if (attempt?.userId !== userId) throw ended();
  const left = await codes.countTry(attempt);
  const phone = left < 0 ? null : await codes.senderBy(body.code, attempt);
  if (phone === null) {
    if (left > 0) throw wrongCode(left);
    // A try beyond the limit does not end the attempt: one of the tries before may be the right one.
    if (left === 0) await codes.end(attempt);
    throw ended();
  }
  if (request.identity.kind === 'user') {
    const { userId, sessionKey } = request.identity;
    const proven = await verifyNumber(userId, phone, { attempt, requestId: request.id }, dependencies);
    // A code to this number would also have signed the user in.
    if (proven.wasVerified && !isStaffMember(proven.user)) await dependencies.sessions.confirm(sessionKey);
    return { user: proven.user };
  }
  return retryTaken(dependencies.database, async (transaction) => {
    const user =
      (await accountOf(transaction, phone, dependencies.sessions)) ??
      (await newAccount(transaction, phone, body, { ...dependencies, requestId: request.id }));
    if (!user) return { namesNeeded: true };
    if (isStaffMember(user)) throw new AppError('unauthenticated', STAFF_SIGN_IN);
    const opened = await transaction.user.update({ where: { id: user.id }, data: { updatedAt: new Date() } });
    // The attempt ends last, so that one of several concurrent requests succeeds.
    if (!(await codes.end(attempt))) throw ended();
    const nextStep = await dependencies.completeFirstStep(opened, request, reply, transaction);
    return nextStep === 'session' ? { user: opened } : { secondStep: true };
  });
}

async function newAccount(
  transaction: Transaction,
  phone: string,
  { firstName, lastName }: z.output<typeof PhoneCodeSchema>,
  writing: Omit<PhoneAccountDependencies, 'database'> & { requestId: string },
): Promise<User | null> {
  return firstName && lastName ? createPhoneAccount(transaction, phone, { firstName, lastName }, writing) : null;
}

async function verifyNumber(
  userId: number,
  phone: string,
  { attempt, requestId }: { attempt: PhoneAttempt; requestId: string },
  { database, sessions, codes }: PhoneSignInDependencies,
): Promise<{ user: User; wasVerified: boolean }> {
  return retryTaken(database, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) throw new AppError('unauthenticated');
    // A change needs a recent sign-in, which the profile asks for.
    if (user.phone !== storedPhone(phone)) throw otherNumber(phone);
    const holder = await holderOf(transaction, phone);
    if (holder && holder.id !== userId) throw phoneTaken();
    if (!(await codes.end(attempt))) throw ended();
    const wasVerified = user.phoneVerifiedAt !== null;
    const verified = await setPhone(transaction, user, { phone, isVerified: true }, { sessions, requestId });
    return { user: verified, wasVerified };
  });
}
