import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EmailRecipient, EmailRefusal, EmailToken } from '@fasocolis/contracts/email';
import type { domainEvents, EventName } from '@fasocolis/contracts/events';
import { lookAlikes } from '@fasocolis/contracts/reading/references-in-text';
import type { UserPhones } from '@fasocolis/contracts/user-lookup';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/events/outbox';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  TEST_PUBLIC_KEYS,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import Fastify from 'fastify';
import { expect, vi } from 'vitest';
import webPush from 'web-push';
import type * as z from 'zod/mini';
import { buildApp } from '../src/app.ts';
import type { WhatsappSettings } from '../src/config.ts';
import { openDatabase } from '../src/database.ts';
import type { Prisma } from '../src/generated/prisma/client.ts';
import { PushHosts } from '../src/push/push-hosts.ts';

/** The users that the fake auth service has. */
const KNOWN_USERS = new Set(['1', '2', '3']);

/** Waits for what workers do. */
export const until = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** A VAPID key for tests. */
export const TEST_VAPID_KEY = webPush.generateVAPIDKeys().privateKey;

/** The part of the app for devices, with the fake service at `url` as orders. */
export const testPush = (url: string, pushHosts = '') => ({
  privateKey: TEST_VAPID_KEY,
  hosts: new PushHosts(pushHosts),
  orders: new ServiceClient({ service: 'orders', baseUrl: url, identityKey: TEST_IDENTITY_KEYS.notify }),
});

interface TestSettings {
  whatsapp?: WhatsappSettings | null;
  pushHosts?: string;
  maxDevices?: number | null;
}

