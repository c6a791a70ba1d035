import type { Transaction } from '../database.ts';

/** Per user; a further one replaces the one that was seen longest ago. */
const MAX_OF_USER = 10;
/** Without an account, per order. */
const MAX_FOLLOWERS = 50;
const DEVICES_LOCK = 7_306_004;

/** Serializes the transactions that change devices: counting those of an order needs it, and it prevents deadlocks. */
export async function lockDevices(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${DEVICES_LOCK})::text`;
}

/** Whether an order that a device does not follow yet has enough devices without an account. The lock is held. */
export async function isFull(transaction: Transaction, endpoint: string, orderIds: number[]): Promise<boolean> {
  const full = await transaction.$queryRaw<unknown[]>`
    SELECT FROM push_device_orders JOIN push_devices ON id = device_id
    WHERE user_id IS NULL AND order_id = ANY(${orderIds}::int[]) AND order_id NOT IN (
      SELECT order_id FROM push_device_orders JOIN push_devices ON id = device_id WHERE endpoint = ${endpoint})
    GROUP BY order_id HAVING count(*) >= ${MAX_FOLLOWERS}`;
  return full.length > 0;
}

/**
 * Devices lose their account; they follow orders further, as far as these have room for devices without one. The lock is
 * held.
 */
export async function leaveAccounts(transaction: Transaction, deviceIds: number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await transaction.$executeRaw`
    UPDATE push_devices SET former_user_id = coalesce(user_id, former_user_id),
      user_id = NULL, session_key = NULL, user_agent = NULL
    WHERE id = ANY(${deviceIds}::int[])`;
  await transaction.$executeRaw`
    DELETE FROM push_device_orders o USING (
      SELECT order_id, device_id,
        row_number() OVER (PARTITION BY order_id ORDER BY device_id = ANY(${deviceIds}::int[]), device_id) AS place
      FROM push_device_orders JOIN push_devices ON id = device_id
      WHERE user_id IS NULL
        AND order_id IN (SELECT order_id FROM push_device_orders WHERE device_id = ANY(${deviceIds}::int[]))
    ) f WHERE f.place > ${MAX_FOLLOWERS} AND o.order_id = f.order_id AND o.device_id = f.device_id`;
}

export async function limitDevices(transaction: Transaction, userId: number): Promise<void> {
  const devices = await transaction.pushDevice.findMany({
    where: { userId },
    orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
    skip: MAX_OF_USER,
    select: { id: true },
  });
  await leaveAccounts(
    transaction,
    devices.map(({ id }) => id),
  );
}
