import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';

/** How long a process may take to finish what it has begun, in milliseconds. */
const GRACE_MS = 10_000;

/**
 * Ends the process in good order on SIGTERM, SIGINT, an uncaught error, or when the launcher that started it is gone:
 * `close` stops accepting, finishes and releases; after 10 seconds the process ends anyway.
 */
export function closeGracefully(log: FastifyBaseLogger, close: () => Promise<unknown>): void {
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'fatal error');
    log.info({ signal }, 'closing');
    await close();
  });
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
