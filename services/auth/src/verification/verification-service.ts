import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Dependencies } from '../shared/dependencies.ts';
import { lockUser, loginKey } from '../shared/user-row.ts';
import { consumeToken } from '../shared/user-tokens.ts';

export const ALREADY_VERIFIED = 'Votre adresse email est déjà vérifiée.';

export async function requestVerification(
  { database, tokens, verificationEmails }: Dependencies,
  userId: number,
  requestId: string,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) throw new AppError('unauthenticated');
    if (user.email === null) throw new AppError('bad-request', "Votre compte n'a pas d'adresse email.");
    if (user.emailVerified) throw new AppError('bad-request', ALREADY_VERIFIED);
    await verificationEmails.count(loginKey(user.email));
    await tokens.issueRequested(transaction, 'EMAIL_VERIFICATION', { id: userId, email: user.email }, requestId);
  });
}

/** Idempotent, because email scanners open links too. */
export async function verifyAddress(
  { database, tokens, sessions }: Dependencies,
  token: string,
): Promise<{ alreadyVerified: boolean }> {
  const found = await tokens.find('EMAIL_VERIFICATION', token);
  if (!found) throw invalidLink();
  return database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, found.userId);
    if (!user || user.emailKey !== loginKey(found.email)) throw invalidLink();
    if (await consumeToken(transaction, found.id)) {
      const data = { emailVerified: true, updatedAt: new Date() };
      await transaction.user.update({ where: { id: user.id }, data });
      await sessions.update(user.id, { isVerified: true });
      return { alreadyVerified: user.emailVerified };
    }
    const opened = await transaction.userToken.count({
      where: { id: found.id, usedAt: { not: null }, voidedAt: null },
    });
    if (opened === 0 || !user.emailVerified) throw invalidLink();
    return { alreadyVerified: true };
  });
}

const invalidLink = () => new AppError('bad-request', 'Ce lien de vérification est invalide ou a expiré.');
