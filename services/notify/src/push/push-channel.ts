import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { PushMessage } from '@fasocolis/contracts/push';
import webPush from 'web-push';
import { type NotifyConfig, privateHostsOf } from '../config.ts';
import type { Database } from '../database.ts';
import type { Notification, NotificationOrder, PushDevice } from '../generated/prisma/client.ts';
import type { Channel, Verdict } from '../shared/channel.ts';
import { assertPublicHost, NotPublic, publicAgent } from '../shared/public-agent.ts';
import { DEVICES } from '../shared/push-deliveries.ts';
import { pushMessageOf } from './push-message.ts';
import { Vapid } from './vapid.ts';

/** Concurrent messages: most of the time is spent waiting for push services. */
const PARALLEL_PUSHES = 25;
/** How long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 3 * 24 * 3600;
/** Push services may ask for any pause; longer ones are tried earlier. */
const LONGEST_PAUSE_MS = 3 * 3_600_000;
/** Of a response: nothing in it is used. In bytes. */
const MAX_RESPONSE = 16_384;

/** A response of a push service other than that it has accepted the message. */
class PushRefusal extends Error {
  readonly status: number;
  readonly retryAt: Date | null;

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`The push service responded with ${statusCode}`);
    this.name = 'PushRefusal';
    this.status = statusCode;
    this.retryAt = retryTime(headers['retry-after']);
  }

  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }

  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** Web Push (RFC 8030, 8291, 8292). A second message after a crash has the same Topic and tag, so it replaces the first. */
export function pushChannel({ config, database }: { config: NotifyConfig; database: Database }): Channel {
  const privateHosts = privateHostsOf(config);
  const agent = publicAgent(privateHosts, PARALLEL_PUSHES);
  const vapid = new Vapid(config);

  async function post({ endpoint, p256dh, auth }: PushDevice, message: PushMessage): Promise<void> {
    const url = new URL(endpoint);
    assertPublicHost(url, privateHosts);
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        ...{ TTL: TTL_SECONDS, urgency: 'high', topic: message.tag },
        headers: { Authorization: vapid.authorizationFor(endpoint) },
      },
    );
    const signal = AbortSignal.timeout(config.MAIL_TIMEOUT_MS);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { agent, method, headers, signal }, resolve).on('error', reject).end(body);
    });
    await discard(response);
    if (response.statusCode === undefined || response.statusCode >= 300) throw new PushRefusal(response);
  }

  return {
    name: 'push',
    parallel: PARALLEL_PUSHES,
    waitsAtNight: () => true,
    async prepare({ deviceId, notification }) {
      const device = deviceId === null ? null : await database.pushDevice.findUnique({ where: { id: deviceId } });
      if (!device || !notification || (await isToldByAccount(database, device, notification))) return null;
      const orders = notification.milestoneId === null ? [] : await ordersOf(database, notification);
      return {
        recipient: new URL(device.endpoint).host,
        secrets: [device.endpoint],
        async send() {
          try {
            await post(device, pushMessageOf(notification, orders));
            return true;
          } catch (error) {
            const isGone = error instanceof PushRefusal ? error.isGone : error instanceof NotPublic;
            if (!isGone) throw error;
            // With its deliveries. Unless it has a new subscription meanwhile.
            await database.pushDevice.deleteMany({ where: { id: device.id, endpoint: device.endpoint } });
            return false;
          }
        },
      };
    },
    judge: verdictOf,
    close: () => agent.destroy(),
  };
}

/** A unique query, which Prisma joins with those of other deliveries. */
async function ordersOf(database: Database, { id }: Notification): Promise<NotificationOrder[]> {
  const select = { orders: { orderBy: { orderId: 'asc' } } } as const;
  return (await database.notification.findUnique({ where: { id }, select }))?.orders ?? [];
}

/** Whether the account of a device that also follows the order is told of the same event. */
async function isToldByAccount(database: Database, { userId }: PushDevice, told: Notification): Promise<boolean> {
  const { targetUserId, orderEventId } = told;
  if (targetUserId !== DEVICES || userId === null || orderEventId === null) return false;
  const own = await database.notification.count({
    where: { targetUserId: userId, OR: [{ orderEventId }, { orders: { some: { eventId: orderEventId } } }] },
  });
  return own > 0;
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof PushRefusal)) return 'later';
  if (!error.isTemporary) return 'failed';
  return error.retryAt ? { retryAt: error.retryAt } : 'later';
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryTime(header: string | undefined): Date | null {
  if (!header) return null;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pause) ? new Date(Date.now() + Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS)) : null;
}

/** Reads a response to its end, so that its connection is used again, but not a long one. */
async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_RESPONSE) break;
  }
}
