import type { Database } from '../database.ts';

/** As long as emails; nobody is told of older changes either. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes the people who were told, or should have been, more than 90 days ago. @returns their number */
export async function removeOldPeopleToTell(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const { count } = await database.personToTell.deleteMany({
    where: {
      OR: [
        { toldAt: { lt: before } },
        { toldAt: null, createdAt: { lt: before }, changes: { none: { occurredAt: { gte: before } } } },
      ],
    },
  });
  return count;
}
