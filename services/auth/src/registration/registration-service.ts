import type { RegisterSchema } from '@fasocolis/contracts/auth';
import { storedPhone } from '@fasocolis/contracts/reading/phone';
import { isUniqueViolation } from '@fasocolis/service-kit/data/database';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { hashPassword } from '../password.ts';
import { assertUncommonPassword } from '../password-rules.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { assertNamesFree } from '../shared/names.ts';
import { assertPhoneFree } from '../shared/phone-numbers.ts';
import { derivedColumns } from '../shared/user-row.ts';

interface RegistrationDependencies extends Pick<Dependencies, 'database' | 'tokens' | 'verificationEmails'> {
  open: (user: User, transaction: Transaction) => Promise<void>;
}

export async function register(
  body: z.output<typeof RegisterSchema>,
  requestId: string,
  { database, tokens, verificationEmails, open }: RegistrationDependencies,
): Promise<User> {
  const { password, phone: typed, ...texts } = body;
  const { email } = texts;
  const number = phoneIn('phone', typed);
  const phone = number && storedPhone(number);
  const columns = { ...texts, phone, ...derivedColumns({ ...texts, phone }) };
  await assertUncommonPassword('password', password, texts);
  // Names are checked first: a rejected registration must take neither an id nor time to hash.
  await assertNamesFree(database, columns);
  await assertPhoneFree(database, number);
  const mayEmail = await verificationEmails.tryCount(columns.emailKey ?? '');
  const passwordHash = await hashPassword(password);
  try {
    return await database.$transaction(async (transaction) => {
      const user = await transaction.user.create({ data: { ...columns, passwordHash } });
      if (mayEmail) await tokens.issue(transaction, 'EMAIL_VERIFICATION', { id: user.id, email }, requestId);
      await open(user, transaction);
      return user;
    });
  } catch (error) {
    // A concurrent registration took the name: the check names the field.
    if (isUniqueViolation(error)) await assertNamesFree(database, columns);
    throw error;
  }
}
