import { MAIL_QUEUES } from '@fasocolis/contracts/queues';
import type { Database } from '../database.ts';
import type { EmailKind } from '../generated/prisma/client.ts';
import { type SweepScope, SweptQueue } from './swept-queue.ts';

type Options = Omit<ConstructorParameters<typeof SweptQueue>[0], 'name' | 'waiting'>;

/** Somebody waits for these before the screen. */
const AWAITED: EmailKind[] = ['PASSWORD_RESET', 'EMAIL_VERIFICATION'];
const BATCH = 500;

/** The queue of mails to send; those that somebody waits for overtake all others. */
export function openMailQueue(database: Database, options: Options): SweptQueue {
  async function* mails(scope: SweepScope, kind: { in: EmailKind[] } | { notIn: EmailKind[] }) {
    let last = '00000000-0000-0000-0000-000000000000';
    let found = BATCH;
    while (found === BATCH) {
      const rows = await database.emailDelivery.findMany({
        where: {
          state: 'PENDING',
          kind,
          id: { gt: last },
          OR: [{ dueAt: null }, { dueAt: { lte: new Date() } }],
          ...(scope === 'new' && { attempts: 0 }),
        },
        orderBy: { id: 'asc' },
        take: BATCH,
        select: { id: true, requestId: true },
      });
      yield rows.map(({ id, requestId }) => ({ rowId: id, requestId }));
      last = rows.at(-1)?.id ?? last;
      found = rows.length;
    }
  }

  async function* waiting(scope: SweepScope) {
    for await (const page of mails(scope, { in: AWAITED })) yield page;
    for await (const page of mails(scope, { notIn: AWAITED })) {
      // Redis holds about one batch of them, however many there are.
      if ((await queue.waiting()) >= BATCH) return;
      // Any priority comes after none.
      yield page.map((mail) => ({ ...mail, priority: 1 }));
    }
  }

  const queue: SweptQueue = new SweptQueue({ ...options, name: MAIL_QUEUES[0], waiting });
  return queue;
}
