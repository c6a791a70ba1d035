import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

const GRACE_MS = 10_000;
/** Longer than the keep-alive timeout of callers. */
const HANDOVER_MS = 4000;
const LOOK_MS = 100;
/** On a new connection the request arrives within this time. */
const ARRIVAL_MS = 1000;

let closing = false;

/** Whether the process is shutting down and load balancers should choose another replica. */
export function isClosing(): boolean {
  return closing;
}

/**
 * Shuts down on SIGTERM, SIGINT, an uncaught error, or the exit of the launcher: sends `Connection: close`, then calls
 * `close`, and exits after 10 seconds at the latest.
 */
export function closeGracefully(app: FastifyInstance, close: () => Promise<unknown>): void {
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ signal, err }) => {
    closing = true;
    if (err) app.log.fatal({ err }, 'fatal error');
    app.log.info({ signal }, 'closing');
    // Processes of the launcher have no replicas that could take over.
    if (!err && !process.connected) await handOver(app);
    await close();
  });
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Responds with `Connection: close` until no connection is left. Then stops accepting and drains: `server.close()`
 * would also drop idle keep-alive connections and race a request in flight.
 */
async function handOver({ server }: FastifyInstance): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const connections = promisify(server.getConnections.bind(server));
  const untilDisconnected = async (timeoutMs: number) => {
    const deadline = Date.now() + timeoutMs;
    do await delay(LOOK_MS);
    while ((await connections()) > 0 && Date.now() < deadline);
  };
  await untilDisconnected(HANDOVER_MS);
  // Lets the event loop accept queued connections before listening stops.
  await nextTurn();
  Server.prototype.close.call(server);
  await untilDisconnected(ARRIVAL_MS);
}
