import { readPhone, storedPhone } from '@fasocolis/contracts/reading/phone';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { derivedColumns } from '../shared/user-row.ts';

/** Reads the phone numbers that were stored as typed (READ-006). Texts that are no numbers stay unchanged. */
export async function readStoredPhones(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'stored-phones-are-read', async (transaction) => {
    const users = await transaction.user.findMany({ where: { phone: { not: null } } });
    const rows = users.map((user) => {
      const number = readPhone(user.phone ?? '');
      const phone = number ? storedPhone(number) : user.phone;
      return { id: user.id, phone, search: derivedColumns({ ...user, phone }).searchText };
    });
    await transaction.$executeRaw`
      UPDATE users SET phone = row.phone, search_text = row.search
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(id int, phone text, search text)
      WHERE users.id = row.id`;
  });
}
