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
 * Records emails in the transaction of their cause, once per recipient and cause.
 * @returns the jobs to add after the commit; those of emails recorded before find no row and do nothing
 */
export async function recordMails(transaction: Transaction, mails: NewMail[]): Promise<MailJob[]> {
  const data = mails.map((mail) => ({ id: randomUUID(), ...mail }));
  await transaction.emailDelivery.createMany({ data, skipDuplicates: true });
  return data.map(({ id, kind, requestId }) => ({ id, kind, requestId }));
}

/** Adds the missing jobs of due emails and broadcasts. */
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
