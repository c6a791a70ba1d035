import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../generated/prisma/client.ts';
import { credentialsOf, type PendingSignIn } from '../shared/pending-sign-ins.ts';
import { accountSubject, assertSignInOpen, countFailure, forgetFailures } from '../shared/sign-in-limits.ts';
import { lockUser } from '../shared/user-row.ts';
import { acceptsCode, type TwoFactorDependencies, WRONG_CODE } from './two-factor-service.ts';

const ended = () => new AppError('unauthenticated', 'Cette connexion a expiré. Connectez-vous à nouveau.');
const tooManyCodes = () => new AppError('unauthenticated', 'Trop de codes incorrects. Connectez-vous à nouveau.');
const wrongCode = (left: number) =>
  new AppError('bad-request', `${WRONG_CODE} Il vous reste ${left > 1 ? `${left} essais` : 'un essai'}.`);

const continues = ({ credentials }: PendingSignIn, user: User | null) =>
  user !== null && user.secondFactorSince !== null && credentialsOf(user) === credentials;

export async function completeSignIn(
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: TwoFactorDependencies,
): Promise<User> {
  const { database, sealed, pending, browsers, openSession } = dependencies;
  const signIn = await pending.find(request);
  if (!signIn) throw ended();
  const { userId } = signIn;
  request.audit.account = userId;
  const attempt = {
    account: accountSubject(userId),
    address: request.ip,
    isKnownBrowser: browsers.knows(request, userId),
  };
  await assertSignInOpen(dependencies, attempt);
  if (!continues(signIn, await database.user.findUnique({ where: { id: userId } }))) throw ended();
  const left = await pending.countTry(signIn);
  if (left < 0) throw tooManyCodes();

  if (!(await acceptsCode(database, sealed, userId, code))) {
    if (left === 0) await pending.end(signIn, reply);
    await reportWrongCodes(userId, request.id, dependencies);
    await countFailure(dependencies, attempt);
    throw left === 0 ? tooManyCodes() : wrongCode(left);
  }
  // Checked again, so that a right guess among concurrent wrong ones is not revealed.
  await assertSignInOpen(dependencies, attempt);

  const admitted = await database.$transaction(async (transaction) => {
    // Locks the user until the session exists: a concurrent password change or deletion either ends it or wins.
    if (!continues(signIn, await lockUser(transaction, userId))) throw ended();
    const current = await transaction.user.update({ where: { id: userId }, data: { updatedAt: new Date() } });
    await pending.end(signIn, reply);
    await openSession(current, request, reply, transaction);
    return current;
  });
  await forgetFailures(dependencies, attempt);
  await dependencies.wrongCodes.forget(attempt.account);
  return admitted;
}

/** Tells the owner of every fifth wrong code: the password is known to a person without the phone. */
async function reportWrongCodes(
  userId: number,
  requestId: string,
  { database, tokens, wrongCodes }: TwoFactorDependencies,
): Promise<void> {
  if (await wrongCodes.tryCount(accountSubject(userId))) return;
  await wrongCodes.forget(accountSubject(userId));
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (user) await tokens.report(transaction, 'SECOND_FACTOR_GUESSED', user, { requestId });
  });
}
