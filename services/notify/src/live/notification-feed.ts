import { setImmediate } from 'node:timers/promises';
import type { LiveServerMessage } from '@fasocolis/contracts/live';
import type { FastifyBaseLogger } from 'fastify';
import { withoutCodes } from '../audience/message-text.ts';
import { presentNotification } from '../audience/notification-row.ts';
import type { Database } from '../database.ts';
import type { Notification } from '../generated/prisma/client.ts';

/** A broadcast has no target. */
export interface Push {
  id: number;
  targetUserId: number | null;
  /** The message as JSON, shared by all recipients. */
  text: string;
  /** For those who may not see pick-up codes. */
  textWithoutCodes: string;
}

interface FeedOptions {
  database: Database;
  log: FastifyBaseLogger;
  pollMs: number;
  /** In the order of ids. */
  onPush: (push: Push) => void;
}

const PAGE = 100;
/** Yields to the event loop after this many bytes, or every reader would look slow. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
/** Clients that missed more read the list. */
const MAX_MISSED = 200;

function pushOf(row: Notification, isRead: boolean): Push {
  const textOf = (body: string) =>
    JSON.stringify({
      type: 'notification',
      data: presentNotification({ ...row, body }, isRead),
    } satisfies LiveServerMessage);
  const text = textOf(row.body);
  const body = withoutCodes(row.body);
  return {
    id: row.id,
    targetUserId: row.targetUserId,
    text,
    textWithoutCodes: body === row.body ? text : textOf(body),
  };
}

/** Reads the notifications table as a log (docs/decisions/0009): each row is passed on once. */
export class NotificationFeed {
  /** Resolves when the end of the log is known. */
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

  /** The highest id that was passed on; 0 before the log is open. */
  get cursor(): number {
    return this.#cursor ?? 0;
  }

  /** Reads new rows soon. */
  wake(): void {
    this.#isCalled = true;
    this.#reading ??= this.#readWhileCalled().finally(() => {
      this.#reading = undefined;
    });
  }

  /** The newest notifications of `userId` between `after` and `upTo`, oldest first. */
  async missed(userId: number, after: number, upTo: number): Promise<Push[]> {
    const find = (targetUserId: number | null) =>
      this.#options.database.notification.findMany({
        where: { targetUserId, id: { gt: after, lte: upTo } },
        // Ordered by the target too, so that PostgreSQL uses the index.
        orderBy: [{ targetUserId: 'desc' }, { id: 'desc' }],
        take: MAX_MISSED,
        include: { receipts: { where: { userId }, select: { userId: true } } },
      });
    // Two index ranges: in one condition PostgreSQL would read other users' rows.
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
