import { ECDH } from 'node:crypto';
import {
  FoundOrdersSchema,
  NOT_A_SUBSCRIPTION,
  type ReplacePushDevice,
  type SavePushDevice,
} from '@fasocolis/contracts/push';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database, Transaction } from '../database.ts';
import { withoutDeleted } from '../shared/people.ts';
import { assertPublicHost } from '../shared/public-agent.ts';

/** Per user; a further one replaces the one that was seen longest ago. */
const MAX_DEVICES = 10;
const KEPT_MS = 90 * 24 * 3_600_000;

interface Dependencies {
  database: Database;
  orders: ServiceClient;
  /** Hosts of push services that may have private addresses. */
  privateHosts: ReadonlySet<string>;
}

interface Caller {
  /** Null for a visitor. */
  userId: number | null;
  requestId: string;
}

export class DeviceService {
  readonly #database: Database;
  readonly #orders: ServiceClient;
  readonly #privateHosts: ReadonlySet<string>;

  constructor({ database, orders, privateHosts }: Dependencies) {
    this.#database = database;
    this.#orders = orders;
    this.#privateHosts = privateHosts;
  }

  /**
   * Stores what a browser is to be told about, or deletes it when that is nothing. Idempotent. Unknown references are
   * ignored: they may have been deleted since the browser began to follow them.
   * @throws AppError `unauthenticated` for the account of a visitor, `validation` for a subscription that cannot work
   */
  async save(wanted: SavePushDevice, { userId, requestId }: Caller): Promise<void> {
    if (wanted.account && userId === null) throw new AppError('unauthenticated');
    this.#assertUsable(wanted);
    const orderIds = await this.#orderIds(wanted.references, requestId);
    await this.#database.$transaction(async (transaction) => {
      const owner = wanted.account && userId !== null ? (await withoutDeleted(transaction, [userId]))[0] : undefined;
      if (owner === undefined && orderIds.length === 0) {
        await transaction.pushDevice.deleteMany({ where: { endpoint: wanted.endpoint } });
        return;
      }
      const deviceId = await store(transaction, wanted, owner ?? null);
      await follow(transaction, deviceId, orderIds);
      if (owner !== undefined) await limitDevices(transaction, owner);
    });
  }

  /** The device keeps its orders, account and deliveries. Unknown ones stay unknown: the site saves them again later. */
  async replace({ formerEndpoint, endpoint, keys }: ReplacePushDevice): Promise<void> {
    this.#assertUsable({ endpoint, keys });
    await this.#database.$transaction(async (transaction) => {
      await transaction.pushDevice.deleteMany({ where: { endpoint, NOT: { endpoint: formerEndpoint } } });
      await transaction.pushDevice.updateMany({ where: { endpoint: formerEndpoint }, data: { endpoint, ...keys } });
    });
  }

  /** The number of devices that receive everything of an account. */
  count(): Promise<number> {
    return this.#database.pushDevice.count({ where: { userId: { not: null } } });
  }

  #assertUsable({ endpoint, keys }: Pick<SavePushDevice, 'endpoint' | 'keys'>): void {
    try {
      assertPublicHost(new URL(endpoint), this.#privateHosts);
      // Throws for a point that is not on the curve.
      ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url');
    } catch (cause) {
      throw new AppError('validation', NOT_A_SUBSCRIPTION, { cause });
    }
  }

  async #orderIds(references: string[], requestId: string): Promise<number[]> {
    if (references.length === 0) return [];
    const found = await this.#orders.find('/internal/orders/by-reference', FoundOrdersSchema, requestId, {
      references,
    });
    if (!found) throw new AppError('unavailable');
    return found.map(({ orderId }) => orderId);
  }
}

async function store(
  transaction: Transaction,
  { endpoint, keys: { p256dh, auth } }: SavePushDevice,
  userId: number | null,
): Promise<number> {
  const data = { p256dh, auth, userId, seenAt: new Date() };
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

async function limitDevices(transaction: Transaction, userId: number): Promise<void> {
  const devices = await transaction.pushDevice.findMany({
    where: { userId },
    orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
    skip: MAX_DEVICES,
    select: { id: true },
  });
  await transaction.pushDevice.updateMany({
    where: { id: { in: devices.map(({ id }) => id) } },
    data: { userId: null },
  });
}

/** Deletes devices without an account 90 days after they began to follow their newest order. @returns their number */
export async function removeExpiredDevices(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const { count } = await database.pushDevice.deleteMany({
    where: { userId: null, OR: [{ lastOrderAt: null }, { lastOrderAt: { lt: before } }] },
  });
  return count;
}
