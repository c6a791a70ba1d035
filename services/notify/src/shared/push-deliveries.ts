import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database.ts';
import type { DeliveryJob } from './delivery-queue.ts';

/** The target of notifications for the devices that follow an order: no user has this id. */
export const DEVICES = 0;

/** Devices per job: few enough that several workers share a broadcast. */
const BATCH = 100;

interface PushOptions {
  requestId: string | null;
  /** When they are due; null for at once. */
  dueAt: Date | null;
}

/**
 * Records push messages about notifications, one per device, many per job, whose devices have the same push service.
 * @returns the jobs to add after the commit: none when they wait, because the sweep adds them then
 */
export async function recordPushes(
  transaction: Transaction,
  notificationIds: number[],
  { requestId, dueAt }: PushOptions,
): Promise<DeliveryJob[]> {
  if (notificationIds.length === 0) return [];
  const recorded = await transaction.$queryRaw<DeliveryJob[]>`
    WITH told AS (SELECT * FROM notifications WHERE id = ANY(${notificationIds}::int[])),
    devices AS (
      SELECT n.id AS notification_id, d.id AS device_id, endpoint
        FROM told n JOIN push_devices d ON d.user_id = n.target_user_id
      UNION SELECT n.id, d.id, endpoint FROM told n, push_devices d
        WHERE n.target_user_id IS NULL AND d.user_id IS NOT NULL
      UNION SELECT n.id, d.id, endpoint
        FROM told n JOIN push_device_orders o ON o.order_id = n.order_id JOIN push_devices d ON d.id = o.device_id
        WHERE n.target_user_id = ${DEVICES}
    ),
    hosts AS (SELECT notification_id, device_id, lower(split_part(endpoint, '/', 3)) AS host FROM devices),
    recorded AS (
      INSERT INTO email_deliveries
        (id, channel, kind, notification_id, device_id, recipient, due_at, request_id, job_id)
      SELECT gen_random_uuid(), 'push',
        CASE WHEN n.order_id IS NULL AND n.milestone_id IS NULL THEN 'announcement' ELSE 'order-status' END,
        n.id, device_id, host, ${dueAt}::timestamptz, ${requestId},
        md5(${randomUUID()} || host || (row_number() OVER (PARTITION BY host) - 1) / ${BATCH})::uuid
      FROM hosts JOIN told n ON n.id = notification_id
      ON CONFLICT DO NOTHING
      RETURNING job_id, channel, kind, request_id
    )
    SELECT DISTINCT job_id AS id, channel, kind, request_id AS "requestId" FROM recorded`;
  return dueAt ? [] : recorded;
}

/** Those of the given orders that devices follow. */
export async function followedOrders(transaction: Transaction, orderIds: number[]): Promise<Set<number>> {
  const rows = await transaction.deviceOrder.findMany({
    where: { orderId: { in: orderIds } },
    distinct: 'orderId',
    select: { orderId: true },
  });
  return new Set(rows.map(({ orderId }) => orderId));
}
