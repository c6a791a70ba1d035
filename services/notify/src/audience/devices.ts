import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database.ts';
import type { DeliveryJob, DeliveryOptions } from '../deliveries/delivery-queue.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Cause } from './message-text.ts';

/** Devices per job: few enough that several workers share a broadcast. */
const BATCH = 100;

/**
 * Records messages to devices, one row per device, many per job, whose devices have the same push service.
 * @param messages a query of device_id, endpoint, notification_id, kind, cause, title and text
 */
const recordedAs = (messages: Prisma.Sql, { requestId, dueAt }: DeliveryOptions) => Prisma.sql`recorded AS (
  INSERT INTO email_deliveries
    (id, channel, kind, notification_id, device_id, cause, title, text, recipient, due_at, request_id, job_id)
  SELECT gen_random_uuid(), 'push', kind, notification_id, device_id, cause, title, text, host, ${dueAt}::timestamptz,
    ${requestId}, md5(${randomUUID()} || host || (row_number() OVER (PARTITION BY host) - 1) / ${BATCH})::uuid
  FROM (SELECT *, lower(split_part(endpoint, '/', 3)) AS host FROM (${messages}) AS message) AS message
  ON CONFLICT DO NOTHING
  RETURNING id, device_id, job_id, channel, kind, request_id
)`;

const JOBS = Prisma.sql`SELECT DISTINCT job_id AS id, channel, kind, request_id AS "requestId" FROM recorded`;

/**
 * Records push messages about notifications: to the devices of their users, or of all users for a broadcast.
 * @returns the jobs to add after the commit: none when they wait, because the sweep adds them then
 */
export async function recordAccountPushes(
  transaction: Transaction,
  notificationIds: number[],
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  if (notificationIds.length === 0) return [];
  const messages = Prisma.sql`
    SELECT device_id, endpoint, id AS notification_id, NULL AS cause, NULL AS title, NULL AS text,
      CASE WHEN told.cause IS NULL THEN 'announcement' ELSE 'order-status' END AS kind
    FROM (
      SELECT n.id, n.cause, d.id AS device_id, d.endpoint
        FROM notifications n JOIN push_devices d ON d.user_id = n.target_user_id
      UNION ALL SELECT n.id, n.cause, d.id, d.endpoint FROM notifications n, push_devices d
        WHERE n.target_user_id IS NULL AND d.user_id IS NOT NULL
    ) AS told WHERE id = ANY(${notificationIds}::int[])`;
  const jobs = await transaction.$queryRaw<DeliveryJob[]>`WITH ${recordedAs(messages, options)} ${JOBS}`;
  return options.dueAt ? [] : jobs;
}

interface DeviceMessage {
  cause: Cause;
  title: string;
  note: string | null;
}

/**
 * Records one push message per device about the orders that it follows. It needs no account.
 * @param followed a query of device_id, event_id, order_id, reference and status
 * @returns the jobs to add after the commit: none when they wait, because the sweep adds them then
 */
export async function recordDevicePushes(
  transaction: Transaction,
  { cause, title, note }: DeviceMessage,
  followed: Prisma.Sql,
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  const messages = Prisma.sql`
    SELECT id AS device_id, endpoint, NULL::int AS notification_id, 'order-status' AS kind,
      ${cause}::text AS cause, ${title}::text AS title, ${note}::text AS text
    FROM push_devices WHERE id IN (SELECT device_id FROM followed)`;
  const jobs = await transaction.$queryRaw<DeliveryJob[]>`
    WITH followed AS (${followed}), ${recordedAs(messages, options)}, named AS (
      INSERT INTO delivery_orders (delivery_id, event_id, order_id, reference, status)
      SELECT r.id, f.event_id, f.order_id, f.reference, f.status FROM recorded r JOIN followed f USING (device_id)
    ) ${JOBS}`;
  return options.dueAt ? [] : jobs;
}
