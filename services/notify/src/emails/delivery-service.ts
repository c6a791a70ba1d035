import { DELIVERY_STATES, EMAIL_KINDS } from '@fasocolis/contracts/email';
import type { QueueOverview } from '@fasocolis/contracts/queues';
import { escapeLike } from '@fasocolis/service-kit/database';
import { AppError } from '@fasocolis/service-kit/errors';
import { defineList, findPage, type ListRequestOf, type Page } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { EmailDelivery, Prisma } from '../generated/prisma/client.ts';
import type { MailQueue } from './mail-queue.ts';

/** What the back office may ask of the list of mails. */
export const deliveryListSpec = defineList({
  resource: 'email-deliveries',
  sortable: ['id', 'state', 'createdAt'],
  filters: {
    id: z.union([z.uuid(), z.array(z.uuid()).check(z.maxLength(1000))]),
    state: z.pipe(
      z.enum(DELIVERY_STATES),
      z.transform((state) => state.toUpperCase() as Uppercase<typeof state>),
    ),
    kind: z.enum(EMAIL_KINDS),
  },
});

/** The mails on their way, sent and given up, for whoever keeps the product running. */
export class DeliveryService {
  readonly #database: Database;
  readonly #queue: MailQueue;

  constructor(database: Database, queue: MailQueue) {
    this.#database = database;
    this.#queue = queue;
  }

  /** One page of mails, newest first unless asked otherwise. */
  list(list: ListRequestOf<typeof deliveryListSpec>): Promise<Page<EmailDelivery>> {
    const { id, ...equal } = list.filters;
    const where: Prisma.EmailDeliveryWhereInput = {
      ...equal,
      ...(id !== undefined && { id: { in: [id].flat() } }),
      ...(list.search !== null && { recipient: { contains: escapeLike(list.search), mode: 'insensitive' } }),
    };
    return findPage(
      list,
      ['createdAt', 'desc'],
      (page) => this.#database.emailDelivery.findMany({ where, ...page }),
      () => this.#database.emailDelivery.count({ where }),
    );
  }

  /**
   * Gives a mail that was given up as many tries again as a new one has.
   * @throws AppError `not-found` when there is no such mail, `conflict` when it was not given up
   */
  async retry(id: string): Promise<EmailDelivery> {
    const [delivery] = await this.#database.emailDelivery.updateManyAndReturn({
      where: { id, state: 'FAILED' },
      data: { state: 'PENDING', attempts: 0 },
    });
    void this.#queue.add(delivery ? [delivery] : []);
    if (delivery) return delivery;
    if ((await this.#database.emailDelivery.count({ where: { id } })) === 0) throw new AppError('not-found');
    throw new AppError('conflict', 'Seul un e-mail en échec peut être renvoyé');
  }

  /** Gives every mail that was given up its tries again. Asked twice, it finds none the second time. */
  async retryFailed(): Promise<number> {
    const mails = await this.#database.emailDelivery.updateManyAndReturn({
      where: { state: 'FAILED' },
      data: { state: 'PENDING', attempts: 0 },
      select: { id: true, kind: true, requestId: true },
    });
    void this.#queue.add(mails);
    return mails.length;
  }

  /** How many mails are in each state, how many announcements are not yet mails, and for how long the oldest waits. */
  async summary(): Promise<QueueOverview['emails']> {
    const [rows, [pending], [announcements]] = await Promise.all([
      this.#database.emailDelivery.groupBy({ by: ['state'], _count: true }),
      this.#database.$queryRaw<{ since: Date | null }[]>`
        SELECT min(coalesce(due_at, created_at)) AS since FROM email_deliveries WHERE state = 'pending'`,
      this.#database.$queryRaw<{ count: number; since: Date | null }[]>`
        SELECT count(*)::int, min(sent_at) AS since FROM email_batches JOIN notifications ON id = notification_id`,
    ]);
    const counts = { pending: 0, sent: 0, dropped: 0, failed: 0 };
    for (const { state, _count } of rows) counts[state.toLowerCase() as Lowercase<typeof state>] = _count;
    return {
      counts,
      oldestPendingSeconds: secondsSince(pending?.since),
      announcements: { count: announcements?.count ?? 0, oldestSeconds: secondsSince(announcements?.since) },
    };
  }
}

const secondsSince = (date: Date | null | undefined) => (date ? Math.max(0, Date.now() - date.getTime()) / 1000 : null);
