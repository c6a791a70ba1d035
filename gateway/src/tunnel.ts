import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { LIVE_PATH } from '@fasocolis/contracts/live';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReplicaSet } from './replica-set.ts';

/** Handshake headers (RFC 6455, section 4) that are passed through. */
const HANDSHAKE_HEADERS = ['sec-websocket-key', 'sec-websocket-version'] as const;

const HANDSHAKES_AT_ONCE = 32;
/** How long a handshake without a response from notify may keep others waiting, in milliseconds. */
const PLACE_MS = 500;

/** Whether a request asks for a WebSocket where one is available; others are handled as ordinary requests. */
export function mayUpgrade({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === LIVE_PATH;
}

interface TunnelOptions {
  replicas: ReplicaSet;
  headersFor: (request: FastifyRequest) => Record<string, string>;
}

/**
 * Handles WebSocket upgrades: after the hooks and a replica have accepted one, the two connections are joined and the
 * gateway no longer parses their data (docs/decisions/0010).
 */
export function registerTunnel(app: FastifyInstance, { replicas, headersFor }: TunnelOptions): void {
  /** Data that clients sent right after their request. */
  const upgrades = new WeakMap<IncomingMessage, { response: ServerResponse; head: Buffer; end: () => void }>();
  const tunnels = new Set<Socket>();
  const admit = admission();

  app.server.on('upgrade', (incoming: IncomingMessage, _socket: Duplex, head: Buffer) => {
    const { socket } = incoming;
    socket.on('error', () => {});
    const response = new ServerResponse(incoming);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    response.once('close', end);
    upgrades.set(incoming, { response, head, end });
    admit(() => {
      // The request is routed like any other, with all hooks.
      app.routing(incoming, response);
      return ended;
    });
  });

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upgrade = upgrades.get(request.raw);
    if (!upgrade || request.method !== 'GET') throw new AppError('not-found');
    const headers = headersFor(request);
    for (const name of HANDSHAKE_HEADERS) {
      const value = request.headers[name];
      if (typeof value !== 'string') throw new AppError('bad-request');
      headers[name] = value;
    }
    const response = await replicas.upgrade({ path: request.url, headers, protocol: 'websocket' }).catch((cause) => {
      throw new AppError('unavailable', undefined, { cause });
    });
    reply.hijack();
    const client = request.raw.socket;
    if (client.destroyed) {
      response.socket.destroy();
      return;
    }
    upgrade.response.detachSocket(client);
    upgrade.end();
    client.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${String(response.headers['sec-websocket-accept'])}\r\n\r\n`,
    );
    response.socket.write(upgrade.head);
    join(client, response.socket);
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    request.log.info({ url: LIVE_PATH, userId: request.userId }, 'socket opened');
  }

  for (const path of [LIVE_PATH, `${LIVE_PATH}/*`]) app.all(path, open);
  app.addHook('preClose', async () => {
    for (const client of tunnels) client.destroySoon();
  });
}

/**
 * Limits how many handshakes run at once: after a restart thousands of clients return, and other requests would wait behind
 * all of them.
 */
function admission(): (handshake: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  const begin = async () => {
    const handshake = running < HANDSHAKES_AT_ONCE ? waiting.shift() : undefined;
    if (!handshake) return;
    running += 1;
    await Promise.race([handshake(), delay(PLACE_MS, undefined, { ref: false })]);
    running -= 1;
    // The requests that have arrived meanwhile come first.
    setImmediate(() => void begin());
  };
  return (handshake) => {
    waiting.push(handshake);
    void begin();
  };
}

/** Joins two connections, with back-pressure; they end together. */
function join(client: Socket, service: Duplex): void {
  client.setTimeout(0);
  client.pipe(service).pipe(client);
  client.once('close', () => service.destroy());
  service.once('close', () => client.destroySoon());
  service.on('error', () => {});
}
