import { setImmediate } from 'node:timers/promises';
import type { LiveServerMessage } from '@fasocolis/contracts/live';
import { oneAtATime } from '@fasocolis/service-kit/data/database';
import type { FastifyBaseLogger } from 'fastify';
import { withoutCodes } from '../audience/message-text.ts';
import { presentNotification, type Row } from '../audience/notification-row.ts';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

export interface Push {
  id: number;
  targetUserId: number | null;
  text: string;
  textWithoutCodes: string;
}

interface FeedOptions {
  database: Database;
  log: FastifyBaseLogger;
  pollMs: number;
  onPush: (push: Push) => void;
}

const PAGE = 100;
/** Yields to the event loop after this many bytes, or every reader would look slow. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
/** Clients that missed more read the list. */
const MAX_MISSED = 200;
const MAX_CLIENTS_AT_ONCE = 100;

interface ReturningClient {
  userId: number;
  after: number;
  upTo: number;
  resolve: (missed: Push[]) => void;
  reject: (error: unknown) => void;
}

async function readMissed(database: Database, clients: ReturningClient[]): Promise<Push[][]> {
  const numbersOf = (key: 'userId' | 'after' | 'upTo') => clients.map((client) => client[key]);
  // Each client has two index ranges: in one condition PostgreSQL would read the rows of other users.
  const newest = (target: Prisma.Sql) => Prisma.sql`
    (SELECT id FROM notifications WHERE ${target} AND id > client.after AND id <= client.up_to ORDER BY id DESC
     LIMIT ${MAX_MISSED})`;
  const rows = await database.$queryRaw<MissedRow[]>`
    SELECT client.place::int, notification.id, title, body, target_user_id AS "targetUserId", sent_at AS "sentAt", reference,
           EXISTS (SELECT FROM read_receipts AS receipt
                   WHERE receipt.notification_id = notification.id AND receipt.user_id = client.user_id) AS "isRead"
    FROM unnest(${numbersOf('userId')}::int[], ${numbersOf('after')}::int[], ${numbersOf('upTo')}::int[]) WITH ORDINALITY
           AS client(user_id, after, up_to, place),
         LATERAL (${newest(Prisma.sql`target_user_id IS NULL`)} UNION ALL ${newest(
           Prisma.sql`target_user_id = client.user_id`,
         )}) AS missed,
         notifications AS notification
    WHERE notification.id = missed.id
    ORDER BY notification.id`;
  const missed = clients.map((): Push[] => []);
  for (const { place, isRead, ...row } of rows) missed[place - 1]?.push(pushOf(row, isRead));
  return missed.map((pushes) => pushes.slice(-MAX_MISSED));
}

interface MissedRow extends Row {
  place: number;
  isRead: boolean;
}

function pushOf(row: Row, isRead: boolean): Push {
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
  readonly opened: Promise<void>;
  readonly #options: FeedOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #open = Promise.withResolvers<void>();
  #cursor: number | undefined;
  #reading: Promise<void> | undefined;
  #isCalled = false;
  #isClosed = false;
  #returning: ReturningClient[] = [];
  /** Thousands return at once when a gateway restarts: the longer a read takes, the more of them share the next one. */
  readonly #readMissed = oneAtATime(async () => {
    const clients = this.#returning.splice(0, MAX_CLIENTS_AT_ONCE);
    if (this.#returning.length > 0) void this.#readMissed();
    try {
      const missed = await readMissed(this.#options.database, clients);
      for (const [index, client] of clients.entries()) client.resolve(missed[index] ?? []);
    } catch (error) {
      for (const client of clients) client.reject(error);
    }
  });

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

  wake(): void {
    this.#isCalled = true;
    this.#reading ??= this.#readWhileCalled().finally(() => {
      this.#reading = undefined;
    });
  }

  async missed(userId: number, after: number, upTo: number): Promise<Push[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Push[]>();
    this.#returning.push({ userId, after, upTo, resolve, reject });
    void this.#readMissed();
    return promise;
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
