import { StartError } from './start-error.ts';

/** Aborted when this process has to exit: by a signal, or because its parent is gone. */
export function endRequested(): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);
  return controller.signal;
}

export function report(error: unknown): void {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exitCode = 1;
}
