import type { IncomingMessage } from 'node:http';
import { DEFAULT_MESSAGE } from '@fasocolis/contracts/errors';
import {
  CountedSchema,
  LIVE_CLOSE,
  LIVE_PATH,
  type LiveClientMessage,
  LiveClientMessageSchema,
  MilestoneProgressSchema,
} from '@fasocolis/contracts/live';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { oneAtATime } from '@fasocolis/service-kit/data/database';
import { SIGNALS, subscribeSignals } from '@fasocolis/service-kit/events/signals';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import { registerLiveMetrics } from './live-metrics.ts';
import { LiveSocket } from './live-socket.ts';
import { LiveSockets } from './live-sockets.ts';
import { NotificationFeed } from './notification-feed.ts';

interface LiveParts {
  database: Database;
  redis: Redis;
  config: Pick<
    NotifyConfig,
    'REDIS_URL' | 'IDENTITY_PUBLIC_KEYS' | 'LIVE_AUTH_TIMEOUT_MS' | 'LIVE_HEARTBEAT_MS' | 'LIVE_POLL_MS'
  >;
}

/** The only message of clients is short. */
const MAX_FRAME_BYTES = 4096;
/** Per period, including pings. */
const MAX_FRAMES = 50;
const SESSIONS_AT_ONCE = 500;

/** RFC 6455, section 7.4.1. */
const INTERNAL_ERROR = 1011;
const SERVICE_RESTART = 1012;

const SessionKeysSchema = z.array(z.string());

export function serveLive(app: FastifyInstance, { database, redis, config }: LiveParts): void {
  const { log } = app;
  const metrics = registerLiveMetrics(app.metricsRegistry, () => sockets.size);
  const sockets = new LiveSockets({ onCutOff: (reason) => metrics.cutOff.inc({ reason }) });
  const feed = new NotificationFeed({
    database,
    log,
    pollMs: config.LIVE_POLL_MS,
    onPush: (push) => metrics.pushes.inc(sockets.push(push)),
  });
  const checkSessions = sessionChecker(new SessionStore(redis), sockets, log);
  const recheckSessions = () => void checkSessions(sockets.sessionKeys());
  redis.on('ready', recheckSessions);
  const opened: string[] = [];
  // Thousands return at once when a gateway restarts.
  const checkOpened = oneAtATime(() => checkSessions(opened.splice(0)));

  const signals = subscribeSignals(
    config.REDIS_URL,
    {
      [SIGNALS.notifications]: () => feed.wake(),
      [SIGNALS.milestones](payload) {
        const { data } = MilestoneProgressSchema.safeParse(payload);
        if (data) sockets.sendToStaff({ type: 'milestone', data });
      },
      [SIGNALS.counts](payload) {
        const { data } = CountedSchema.safeParse(payload);
        if (data) sockets.sendToStaff({ type: 'counted', data });
      },
      [SIGNALS.sessionsEnded]: (keys) => sockets.endSessions(SessionKeysSchema.safeParse(keys).data ?? []),
    },
    {
      onConnect() {
        feed.wake();
        recheckSessions();
      },
    },
  );
  const heart = setInterval(() => {
    sockets.heartbeat();
    recheckSessions();
  }, config.LIVE_HEARTBEAT_MS);

  const server = new WebSocketServer({
    server: app.server,
    path: LIVE_PATH,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const verify = identityVerifier(config.IDENTITY_PUBLIC_KEYS, 'notify');
  server.on('connection', (webSocket: WebSocket, request: IncomingMessage) => {
    const header = request.headers[IDENTITY_HEADER];
    const identity = verify(typeof header === 'string' ? header : undefined);
    const socket = new LiveSocket(webSocket, identity.kind === 'user' ? identity : null);
    accept(webSocket, socket, { sockets, feed, log, authTimeoutMs: config.LIVE_AUTH_TIMEOUT_MS });
    // The session may have ended before the subscription.
    if (!socket.session) return;
    opened.push(socket.session.sessionKey);
    void checkOpened();
  });

  app.addHook('preClose', async () => {
    clearInterval(heart);
    signals.close();
    server.close();
    sockets.closeAll(SERVICE_RESTART);
    await feed.close();
  });
}

/** Closes the sockets of ended sessions. Skipped while Redis is unavailable; every heartbeat checks again. */
function sessionChecker(sessions: SessionStore, sockets: LiveSockets, log: FastifyInstance['log']) {
  return async (keys: string[]): Promise<void> => {
    try {
      for (let start = 0; start < keys.length; start += SESSIONS_AT_ONCE) {
        sockets.endSessions(await sessions.ended(keys.slice(start, start + SESSIONS_AT_ONCE)));
      }
    } catch (err) {
      log.debug({ err }, 'sessions not checked');
    }
  };
}

interface Connections {
  sockets: LiveSockets;
  feed: NotificationFeed;
  log: FastifyInstance['log'];
  authTimeoutMs: number;
}

function accept(webSocket: WebSocket, socket: LiveSocket, { sockets, feed, log, authTimeoutMs }: Connections): void {
  sockets.add(socket);
  const timeout = setTimeout(() => socket.refuse(LIVE_CLOSE.timeout, DEFAULT_MESSAGE.unauthenticated), authTimeoutMs);

  let frames = 0;
  const countFrame = () => {
    frames += 1;
    if (frames > MAX_FRAMES && socket.isOpen) sockets.cutOff(socket, 'talkative');
  };
  webSocket.on('ping', countFrame);
  webSocket.on('message', (data) => {
    countFrame();
    const message = readMessage(data);
    if (!message) return;
    clearTimeout(timeout);
    feed.opened
      .then(() => authenticate(socket, message, { sockets, feed }))
      .catch((err: unknown) => {
        log.warn({ err }, 'missed notifications not read');
        socket.close(INTERNAL_ERROR);
      });
  });
  webSocket.on('pong', () => {
    socket.isAlive = true;
  });
  // Protocol errors close the socket.
  webSocket.on('error', () => {});
  webSocket.on('close', () => {
    clearTimeout(timeout);
    sockets.remove(socket);
  });
}

async function authenticate(
  socket: LiveSocket,
  { userId, lastId }: LiveClientMessage,
  { sockets, feed }: Pick<Connections, 'sockets' | 'feed'>,
): Promise<void> {
  if (!socket.session) return socket.refuse(LIVE_CLOSE.unauthenticated, DEFAULT_MESSAGE.unauthenticated);
  if (socket.session.userId !== userId) return socket.refuse(LIVE_CLOSE.forbidden, DEFAULT_MESSAGE.forbidden);
  if (socket.isAuthenticated || !socket.isOpen) return;
  // Later notifications are pushed, earlier ones read.
  const upTo = feed.cursor;
  if (lastId !== undefined) socket.hold(lastId);
  sockets.authenticate(socket, userId);
  socket.send({ type: 'auth_success', userId });
  if (lastId !== undefined) socket.catchUp(lastId < upTo ? await feed.missed(userId, lastId, upTo) : []);
}

function readMessage(data: RawData): LiveClientMessage | undefined {
  try {
    return LiveClientMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''));
  } catch {
    return undefined;
  }
}
