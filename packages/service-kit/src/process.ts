import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as pollDone } from 'node:timers/promises';
import { promisify } from 'node:util';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

/** How long a process may take to finish what it has begun, in milliseconds. */
const GRACE_MS = 10_000;
/** How long it still answers those who have not noticed yet, at most; longer than they keep a connection unused. */
const HANDOVER_MS = 4000;
const LOOK_MS = 100;
/** In a connection that was just made, the request comes by then. */
const ARRIVAL_MS = 1000;

let closing = false;

/** Whether this process is about to end: whoever chooses among replicas should choose another. */
export function isClosing(): boolean {
  return closing;
}

/**
 * Ends the process in good order on SIGTERM, SIGINT, an uncaught error, or when the launcher that started it is gone:
 * callers are asked to go elsewhere, then `close` stops accepting, finishes and releases; after 10 seconds the process
 * ends anyway.
 */
export function closeGracefully(app: FastifyInstance, close: () => Promise<unknown>): void {
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ signal, err }) => {
    closing = true;
    if (err) app.log.fatal({ err }, 'fatal error');
    app.log.info({ signal }, 'closing');
    // A launcher's processes have no replicas that could take over.
    if (!err && !process.connected) await handOver(app);
    await close();
  });
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Goes on answering, and says with every answer that the connection ends here, until nobody is connected any more. Then it
 * lets nobody in, and answers those who just came in: to close a connection that seems unused, which closing an HTTP server
 * does, could meet a request on its way.
 */
async function handOver({ server }: FastifyInstance): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const connections = promisify(server.getConnections.bind(server));
  const untilNobodyIsConnected = async (timeoutMs: number) => {
    const deadline = Date.now() + timeoutMs;
    do await delay(LOOK_MS);
    while ((await connections()) > 0 && Date.now() < deadline);
  };
  await untilNobodyIsConnected(HANDOVER_MS);
  // Right after all who wait at the door have been let in.
  await pollDone();
  Server.prototype.close.call(server);
  await untilNobodyIsConnected(ARRIVAL_MS);
}
