import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A proxy to a server that delays, drops or breaks connections. Its port on 127.0.0.1 stays the same after a cut.
 * @param ownPort default: any free one, which another connection may take during a cut
 */
export async function startTcpProxy(target: string, ownPort = 0) {
  let { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let pieceDelayMs = 0;
  let thaw = Promise.withResolvers<void>();
  thaw.resolve();

  /** One direction of one connection. */
  const line = () =>
    new Transform({
      async transform(chunk: Buffer, _encoding, callback) {
        await thaw.promise;
        if (pieceDelayMs > 0) await delay(pieceDelayMs);
        callback(null, chunk);
      },
    });
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    client.pipe(line()).pipe(upstream);
    upstream.pipe(line()).pipe(client);
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(ownPort);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  const proxy = {
    url: url.href,
    /** Connects later clients to another server. */
    redirect(other: string) {
      ({ hostname, port: targetPort } = new URL(other));
    },
    /** Delays every chunk from now on. */
    slowDown(milliseconds: number) {
      pieceDelayMs = milliseconds;
    },
    /** Keeps connections open and accepts new ones, but forwards nothing. */
    freeze() {
      thaw = Promise.withResolvers();
    },
    /** Breaks all connections and refuses new ones. */
    async cut() {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    /** Forwards everything again. */
    async heal() {
      pieceDelayMs = 0;
      thaw.resolve();
      if (!server.listening) await listen(port);
    },
    async close() {
      thaw.resolve();
      if (server.listening) await proxy.cut();
    },
  };
  return proxy;
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;
