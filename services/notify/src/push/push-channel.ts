import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { PushMessage } from '@fasocolis/contracts/push';
import { USER_PAGES } from '@fasocolis/contracts/site-paths';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import webPush, { type RequestDetails } from 'web-push';
import { textOf } from '../audience/message-text.ts';
import { type SituationLine, situationLines, withLine } from '../audience/situation-lines.ts';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { Channel, Delivery, Verdict } from '../deliveries/channel.ts';
import type { PushDevice } from '../generated/prisma/client.ts';
import { HostSlots, NoResponse, Resting, SLOTS } from './host-slots.ts';
import { NotPublic, publicAgent } from './public-agent.ts';
import { PushHosts } from './push-hosts.ts';
import { pushMessageOf, type Shown } from './push-message.ts';
import { PushRefusal } from './push-refusal.ts';
import { Vapid } from './vapid.ts';

/** So many that those of push services that do not respond leave room for others. A waiting job costs next to nothing. */
const PARALLEL_JOBS = 1000;
/** Messages of a job that are prepared together: their queries are joined. */
const PREPARED = 25;
/** However long other servers may take. */
const LONGEST_MS = 5000;
/** How long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 3 * 24 * 3600;
/** The longest response that is read, in bytes; its content is not used. */
const MAX_RESPONSE = 16_384;

/** Web Push (RFC 8030, 8291, 8292). A second message after a crash has the same Topic and tag, so it replaces the first. */
export function pushChannel({ config, database }: { config: NotifyConfig; database: Database }): Channel {
  const hosts = new PushHosts(config.PUSH_HOSTS);
  const agent = publicAgent(hosts.named, SLOTS);
  const vapid = new Vapid(config);
  const redis = connectRedis(config.REDIS_URL);
  const slots = new HostSlots(redis);
  const sessions = new SessionStore(redis);
  const { ORDERS_URL: baseUrl, IDENTITY_KEY: identityKey } = config;
  const lineOf = situationLines(new ServiceClient({ service: 'orders', baseUrl, identityKey }));
  const isOpen = async (key: string | null) => key !== null && (await sessions.ended([key])).length === 0;

  async function post({ endpoint, method, headers, body }: RequestDetails): Promise<void> {
    const signal = AbortSignal.timeout(Math.min(config.MAIL_TIMEOUT_MS, LONGEST_MS));
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request(endpoint, { agent, method, headers, signal }, resolve).on('error', reject).end(body);
      });
      await discard(response);
      if (response.statusCode === undefined || response.statusCode >= 300) throw new PushRefusal(response);
    } catch (error) {
      throw signal.aborted ? new NoResponse() : error;
    }
  }

  return {
    name: 'push',
    jobs: PARALLEL_JOBS,
    parallel: PREPARED,
    waitsAtNight: () => true,
    restingUntil: (host) => slots.restingUntil(host),
    async prepare(delivery) {
      const { deviceId, notificationId } = delivery;
      const device = deviceId === null ? null : await database.pushDevice.findUnique({ where: { id: deviceId } });
      if (!device) return 'device-gone';
      const isOfAccount = notificationId !== null;
      const shown = isOfAccount
        ? await accountMessage(database, device, delivery)
        : await followerMessage(database, delivery, (await isOpen(device.sessionKey)) ? device.userId : null);
      if (!shown) return 'not-needed';
      const message = pushMessageOf({ ...shown, body: await withSituation(shown, lineOf) });
      const url = new URL(device.endpoint);
      return {
        recipient: url.host,
        secrets: [device.endpoint],
        async send() {
          try {
            if (!hosts.allows(url)) throw new NotPublic(url.host);
            // The message is encrypted before there is a slot, so that nothing but the push service takes time in it.
            const details = encrypted(device, message, vapid);
            return await slots.run(url.host, async () => {
              // The account's news are for that session alone, and it may have ended while they waited.
              if (isOfAccount && !(await isOpen(device.sessionKey))) return false;
              await post(details);
              return true;
            });
          } catch (error) {
            if (!isGone(error)) throw error;
            // Its deliveries go with it. A device that has a new subscription meanwhile stays.
            await database.pushDevice.deleteMany({ where: { id: device.id, endpoint: device.endpoint } });
            return false;
          }
        },
      };
    },
    judge: verdictOf,
    close() {
      agent.destroy();
      redis.disconnect();
    },
  };
}

const encrypted = ({ endpoint, p256dh, auth }: PushDevice, message: PushMessage, vapid: Vapid): RequestDetails =>
  webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    TTL: TTL_SECONDS,
    urgency: 'high',
    topic: message.tag,
    headers: { Authorization: vapid.authorizationFor(endpoint) },
  });

/** Null when the device has lost the account since the delivery was recorded. */
async function accountMessage(
  database: Database,
  { userId }: PushDevice,
  { notification }: Delivery,
): Promise<Shown | null> {
  if (!notification || userId === null) return null;
  const { id, title, body, targetUserId, cause } = notification;
  if (targetUserId !== null && targetUserId !== userId) return null;
  // Prisma joins this unique query with those of other deliveries.
  const select = { orders: { orderBy: { orderId: 'asc' } } } as const;
  const row = cause === null ? null : await database.notification.findUnique({ where: { id }, select });
  return { title, body, orders: row?.orders ?? [], list: USER_PAGES.notifications, id: `notification ${id}` };
}

/** Null when the account of the device is told of all the orders. @param userId the account, while it is signed in */
async function followerMessage(
  database: Database,
  { id, cause, title, text: note }: Delivery,
  userId: number | null,
): Promise<Shown | null> {
  // Prisma joins this unique query with those of other deliveries.
  const select = { orders: { orderBy: { orderId: 'asc' } } } as const;
  const all = (await database.delivery.findUnique({ where: { id }, select }))?.orders ?? [];
  const eventId = { in: all.map((order) => order.eventId) };
  const own =
    userId === null
      ? []
      : await database.notificationOrder.findMany({ where: { eventId, notification: { targetUserId: userId } } });
  const orders = all.filter((order) => !own.some((told) => told.eventId === order.eventId));
  if (orders.length === 0 || title === null) return null;
  return { title, body: textOf(cause, note, orders), orders, list: '/', id };
}

/** The body with what is true of the order now, if the message is about one only. */
async function withSituation({ body, orders: [order, ...others] }: Shown, lineOf: SituationLine): Promise<string> {
  return order && others.length === 0 ? withLine(body, await lineOf(order.orderId)) : body;
}

const isGone = (error: unknown) => (error instanceof PushRefusal ? error.isGone : error instanceof NotPublic);

function verdictOf(error: unknown): Verdict {
  if (error instanceof Resting) return { postponedTo: error.until };
  if (!(error instanceof PushRefusal)) return 'later';
  if (!error.isTemporary) return 'failed';
  return error.retryAt ? { retryAt: error.retryAt } : 'later';
}

async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_RESPONSE) break;
  }
}
