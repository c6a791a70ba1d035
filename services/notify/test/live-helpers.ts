import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { LiveClientMessage, LiveServerMessage } from '@fasocolis/contracts/live';
import type { Notification } from '@fasocolis/contracts/notifications';
import { IDENTITY_HEADER, type Identity } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  signed,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  testIdentityVariables,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { buildApp } from '../src/app.ts';
import { lockNotificationLog } from '../src/audience/notification-row.ts';
import { openDatabase } from '../src/database.ts';
import type { Prisma } from '../src/generated/prisma/client.ts';
import { serveLive } from '../src/live/live-server.ts';
import { type Notify, testPush } from './helpers.ts';

async function openRedis() {
  const redis = connectRedis(testRedisUrl());
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  return redis;
}

/** A session as created by sign-in, and the identity that the gateway signs for it. */
export async function openSession(userId: number, { isAgent = false } = {}) {
  const sessions = new SessionStore(await openRedis());
  const sessionKey = SessionStore.keyOf(await sessions.create({ userId, isAdmin: false, userAgent: null }));
  const identity: Identity = { kind: 'user', userId, isAdmin: false, isAgent, sessionKey };
  return { identity, end: () => sessions.end(userId, sessionKey), forget: () => forget(sessionKey) };
}

/** Deletes the session without a signal. */
async function forget(sessionKey: string): Promise<void> {
  await (await openRedis()).del(`session:${sessionKey}`);
}

interface LiveSettings {
  redisUrl?: string;
  authTimeoutMs?: number;
  heartbeatMs?: number;
  pollMs?: number;
}

/** One replica of notify with its live socket, until the test ends. Its timers are too long to fire during a test. */
export async function startLive(notify: Notify, settings: LiveSettings = {}) {
  const { redisUrl = testRedisUrl(), authTimeoutMs = 60_000, heartbeatMs = 60_000, pollMs = 60_000 } = settings;
  const database = openDatabase(notify.databaseUrl);
  const redis = connectRedis(redisUrl);
  await vi.waitUntil(() => redis.status === 'ready');
  const auth = new ServiceClient({ service: 'auth', baseUrl: notify.authUrl, identityKey: TEST_IDENTITY_KEYS.notify });
  const signalFeed = () => publishSignal(redis, SIGNALS.notifications);
  const app = await buildApp(
    { whatsapp: null, database, auth, push: testPush(notify.authUrl), redis, redisUrl, signalFeed },
    { ...TEST_APP_OPTIONS, publicUrl: 'https://colis.example.com', maxDevices: null },
  );
  serveLive(app, {
    database,
    redis,
    config: {
      REDIS_URL: redisUrl,
      ...testIdentityVariables('notify'),
      LIVE_AUTH_TIMEOUT_MS: authTimeoutMs,
      LIVE_HEARTBEAT_MS: heartbeatMs,
      LIVE_POLL_MS: pollMs,
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await app.close();
    redis.disconnect();
    await database.$disconnect();
  };
  onTestFinished(close);
  const { port } = app.server.address() as AddressInfo;
  return { app, close, open: (identity?: Identity) => openSocket(port, identity) };
}

/** A client socket that stores what it receives. */
function openSocket(port: number, identity: Identity = { kind: 'anonymous' }) {
  const headers = identity.kind === 'anonymous' ? {} : { [IDENTITY_HEADER]: signed(identity) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  const heard: LiveServerMessage[] = [];
  const opened = new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.on('message', (data) => heard.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')));
  onTestFinished(() => socket.terminate());
  const say = async (message: LiveClientMessage | Record<string, unknown> | string) => {
    await opened;
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };
  return {
    socket,
    heard,
    opened,
    /** Resolves with the close code. */
    closed,
    say,
    /** The notifications pushed so far. */
    pushed: () => heard.flatMap((message): Notification[] => (message.type === 'notification' ? [message.data] : [])),
    titles: () => heard.flatMap((message) => (message.type === 'notification' ? [message.data.title] : [])),
    /** Authenticates and waits for the confirmation. */
    async authenticate(userId: number, lastId?: number) {
      await say({ type: 'auth', userId, ...(lastId !== undefined && { lastId }) });
      await vi.waitFor(() => expect(heard).toContainEqual({ type: 'auth_success', userId }), 5000);
    },
  };
}

export type Listener = ReturnType<typeof openSocket>;

/** Inserts a notification as the service does, without a signal. @returns its id */
export async function writeSilently(
  notify: Notify,
  data: Partial<Prisma.NotificationCreateManyInput> = {},
): Promise<number> {
  return notify.database.$transaction(async (transaction) => {
    await lockNotificationLog(transaction);
    const row = await transaction.notification.create({ data: { title: randomUUID(), body: 'Bonjour', ...data } });
    return row.id;
  });
}

/** Signals the progress of a milestone, as orders does. */
export async function signalMilestone(progress: unknown): Promise<void> {
  publishSignal(await openRedis(), SIGNALS.milestones, progress);
}

/** Signals that parcels of consignments were counted, as orders does. */
export async function signalCounts(counted: unknown): Promise<void> {
  publishSignal(await openRedis(), SIGNALS.counts, counted);
}

/** Sends the signal to every replica. */
export async function signalFeed(): Promise<void> {
  publishSignal(await openRedis(), SIGNALS.notifications);
}
