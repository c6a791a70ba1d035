import { RESTORE_LINK_INVALID } from '@fasocolis/contracts/auth';
import { refuseDuplicate } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Dependencies } from '../shared/dependencies.ts';
import { unlinkProviders } from '../shared/linked-providers.ts';
import { NO_NUMBER, phoneColumns } from '../shared/phone-numbers.ts';
import { removeSecondFactor } from '../shared/second-factor.ts';
import { derivedColumns, lockUser } from '../shared/user-row.ts';
import { consumeToken, isUsable, voidTokens } from '../shared/user-tokens.ts';

/**
 * Undoes a change of the address with the link "Ce n'est pas moi", which reached the previous address. Every way in
 * that an attacker may have is closed: sessions, providers, the password, and links and a second factor since the
 * change. The owner gets a link to choose a new password.
 * @returns the id of the user
 */
export async function restoreEmail(
  token: string,
  requestId: string,
  { database, tokens, sessions }: Dependencies,
): Promise<number> {
  const found = await tokens.find('EMAIL_CHANGED', token);
  if (!found || !isUsable(found)) throw invalidLink();
  const { userId: id, email, createdAt } = found;
  await refuseDuplicate(
    database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, id);
      if (!user || !(await consumeToken(transaction, found.id))) throw invalidLink();
      await unlinkProviders(transaction, id);
      // An older one is the owner's.
      if (user.secondFactorSince && user.secondFactorSince > createdAt) await removeSecondFactor(transaction, id);
      // A number that was verified since may be an attacker's.
      const isNumberSuspect = user.phoneVerifiedAt !== null && user.phoneVerifiedAt > createdAt;
      const withoutNumber = isNumberSuspect && (await phoneColumns(transaction, user, NO_NUMBER, requestId));
      const phone = withoutNumber ? null : user.phone;
      const restored = await transaction.user.update({
        where: { id },
        data: {
          email,
          ...withoutNumber,
          ...derivedColumns({ ...user, email, phone }),
          emailVerified: true,
          passwordHash: null,
          passwordSetAfterVerification: false,
          updatedAt: new Date(),
        },
      });
      // Earlier links stay valid: their addresses belong to the owner, while this one may be an attacker's.
      await voidTokens(transaction, { userId: id, createdAt: { gt: createdAt } });
      await tokens.issueResets(transaction, restored, requestId);
      await sessions.endAll(id);
    }),
    'Cette adresse est utilisée par un autre compte. Contactez le service client.',
  );
  return id;
}

const invalidLink = () => new AppError('bad-request', RESTORE_LINK_INVALID);
