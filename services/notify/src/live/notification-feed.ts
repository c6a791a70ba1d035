import { setImmediate } from 'node:timers/promises';
import type { LiveServerMessage } from '@fasocolis/contracts/live';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database.ts';
import type { Notification } from '../generated/prisma/client.ts';
import { presentNotification } from '../notifications/notification-presenter.ts';

/** A notification on its way: for everybody when there is no target. */
export interface Push {
  id: number;
  targetUserId: number | null;
  /** The message as JSON, the same for all its recipients. */
  text: string;
}

interface FeedOptions {
  database: Database;
  log: FastifyBaseLogger;
  /** How often the log is read although nobody called, in milliseconds. */
  pollMs: number;
  /** Called for each new notification, in the order of their ids. */
  onPush: (push: Push) => void;
}

const PAGE = 100;
/** After so many bytes connections get a turn to send them, or every reader would look slow. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
/** Whoever missed more than this many reads them in the list. */
const MAX_MISSED = 200;

function pushOf(row: Notification, isRead: boolean): Push {
  const message: LiveServerMessage = { type: 'notification', data: presentNotification(row, isRead) };
  return { id: row.id, targetUserId: row.targetUserId, text: JSON.stringify(message) };
}

/**
 * Reads the notifications table as a log (docs/decisions/0009): whoever wakes it, and however often, each row is handed
 * on once.
 */
export class NotificationFeed {
  /** Resolves once it is known where the log ends. */
  readonly opened: Promise<void>;
  readonly #options: FeedOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #open = Promise.withResolvers<void>();
  #cursor: number | undefined;
  #reading: Promise<void> | undefined;
  #isCalled = false;
  #isClosed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.opened = this.#open.promise;
    this.#timer = setInterval(() => this.wake(), options.pollMs);
    this.wake();
  }

  /** The highest id that was handed on; 0 before the log is open. */
  get cursor(): number {
    return this.#cursor ?? 0;
  }

  /** There may be something new. */
  wake(): void {
    this.#isCalled = true;
    this.#reading ??= this.#readWhileCalled().finally(() => {
      this.#reading = undefined;
    });
  }

  /** The newest of what `userId` was told after `after` and up to `upTo`, oldest first. */
  async missed(userId: number, after: number, upTo: number): Promise<Push[]> {
    const find = (targetUserId: number | null) =>
      this.#options.database.notification.findMany({
        where: { targetUserId, id: { gt: after, lte: upTo } },
        // By the target too, although it is the same: otherwise PostgreSQL does not see that the index is in order.
        orderBy: [{ targetUserId: 'desc' }, { id: 'desc' }],
        take: MAX_MISSED,
        include: { receipts: { where: { userId }, select: { userId: true } } },
      });
    // Two ranges of one index: with both in one condition PostgreSQL would read what everybody else was told.
    const rows = (await Promise.all([find(null), find(userId)])).flat();
    return rows
      .toSorted((a, b) => a.id - b.id)
      .slice(-MAX_MISSED)
      .map(({ receipts, ...row }) => pushOf(row, receipts.length > 0));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#reading;
  }

  async #readWhileCalled(): Promise<void> {
    while (this.#isCalled && !this.#isClosed) {
      this.#isCalled = false;
      await this.#read().catch((err: unknown) => this.#options.log.warn({ err }, 'notifications not read'));
    }
  }

  async #read(): Promise<void> {
    const { database, onPush } = this.#options;
    if (this.#cursor === undefined) {
      const newest = await database.notification.aggregate({ _max: { id: true } });
      this.#cursor = newest._max.id ?? 0;
      this.#open.resolve();
      return;
    }
    const rows = await database.notification.findMany({
      where: { id: { gt: this.#cursor } },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    let bytes = 0;
    for (const row of rows) {
      const push = pushOf(row, false);
      this.#cursor = row.id;
      onPush(push);
      bytes += push.text.length;
      if (bytes < MAX_BYTES_AT_ONCE) continue;
      await setImmediate();
      bytes = 0;
    }
    if (rows.length === PAGE) this.#isCalled = true;
  }
}
