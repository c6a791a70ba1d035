import { ECDH } from 'node:crypto';
import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { NOT_A_SUBSCRIPTION, type ReplacePushDevice, type SavePushDevice } from '@fasocolis/contracts/push';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { withoutDeleted } from '../audience/accounts.ts';
import type { Database, Transaction } from '../database.ts';
import { isFull, leaveAccounts, limitDevices, lockDevices } from './device-limits.ts';
import type { PushHosts } from './push-hosts.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
const LONGEST_USER_AGENT = 256;
const FULL =
  'Trop de téléphones suivent déjà ce colis. Sauvegardez-le dans votre compte, puis activez les notifications dans votre profil.';

export interface DeviceDependencies {
  database: Database;
  orders: ServiceClient;
  hosts: PushHosts;
  newDevices: AttemptLimit;
}

interface Caller {
  user: Pick<UserIdentity, 'userId' | 'sessionKey'> | null;
  userAgent: string | null;
  address: string;
  requestId: string;
}

interface Owner {
  userId: number;
  sessionKey: string;
  userAgent: string | null;
}

/**
 * Finds what a browser is to be told about.
 * @returns also the references that name no order: they may have been deleted since the browser began to follow them
 */
export async function findFollowed(
  dependencies: DeviceDependencies,
  wanted: SavePushDevice,
  caller: Caller,
): Promise<{ orderIds: number[]; unknown: string[] }> {
  const { orders } = dependencies;
  ownerOf(wanted, caller);
  assertUsable(dependencies, wanted);
  const { references } = wanted;
  if (references.length === 0) return { orderIds: [], unknown: [] };
  const found = await orders.find(orderOperations.findOrdersByReference, caller.requestId, { body: { references } });
  if (!found) throw new AppError('unavailable');
  return { orderIds: found.orders.map(({ orderId }) => orderId), unknown: found.unknown };
}

export async function saveDevice(
  dependencies: DeviceDependencies,
  wanted: SavePushDevice,
  orderIds: number[],
  caller: Caller,
): Promise<void> {
  const { database } = dependencies;
  const owner = ownerOf(wanted, caller);
  if (owner === null && orderIds.length > 0) await countNew(dependencies, wanted.endpoint, caller.address);
  await database.$transaction(async (transaction) => {
    await lockDevices(transaction);
    const [living] = owner === null ? [] : await withoutDeleted(transaction, [owner.userId]);
    const kept = living === undefined ? null : owner;
    if (kept === null && orderIds.length === 0) {
      await transaction.pushDevice.deleteMany({ where: { endpoint: wanted.endpoint } });
      return;
    }
    if (kept === null && (await isFull(transaction, wanted.endpoint, orderIds))) throw new AppError('conflict', FULL);
    const deviceId = await store(transaction, wanted, kept);
    await follow(transaction, deviceId, orderIds);
    if (kept === null) await leaveAccounts(transaction, [deviceId]);
    else await limitDevices(transaction, kept.userId);
  });
}

/** The device keeps its orders, account and deliveries. Unknown ones stay unknown: the site saves them again later. */
export async function replaceDevice(
  dependencies: DeviceDependencies,
  { formerEndpoint, endpoint, keys }: ReplacePushDevice,
): Promise<void> {
  assertUsable(dependencies, { endpoint, keys });
  await dependencies.database.$transaction(async (transaction) => {
    await lockDevices(transaction);
    await transaction.pushDevice.deleteMany({ where: { endpoint, NOT: { endpoint: formerEndpoint } } });
    await transaction.pushDevice.updateMany({ where: { endpoint: formerEndpoint }, data: { endpoint, ...keys } });
  });
}

export function devicesOf(database: Database, userId: number) {
  return database.pushDevice.findMany({ where: { userId }, orderBy: { id: 'desc' } });
}

export async function removeDevice(database: Database, id: number, userId: number): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockDevices(transaction);
    const own = await transaction.pushDevice.count({ where: { id, userId } });
    if (own > 0) await leaveAccounts(transaction, [id]);
  });
}

export function countDevices(database: Database): Promise<number> {
  return database.pushDevice.count({ where: { userId: { not: null } } });
}

function assertUsable(
  { hosts }: DeviceDependencies,
  { endpoint, keys }: Pick<SavePushDevice, 'endpoint' | 'keys'>,
): void {
  if (!hosts.allows(new URL(endpoint))) throw new AppError('validation', NOT_A_SUBSCRIPTION);
  try {
    // The conversion throws for a point that is not on the curve.
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url');
  } catch (cause) {
    throw new AppError('validation', NOT_A_SUBSCRIPTION, { cause });
  }
}

async function countNew(
  { database, newDevices }: DeviceDependencies,
  endpoint: string,
  address: string,
): Promise<void> {
  if ((await database.pushDevice.count({ where: { endpoint } })) === 0) await newDevices.count(address);
}

function ownerOf({ account }: SavePushDevice, { user, userAgent }: Caller): Owner | null {
  if (!account) return null;
  if (!user) throw new AppError('unauthenticated');
  return {
    userId: user.userId,
    sessionKey: user.sessionKey,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
  };
}

async function store(
  transaction: Transaction,
  { endpoint, keys: { p256dh, auth } }: SavePushDevice,
  owner: Owner | null,
): Promise<number> {
  const account = owner ?? { userId: null, sessionKey: null, userAgent: null };
  const data = { p256dh, auth, ...account, formerUserId: null, seenAt: new Date() };
  const { id } = await transaction.pushDevice.upsert({
    where: { endpoint },
    create: { endpoint, ...data },
    update: data,
    select: { id: true },
  });
  return id;
}

async function follow(transaction: Transaction, deviceId: number, orderIds: number[]): Promise<void> {
  await transaction.deviceOrder.deleteMany({ where: { deviceId, orderId: { notIn: orderIds } } });
  const { count } = await transaction.deviceOrder.createMany({
    data: orderIds.map((orderId) => ({ deviceId, orderId })),
    skipDuplicates: true,
  });
  if (count > 0) await transaction.pushDevice.update({ where: { id: deviceId }, data: { lastOrderAt: new Date() } });
}

/** Deletes devices without an account 90 days after they began to follow their newest order. @returns their number */
export async function removeExpiredDevices(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const { count } = await database.pushDevice.deleteMany({
    where: { userId: null, OR: [{ lastOrderAt: null }, { lastOrderAt: { lt: before } }] },
  });
  return count;
}
