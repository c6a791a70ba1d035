import { setTimeout as delay } from 'node:timers/promises';
import type { PushMessage } from '@fasocolis/contracts/push';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { pendingWork } from '../stack/pending-work.ts';
import { type Installation, PRODUCT } from './installation.ts';
import type { World, WriteKind } from './world.ts';

type Databases = Record<ServiceName, pg.Client>;

/** Longer than every retry that began during a fault. */
const SETTLE_MS = 240_000;
const SHOWN = 5;
/** Notes of commands: the rest of a push message is not that of its notification, which may have pick-up codes. */
const NUMBERED = /(?:Jalon|Étape|Erreur) \d+/;

export async function openDatabases(installation: Installation): Promise<Databases> {
  const opened = SERVICES.map(async (name) => [name, await installation.connect(name)] as const);
  return Object.fromEntries(await Promise.all(opened)) as Databases;
}

/** Waits until every process is ready. @returns those that are not in time */
export async function untilReady({ stack }: Installation): Promise<string[]> {
  const isReady = async ({ port }: { port: number }) => {
    const signal = AbortSignal.timeout(5000);
    return (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal }).catch(() => undefined))?.ok ?? false;
  };
  const product = stack.processes().filter(({ name }) => PRODUCT.includes(name));
  const unready = async () => {
    const states = await Promise.all(product.map(isReady));
    return product.filter((_, index) => !states[index]).map(({ name }) => `${name} is not ready`);
  };
  return poll(unready, ({ length }) => length === 0);
}

/** Waits until nothing is on its way. @returns what still is in the end */
export async function untilSettled({ stack }: Installation, databases: Databases): Promise<string[]> {
  const redis = new Redis(stack.redisUrl);
  const left = await poll(
    () => pendingWork(databases, redis),
    (pending) => Object.keys(pending).length === 0,
  );
  redis.disconnect();
  return Object.entries(left).map(([name, count]) => `${count} left: ${name}`);
}

async function poll<T>(look: () => Promise<T>, isGood: (found: T) => boolean): Promise<T> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await look();
    if (isGood(found) || Date.now() > deadline) return found;
    await delay(500);
  }
}

/** How often each written thing is stored, by its key. */
const STORED: Record<WriteKind, [ServiceName, string]> = {
  orders: ['orders', 'SELECT reference AS key FROM orders'],
  events: ['orders', 'SELECT note AS key FROM order_events WHERE note IS NOT NULL AND milestone_id IS NULL'],
  saved: ['orders', `SELECT user_id || '/' || order_id AS key FROM saved_orders`],
  consignments: ['orders', 'SELECT code AS key FROM consignments'],
  members: ['orders', `SELECT consignment_id || '/' || order_id AS key FROM consignment_orders`],
  milestones: ['orders', 'SELECT note AS key FROM milestones WHERE note IS NOT NULL'],
  scans: ['orders', 'SELECT id::text AS key FROM scans'],
  handovers: ['orders', 'SELECT reference AS key FROM handovers JOIN orders ON orders.id = order_id'],
  messages: ['content', 'SELECT subject AS key FROM contact_messages'],
  notifications: ['notify', 'SELECT title AS key FROM notifications'],
  devices: ['notify', 'SELECT endpoint AS key FROM push_devices'],
  payments: ['orders', 'SELECT id::text AS key FROM payments'],
  pieces: ['orders', "SELECT concat_ws('/', order_id, piece, step) AS key FROM piece_steps"],
  announcements: ['orders', 'SELECT alias AS key FROM former_references WHERE alias IS NOT NULL'],
  withdrawals: [
    'orders',
    `SELECT id::text AS key FROM milestones m WHERE withdrawn_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM order_events WHERE milestone_id = m.id AND withdrawn_at IS NULL)`,
  ],
};

/** Writes that are not stored as they were acknowledged, and stored more than once. */
export async function lostOrRepeated({ writes }: World, databases: Databases): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, [service, query]] of Object.entries(STORED)) {
    const { rows } = await databases[service].query<{ key: string; count: number }>(
      `SELECT key, count(*)::int FROM (${query}) AS stored GROUP BY key`,
    );
    const stored = new Map(rows.map(({ key, count }) => [key, count]));
    for (const [key, { state, count }] of writes[kind as WriteKind]) {
      const actual = stored.get(key) ?? 0;
      const isWrong = state === 'acknowledged' ? actual !== count : actual > 1;
      if (isWrong) found.push(`${kind}: ${key} is ${state} with ${count}, and stored ${actual} times`);
    }
  }
  return found;
}

interface ToldRow {
  userId: number;
  orderId: number;
  status: string;
}

