import { type SignInMethods, SOCIAL_PROVIDERS, type SocialProvider } from '@fasocolis/contracts/auth';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import { lockUser } from './user-row.ts';

const LAST_METHOD =
  "C'est votre seul moyen de connexion. Choisissez d'abord un mot de passe avec « Mot de passe oublié ».";

const isProvider = (name: string): name is SocialProvider => (SOCIAL_PROVIDERS as readonly string[]).includes(name);

export async function signInMethods(database: Database, userId: number): Promise<SignInMethods> {
  const user = await database.user.findUnique({
    where: { id: userId },
    include: { identities: { orderBy: { linkedAt: 'asc' } } },
  });
  if (!user) throw new AppError('unauthenticated');
  const providers = user.identities.flatMap(({ provider, linkedAt }) =>
    isProvider(provider) ? [{ provider, linkedAt: linkedAt.toISOString() }] : [],
  );
  return { hasPassword: user.passwordHash !== null, providers };
}

/** Idempotent. */
export async function unlinkProvider(database: Database, userId: number, provider: SocialProvider): Promise<void> {
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) throw new AppError('unauthenticated');
    const others = await transaction.socialIdentity.count({ where: { userId, provider: { not: provider } } });
    if (user.passwordHash === null && others === 0) throw new AppError('conflict', LAST_METHOD);
    await transaction.socialIdentity.deleteMany({ where: { userId, provider } });
    if (user.provider !== provider) return;
    await transaction.user.update({ where: { id: userId }, data: { provider: null, providerId: null } });
  });
}

/** Expects that the transaction has locked the user. */
export async function unlinkProviders(transaction: Transaction, userId: number): Promise<void> {
  await transaction.socialIdentity.deleteMany({ where: { userId } });
  await transaction.user.update({ where: { id: userId }, data: { provider: null, providerId: null } });
}
