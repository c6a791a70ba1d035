import { StartError } from './start-error.ts';

/** Aborted when this process is asked to end: by a signal, or because whoever started it is gone. */
export function endRequested(): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);
  return controller.signal;
}

/** Shows what went wrong, a sentence where there is one, and lets the process end with code 1. */
export function report(error: unknown): void {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exitCode = 1;
}
