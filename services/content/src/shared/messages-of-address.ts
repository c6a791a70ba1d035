import type { Database, Transaction } from '../database.ts';

/**
 * The ids of the messages from an address, however it was typed. Raw SQL, since Prisma compares without case by ILIKE,
 * for which "_" is any character.
 */
export async function messagesOf(database: Database | Transaction, email: string): Promise<number[]> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT id FROM contact_messages WHERE lower(normalize(email, NFKC)) = lower(normalize(${email}, NFKC)) ORDER BY id`;
  return rows.map(({ id }) => id);
}
