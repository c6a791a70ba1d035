import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer as createRelay, type Socket } from 'node:net';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { TEST_IDENTITY_KEYS, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { sign } from '@fastify/cookie';
import { onTestFinished, vi } from 'vitest';
import { buildGateway, type GatewayDependencies } from '../src/app.ts';
import { deviceSecret } from '../src/callers.ts';
import { loadGatewayConfig } from '../src/config.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a service received with a request. */
export interface Seen {
  service: string;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bodyBytes: number;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  text: string;
  /** The parsed body, as what a test expects it to be. */
  json: <T = { message: string; code: string }>() => T;
}

/** Responds with what it received, after the whole body. */
export function echo(service: string): Handler {
  return (incoming, response) => {
    let bodyBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bodyBytes += chunk.length;
    });
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const seen: Seen = { service, method, url, headers, bodyBytes };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(seen));
    });
  };
}

/** Starts a real HTTP server in place of a service until the test ends. */
export async function startUpstream(handler: Handler, { host = '127.0.0.1', port = 0 } = {}) {
  const server = createServer({ maxHeaderSize: 128 * 1024, keepAliveTimeout: 72_000 }, handler);
  server.listen(port, host);
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  const { port: actual } = server.address() as AddressInfo;
  return { server, stop, port: actual, url: `http://${host}:${actual}` };
}

/** A port of this machine on which no server listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a gateway on a free port until the test ends. Services without a URL echo what they receive. */
export async function startGateway(env: Record<string, string> = {}, dependencies: GatewayDependencies = {}) {
  const withDefault = async (name: string) => env[`${name.toUpperCase()}_URL`] ?? (await startUpstream(echo(name))).url;
  const lines: string[] = [];
  const config = loadGatewayConfig({
    PORT: '0',
    LOG_LEVEL: 'info',
    IDENTITY_KEY: TEST_IDENTITY_KEYS.gateway,
    REDIS_URL: testRedisUrl(),
    RATE_LIMITS: 'off',
    WEB_CUSTOMER_FOLDER: '/nowhere',
    WEB_ADMIN_FOLDER: '/nowhere',
    ...env,
    AUTH_URL: await withDefault('auth'),
    ORDERS_URL: await withDefault('orders'),
  });
  const { app, internal } = await buildGateway(config, {
    logStream: { write: (line) => void lines.push(line) },
    // Every request counts, however busy the machine is.
    countTimeoutMs: 5000,
    ...dependencies,
  });
  const close = async () => {
    await Promise.all([app.close(), internal.close()]);
  };
  onTestFinished(close);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    close,
    internal,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    call: (path: string, options: CallOptions = {}) => call(url, path, options),
  };
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body in chunks, without a length. */
  chunked?: boolean;
}

/** Sends a request exactly as given: no path is normalized, no header is forbidden. */
export async function call(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, chunked = false }: CallOptions = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // Connections stay open, as in browsers: with `Connection: close` an early response would end the body.
  const agent = new Agent({ keepAlive: true });
  const outgoing = request({ hostname, port, path, method, headers: { ...length, ...headers }, agent });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(body);
  const [response] = await answered;
  const raw = Buffer.concat(await response.toArray());
  agent.destroy();
  const text = raw.toString();
  return { status: response.statusCode ?? 0, headers: response.headers, raw, text, json: () => JSON.parse(text) };
}

/** A session in the test Redis, as sign-in makes them. */
export async function openSession(user: { userId: number; isAdmin: boolean; isAgent?: boolean; isVerified?: boolean }) {
  const redis = connectRedis(testRedisUrl());
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  const sessions = new SessionStore(redis);
  const id = await sessions.create({ ...user, userAgent: null });
  const key = SessionStore.keyOf(id);
  const cookie = `${sessionCookie('http://localhost').name}=${id}`;
  const change = (facts: Parameters<typeof sessions.update>[1]) => sessions.update(user.userId, facts);
  return { id, key, cookie, change, end: () => sessions.end(user.userId, key) };
}

/** A proxy between a gateway and the test Redis, which can be cut off, restored, or made to hang. */
export async function startRedisRelay() {
  const target = new URL(testRedisUrl());
  const clients = new Set<Socket>();
  let hangs = false;
  const relay = createRelay((client) => {
    const redis = connect(Number(target.port), target.hostname);
    clients.add(client);
    for (const socket of [client, redis]) socket.on('error', () => {}).on('close', () => redis.destroy());
    client.on('data', (chunk) => hangs || redis.write(chunk));
    redis.pipe(client);
  });
  const open = async (port: number) => {
    await once(relay.listen(port, '127.0.0.1'), 'listening');
    return (relay.address() as AddressInfo).port;
  };
  const cut = () => {
    relay.close();
    for (const client of clients) client.destroy();
  };
  onTestFinished(cut);
  const port = await open(0);
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    cut,
    restore: () => open(port),
    hang: () => {
      hangs = true;
    },
  };
}

/** Deletes all sessions and counters of earlier tests of this worker. */
export async function emptyRedis(): Promise<void> {
  const redis = connectRedis(testRedisUrl());
  await vi.waitUntil(() => redis.status === 'ready');
  await redis.flushdb();
  redis.disconnect();
}

/** The cookie of a device that the site saw first so many minutes ago. */
export function deviceCookie(id: string, minutes: number, identityKey = TEST_IDENTITY_KEYS.gateway): string {
  const value = `${id}:${(Date.now() - minutes * 60_000).toString(36)}`;
  return `fasocolis-browser=${encodeURIComponent(sign(value, deviceSecret(identityKey)))}`;
}
