import { randomUUID } from 'node:crypto';
import type { EmailKind } from '@fasocolis/contracts/email';
import type { Database, Transaction } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { MailJob, MailQueue } from './mail-queue.ts';

type NewMail = Omit<Prisma.EmailDeliveryCreateManyInput, 'id' | 'kind'> & {
  id?: string;
  kind: EmailKind;
  requestId: string | null;
};

const BATCH = 500;

/**
 * Records mails in the transaction of their cause, each once per recipient and cause.
 * @returns the jobs to add after the commit; one whose mail had been recorded before finds no row, and does nothing
 */
export async function recordMails(transaction: Transaction, mails: NewMail[]): Promise<MailJob[]> {
  const data = mails.map((mail) => ({ id: randomUUID(), ...mail }));
  await transaction.emailDelivery.createMany({ data, skipDuplicates: true });
  return data.map(({ id, kind, requestId }) => ({ id, kind, requestId }));
}

/** Gives every mail that is due, and every announcement that is to be mailed, a job if it has none. */
export async function sweepMails(database: Database, queue: MailQueue): Promise<void> {
  for (const announcement of await database.emailBatch.findMany()) await queue.addFanOut(announcement);
  let last = '00000000-0000-0000-0000-000000000000';
  let found = BATCH;
  while (found === BATCH) {
    const rows = await database.emailDelivery.findMany({
      where: { state: 'PENDING', id: { gt: last }, OR: [{ dueAt: null }, { dueAt: { lte: new Date() } }] },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, kind: true, requestId: true },
    });
    await queue.add(rows);
    last = rows.at(-1)?.id ?? last;
    found = rows.length;
  }
}