/** Events of orders whose owners have no notification, or more than one. */
export async function wrongNotifications({ customers }: World, databases: Databases): Promise<string[]> {
  const events = await databases.orders.query<ToldRow>(
    `SELECT DISTINCT o.user_id AS "userId", o.id AS "orderId", e.status FROM (
       SELECT *, lag(id) OVER (PARTITION BY order_id ORDER BY id) AS former FROM order_events
     ) e JOIN orders o ON o.id = e.order_id
     WHERE o.user_id = ANY($1) AND e.milestone_id IS NULL AND e.former IS NOT NULL AND NOT e.keeps_status`,
    [customers],
  );
  const milestones = await databases.orders.query<ToldRow>(
    `SELECT o.user_id AS "userId", e.id AS "orderId", 'milestone' AS status
     FROM order_events e JOIN orders o ON o.id = e.order_id WHERE o.user_id = ANY($1) AND e.milestone_id IS NOT NULL AND e.withdrawn_at IS NULL`,
    [customers],
  );
  const told = await databases.notify.query<ToldRow>(
    `WITH told AS (
       SELECT n.target_user_id AS "userId", n.cause, o.event_id, o.order_id, o.status
       FROM notifications n JOIN notification_orders o ON o.notification_id = n.id WHERE n.target_user_id = ANY($1)
     )
     SELECT "userId", event_id AS "orderId", 'milestone' AS status FROM told WHERE cause = 'milestone'
     UNION ALL SELECT "userId", order_id, status FROM told
     GROUP BY 1, 2, 3 HAVING count(*) FILTER (WHERE cause = 'status') <= 1`,
    [customers],
  );
  const nameOf = ({ userId, orderId, status }: ToldRow) => `user ${userId}, ${orderId} ${status}`;
  const counts = new Map<string, number>();
  for (const row of told.rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  const wanted = [...events.rows, ...milestones.rows].map(nameOf);
  return wanted
    .filter((name) => counts.get(name) !== 1)
    .map((name) => `notified ${counts.get(name) ?? 0} times: ${name}`);
}

export interface Sent {
  told: Record<'email' | 'push', number>;
  repeated: Record<'email' | 'push', number>;
  wrong: string[];
}

/**
 * Compares the deliveries with what arrived: each at least once, and again at most once per fault, under the same
 * Message-ID or Topic.
 */
export async function compareDeliveries(
  { smtp }: Installation,
  world: World,
  databases: Databases,
  faults: number,
): Promise<Sent> {
  const { rows } = await databases.notify.query<{
    id: string;
    channel: 'email' | 'push';
    state: string;
    arrival: string;
  }>(
    `SELECT d.id, channel, state::text, CASE channel WHEN 'email' THEN d.id::text
       ELSE endpoint || ' ' || coalesce(substring(told.body FROM '${NUMBERED.source}'), told.title || ' ' || told.body) END AS arrival
     FROM email_deliveries d LEFT JOIN push_devices p ON p.id = device_id LEFT JOIN LATERAL (
       SELECT title, body FROM notifications WHERE id = notification_id
       UNION ALL SELECT d.title, CASE count(*) WHEN 1 THEN concat_ws(' : ', max(reference), text)
         ELSE concat_ws('. ', count(*) || ' colis : ' || string_agg(reference, ', ' ORDER BY order_id), text) END
         FROM delivery_orders WHERE delivery_id = d.id HAVING count(*) > 0
     ) AS told ON true
     WHERE channel IN ('email', 'push')`,
  );
  const arrived = new Map<string, number>();
  const add = (name: string) => arrived.set(name, (arrived.get(name) ?? 0) + 1);
  for (const { messageId } of smtp.received) add(/[0-9a-f-]{36}/.exec(messageId)?.[0] ?? messageId);
  for (const { subscription, received } of world.phones) {
    for (const { message } of received) {
      const { title, body } = message as PushMessage;
      // A further line says what is true of the order when the message is sent.
      const [text = ''] = body.split('\n');
      add(`${subscription.endpoint} ${NUMBERED.exec(body)?.[0] ?? `${title} ${text}`}`);
    }
  }
  const sent: Sent = { told: { email: 0, push: 0 }, repeated: { email: 0, push: 0 }, wrong: [] };
  const expected = Map.groupBy(
    rows.filter(({ state }) => state === 'sent'),
    ({ arrival }) => arrival,
  );
  for (const [arrival, deliveries] of expected) {
    const channel = deliveries[0]?.channel ?? 'email';
    const again = (arrived.get(arrival) ?? 0) - deliveries.length;
    sent.told[channel] += deliveries.length;
    sent.repeated[channel] += Math.max(0, again);
    if (again < 0 || again > faults * deliveries.length) {
      sent.wrong.push(`${channel} ${arrival}: ${deliveries.length} sent, arrived ${again + deliveries.length} times`);
    }
  }
  return sent;
}

/** Notifications and contact messages without exactly one email to each of their recipients. */
export async function unmailed({ customers }: World, databases: Databases): Promise<string[]> {
  const notifications = await databases.notify.query<{ name: string; count: number }>(
    `SELECT 'notification ' || n.id || ' to ' || customer AS name, count(d.id)::int FROM notifications n
     JOIN unnest($1::int[]) AS customer ON n.target_user_id = customer OR n.title LIKE 'Avis %' AND n.target_user_id IS NULL
     LEFT JOIN email_deliveries d
       ON d.notification_id = n.id AND d.user_id = customer AND d.channel = 'email' AND d.state = 'sent'
     GROUP BY n.id, customer HAVING count(d.id) <> 1`,
    [customers],
  );
  const written = await databases.content.query("SELECT FROM contact_messages WHERE subject LIKE 'Question %'");
  // A message that arrives while an email is due, as after a jump of the clock, is counted in this email.
  const emailed = await databases.notify.query<{ count: number }>(
    "SELECT coalesce(sum(message_count), 0)::int AS count FROM email_deliveries WHERE kind = 'contact-message' AND state = 'sent'",
  );
  const { count = 0 } = emailed.rows[0] ?? {};
  return [
    ...notifications.rows.map((row) => `mailed ${row.count} times: ${row.name}`),
    ...(count === written.rowCount ? [] : [`${count} of ${written.rowCount} contact messages were mailed`]),
  ];
}

/** The first differences of a check. */
export const firstOf = (differences: string[]): string[] =>
  differences.length > SHOWN
    ? [...differences.slice(0, SHOWN), `… and ${differences.length - SHOWN} more`]
    : differences;