/** The notify service with a database of its own and a fake auth service. */
export async function startNotify({ whatsapp = null, pushHosts = '', maxDevices = null }: TestSettings = {}) {
  const testDatabase = await createTestDatabase('notify', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(testDatabase.url);
  const authService = await listenAsAuth();
  const auth = new ServiceClient({ service: 'auth', baseUrl: authService.url, identityKey: TEST_IDENTITY_KEYS.notify });
  const signalFeed = vi.fn<() => void>();
  const options = { ...TEST_APP_OPTIONS, publicUrl: 'https://colis.example.com', maxDevices };
  const push = testPush(authService.url, pushHosts);
  const redis = connectRedis(testRedisUrl());
  await vi.waitUntil(() => redis.status === 'ready');
  const app = await buildApp({ database, auth, whatsapp, push, redis, redisUrl: testRedisUrl(), signalFeed }, options);
  return {
    app,
    database,
    signalFeed,
    /** The fake auth service. */
    auth: authService,
    authUrl: authService.url,
    stopAuth: authService.close,
    addLine: authService.addLine,
    databaseUrl: testDatabase.url,
    pushHosts,
    /** For the sessions of its users. */
    redis,
    /** An email as recorded by an event. */
    recordEmail: (data: Partial<Prisma.DeliveryCreateInput> = {}) =>
      database.delivery.create({
        data: { id: randomUUID(), tokenId: randomUUID(), kind: 'password-reset', ...data },
      }),
    untilHandled: (eventId: string) =>
      until(async () => expect(await database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy()),
    untilDelivery: (id: string, expected: object) =>
      until(async () => expect(await database.delivery.findUnique({ where: { id } })).toMatchObject(expected)),
    async close() {
      await app.close();
      redis.disconnect();
      await authService.close();
      await database.$disconnect();
      await testDatabase.remove();
    },
  };
}

export type Notify = Awaited<ReturnType<typeof startNotify>>;

/** A fake auth service: returns its tokens to services only. */
export async function listenAsAuth() {
  const app = Fastify();
  const verify = identityVerifier(TEST_PUBLIC_KEYS, 'auth');
  const tokens = new Map<string, EmailToken>();
  const recipients = new Map<number, EmailRecipient | EmailRefusal>();
  const orders = new Map<string, object>();
  const lines = new Map<number, string>();
  const aliases = new Map<string, { phone: string; reference: string }>();
  const settings = new Map<string, string>();
  const phones = new Map<number, UserPhones[number]>();
  const auth = {
    url: '',
    /** Called before the response to a request about a token. */
    onTokenRequest: (_request: { tokenId: string; requestId: string | undefined }): void => {},
    /** Awaited before the response to a request about a recipient. */
    onRecipient: async (_userId: number): Promise<void> => {},
    isDown: false,
    /** When all users registered. */
    registeredAt: '2025-01-01T00:00:00.000Z',
    /** The largest page of recipients, whatever is requested. */
    pageSize: 1000,
    addToken(data: Partial<EmailToken> = {}) {
      const tokenId = randomUUID();
      const person = { userId: 7, email: `awa-${tokenId}@example.com`, firstName: 'Awa' };
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const token = { kind: 'password-reset', ...person, token: `secret-${tokenId}`, expiresAt, ...data } as EmailToken;
      tokens.set(tokenId, token);
      return { tokenId, ...token };
    },
    removeToken: (tokenId: string) => tokens.delete(tokenId),
    /** A recipient with a verified address. */
    addRecipient(userId: number, firstName = 'Awa'): EmailRecipient {
      const email = `user${userId}-${randomUUID()}@example.com`;
      const recipient = { userId, email, firstName, unsubscribeToken: `${userId}.out-${randomUUID()}` };
      recipients.set(userId, recipient);
      return recipient;
    },
    /** A customer who gets no emails. */
    addRefusal: (userId: number, refusal: EmailRefusal['refusal']) => recipients.set(userId, { userId, refusal }),
    /** As orders and content, which are at the same address. */
    addOrder: (order: { reference: string }) => orders.set(order.reference, order),
    /** A courier number that finds an order for messages from a phone number. */
    addAlias: (alias: string, found: { phone: string; reference: string }) => aliases.set(alias, found),
    /** The situation of an order, in one line. */
    addLine: (orderId: number, line: string) => lines.set(orderId, line),
    set: (key: string, value: string) => settings.set(key, value),
    addPhone: (userId: number, phone: string, name = 'Awa Ouédraogo', hasDeclined = false, isVerified = false) =>
      phones.set(userId, { userId, name, phone, hasDeclined, ...(isVerified && { isVerified }) }),
    removeRecipient: (userId: number) => recipients.delete(userId),
    removeRecipients: () => recipients.clear(),
    close: () => app.close(),
  };
  app.get<{ Params: { id: string } }>('/internal/mail-tokens/:id', async (request, reply) => {
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    const requestId = request.headers['x-request-id'];
    const token = tokens.get(request.params.id);
    auth.onTokenRequest({
      tokenId: request.params.id,
      requestId: typeof requestId === 'string' ? requestId : undefined,
    });
    return token ?? reply.code(404).send({ message: 'non', code: 'not-found' });
  });
  app.post<{ Body: { orderIds: number[] } }>('/internal/orders/situations', async ({ body }, reply) => {
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    return body.orderIds.flatMap((orderId) => (lines.has(orderId) ? { orderId, line: lines.get(orderId) } : []));
  });
  // As orders: every reference that ends in its id is known.
  app.post<{ Body: { references: string[]; phone?: string } }>(
    '/internal/orders/by-reference',
    async (request, reply) => {
      const caller = identityVerifier(TEST_PUBLIC_KEYS, 'orders')(String(request.headers[IDENTITY_HEADER]));
      if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
      if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
      const { references, phone } = request.body;
      const idOf = (reference: string) => Number(/^FC-(\d+)$/.exec(reference)?.[1]);
      const known = references.filter(idOf);
      const ofWriter = references.flatMap((written) => {
        const found = aliases.get(written);
        return found && found.phone === phone
          ? [{ orderId: idOf(found.reference), reference: found.reference, written }]
          : [];
      });
      const isNamed = (reference: string) => ofWriter.some(({ written }) => written === reference);
      const [alike] = references.flatMap(lookAlikes).flatMap((key) => /^FC(\d+)$/.exec(key)?.[1] ?? []);
      const suggested = alike === undefined ? null : `FC-${alike}`;
      return {
        orders: [...known.map((reference) => ({ orderId: idOf(reference), reference })), ...ofWriter],
        unknown: references.filter((reference) => !known.includes(reference) && !isNamed(reference)),
        suggestion: known.length > 0 ? null : suggested,
      };
    },
  );
  app.get<{ Params: { id: string } }>('/internal/users/:id', async (request, reply) => {
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    if (!KNOWN_USERS.has(request.params.id)) return reply.code(404).send({ message: 'non', code: 'not-found' });
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    return { id: Number(request.params.id), createdAt: auth.registeredAt };
  });
  app.get<{ Params: { id: string } }>('/internal/mail-recipients/:id', async (request, reply) => {
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    await auth.onRecipient(Number(request.params.id));
    return recipients.get(Number(request.params.id)) ?? reply.code(404).send({ message: 'non', code: 'not-found' });
  });
  app.get<{ Querystring: { after: number; limit: number } }>('/internal/mail-recipients', async (request, reply) => {
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    const { after, limit } = request.query;
    const above = [...recipients.keys()].filter((id) => id > Number(after)).sort((a, b) => a - b);
    return above.slice(0, Math.min(limit, auth.pageSize));
  });
  app.post<{ Body: { userIds: number[] } }>('/internal/users/phones', async ({ body }, reply) => {
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    return body.userIds.flatMap((userId) => phones.get(userId) ?? []);
  });
  app.get<{ Params: { reference: string } }>('/api/orders/:reference', async ({ params }, reply) => {
    if (auth.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
    return orders.get(params.reference) ?? reply.code(404).send({ message: 'non', code: 'not-found' });
  });
  app.get<{ Params: { key: string } }>('/api/app-settings/:key', async ({ params: { key } }, reply) =>
    settings.has(key)
      ? { key, value: settings.get(key), description: null }
      : reply.code(404).send({ message: 'non', code: 'not-found' }),
  );
  auth.url = await app.listen({ host: '127.0.0.1', port: 0 });
  return auth;
}

/** The data of an event in the form in which `emit` takes it. */
export type EmittedData<N extends EventName> = z.input<(typeof domainEvents)[N]>;

export type Extension = EmittedData<'order.history-extended'>;
type ExtendedOrder = Extension['orders'][number];

const AUDIENCE = { ownerId: null, saverIds: [], recipient: null, pickupCode: null };

/** An event about several orders, each with its audience. */
export const extensionOf = (
  orders: (Pick<ExtendedOrder, 'orderId' | 'eventId' | 'reference'> & Partial<ExtendedOrder>)[],
  message: Partial<Omit<Extension, 'orders'>> = {},
): Extension => ({
  ...{ cause: 'milestone', title: 'Arrivé au port, Lomé', note: null, occurredAt: new Date().toISOString() },
  ...message,
  orders: orders.map((order) => ({ status: 'ARRIVED', ...AUDIENCE, ...order })),
});

/** A new status of one order. */
export type TestChange = Pick<ExtendedOrder, 'orderId' | 'eventId' | 'reference'> &
  Partial<ExtendedOrder & Omit<Extension, 'orders'>>;

export function extensionBy({
  cause = 'status',
  title = 'Arrivée au Burkina',
  note,
  occurredAt,
  ...order
}: TestChange) {
  return extensionOf([order], {
    ...{ cause, title },
    ...(note !== undefined && { note }),
    ...(occurredAt !== undefined && { occurredAt }),
  });
}

/** Publishes an event to notify's queue like a relay. @returns its id */
export async function publish<N extends EventName>(name: N, data: EmittedData<N>, id: string = randomUUID()) {
  const queue = openQueue(eventQueueOf('notify'), testRedisUrl());
  await queue.waitUntilReady();
  await queue.add(name, { id, name, data, requestId: `request-${id}` });
  await queue.close();
  return id;
}

/** Deletes all queues of earlier tests of this worker. */
export async function emptyRedis(): Promise<void> {
  const redis = connectRedis(testRedisUrl());
  await vi.waitUntil(() => redis.status === 'ready');
  await redis.flushdb();
  redis.disconnect();
}
