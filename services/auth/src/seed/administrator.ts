import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { hashPassword } from '../password.ts';
import { derivedColumns } from '../shared/user-row.ts';

export async function seedAdministrator(database: Database, { email, password }: { email: string; password: string }) {
  const texts = { username: 'admin', email, firstName: 'Admin', lastName: 'Principal', phone: null };
  await seedOnce<Transaction>(database, 'administrator', async (transaction) => {
    await transaction.user.create({
      data: {
        id: ADMIN_ID,
        ...texts,
        ...derivedColumns(texts),
        emailVerified: true,
        passwordHash: await hashPassword(password),
        role: 'ADMIN',
      },
    });
    await continueIdsAfterSeed(transaction);
  });
}

/** Rows with explicit ids do not advance the sequence. */
export async function continueIdsAfterSeed(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))::text`;
}
