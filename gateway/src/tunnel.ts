import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@fasocolis/service-kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReplicaSet } from './replica-set.ts';
import { SOCKET_PATH } from './upstreams.ts';

/** What of the handshake (RFC 6455, 4) concerns the two ends alone. */
const HANDSHAKE_HEADERS = ['sec-websocket-key', 'sec-websocket-version'] as const;

/** Whether a request asks for a WebSocket where there may be one; anything else is answered as if it had not asked. */
export function mayUpgrade({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SOCKET_PATH;
}

interface TunnelOptions {
  replicas: ReplicaSet;
  headersFor: (request: FastifyRequest) => Record<string, string>;
}

/**
 * Answers WebSocket upgrades: once the hooks have let one pass and a replica has taken it, the two connections are one,
 * and the gateway no longer reads what goes through (docs/decisions/0010).
 */
export function registerTunnel(app: FastifyInstance, { replicas, headersFor }: TunnelOptions): void {
  /** What clients sent right behind their request. */
  const upgrades = new WeakMap<IncomingMessage, { response: ServerResponse; head: Buffer }>();
  const tunnels = new Set<Socket>();

  app.server.on('upgrade', (incoming: IncomingMessage, _socket: Duplex, head: Buffer) => {
    const { socket } = incoming;
    socket.on('error', () => {});
    const response = new ServerResponse(incoming);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    upgrades.set(incoming, { response, head });
    // From here on a request like any other, which every hook checks.
    app.routing(incoming, response);
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
    const answer = await replicas.upgrade({ path: request.url, headers, protocol: 'websocket' }).catch((cause) => {
      throw new AppError('unavailable', undefined, { cause });
    });
    reply.hijack();
    const client = request.raw.socket;
    if (client.destroyed) {
      answer.socket.destroy();
      return;
    }
    upgrade.response.detachSocket(client);
    client.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${String(answer.headers['sec-websocket-accept'])}\r\n\r\n`,
    );
    answer.socket.write(upgrade.head);
    join(client, answer.socket);
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    request.log.info({ url: SOCKET_PATH, userId: request.userId }, 'socket opened');
  }

  for (const path of [SOCKET_PATH, `${SOCKET_PATH}/*`]) app.all(path, open);
  app.addHook('preClose', async () => {
    for (const client of tunnels) client.destroySoon();
  });
}

/** Makes one connection of two: what one end reads slowly the other sends slowly, and they end together. */
function join(client: Socket, service: Duplex): void {
  client.setTimeout(0);
  client.pipe(service).pipe(client);
  client.once('close', () => service.destroy());
  service.once('close', () => client.destroySoon());
  service.on('error', () => {});
}
