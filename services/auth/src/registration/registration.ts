import type { RegisterSchema } from '@fasocolis/contracts/auth';
import type { AttemptLimit } from '@fasocolis/service-kit/attempt-limit';
import { isUniqueViolation } from '@fasocolis/service-kit/database';
import type * as z from 'zod/mini';
import { assertUncommonPassword } from '../common-passwords.ts';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { hashPassword } from '../password.ts';
import type { UserTokens } from '../tokens/user-tokens.ts';
import { assertNamesFree } from '../users/names.ts';
import { derivedColumns } from '../users/user-row.ts';

interface Dependencies {
  database: Database;
  tokens: UserTokens;
  /** Verification mails per recipient. */
  verificationMails: AttemptLimit;
  /** Signs the new user in. */
  open: (user: User) => Promise<void>;
}

/**
 * Makes an account, signs its owner in and asks for the mail that verifies the address: all of it or nothing. An address
 * that got too many such mails gets no further one.
 * @throws AppError `validation` when the password is too common, `conflict` when a name is taken or reserved
 */
export async function register(
  body: z.output<typeof RegisterSchema>,
  requestId: string,
  { database, tokens, verificationMails, open }: Dependencies,
): Promise<User> {
  const { password, phone = null, ...texts } = body;
  const { email } = texts;
  const columns = { ...texts, phone, ...derivedColumns({ ...texts, phone }) };
  await assertUncommonPassword('password', password, texts);
  // Before anything else: a refused registration takes no id, and no time to hash.
  await assertNamesFree(database, columns);
  const mayMail = await verificationMails.tryCount(columns.emailKey ?? '');
  const passwordHash = await hashPassword(password);
  try {
    return await database.$transaction(async (transaction) => {
      const user = await transaction.user.create({ data: { ...columns, passwordHash } });
      if (mayMail) await tokens.issue(transaction, 'EMAIL_VERIFICATION', { id: user.id, email }, requestId);
      await open(user);
      return user;
    });
  } catch (error) {
    // Somebody else took the name in the meantime: by now it shows which.
    if (isUniqueViolation(error)) await assertNamesFree(database, columns);
    throw error;
  }
}
