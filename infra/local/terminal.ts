import { once } from 'node:events';
import type { Stack } from './stack.ts';
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

/** Shows the block, then keeps the stack in the foreground until the end is requested or one of its processes crashes. */
export async function keepRunning(stack: Stack, title: string, lines: [string, string][], end: AbortSignal) {
  const block = lines.map(([label, value]) => `  ${label.padEnd(24)} ${value}`);
  console.log(['', title, '', ...block, '', '  Ctrl-C pour tout arrêter ; les données sont gardées.', ''].join('\n'));
  const crash = await Promise.race([stack.crashed, end.aborted || once(end, 'abort')]);
  if (crash instanceof Error) report(crash);
  console.log('\nArrêt…');
  await stack.stop();
  console.log('FasoColis est arrêté. Les données sont gardées.');
}
