import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

const LIMIT_MS = 600;

/** A process with a watchdog that prints a line per turn of its event loop. */
function startProcess(work: string) {
  const program = `
    import { startWatchdog } from '@fasocolis/service-kit/ops/watchdog';
    startWatchdog('example', ${LIMIT_MS});
    ${work}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  return { child, ended, errors: text(child.stderr), nextLine: () => lines.next() };
}

it('a process whose event loop stands still for longer than the limit is ended with a line in the log [SEC-018]', async () => {
  const { ended, errors } = startProcess('setTimeout(() => { while (true); }, 100);');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const msg = `event loop stood still for ${LIMIT_MS} ms, ending the process`;
  expect(JSON.parse(await errors)).toEqual({ level: 'fatal', service: 'example', msg });
});

it('a process that stands still for less than the limit, again and again, goes on [SEC-018]', async () => {
  const { child, ended, nextLine } = startProcess(`
    setInterval(() => {
      const end = Date.now() + ${LIMIT_MS / 2};
      while (Date.now() < end);
      console.log('turn');
    }, 20);
  `);
  for (let turn = 0; turn < 6; turn += 1) expect((await nextLine()).value).toBe('turn');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

it('a process that was frozen for longer than the limit goes on when it is resumed [SEC-018]', async () => {
  const { child, ended, nextLine } = startProcess("setInterval(() => console.log('turn'), 20);");
  await nextLine();
  child.kill('SIGSTOP');
  // Time is what this is about.
  await delay(LIMIT_MS * 3);
  child.kill('SIGCONT');
  const resumed = Date.now();
  while (Date.now() < resumed + LIMIT_MS * 2) expect((await nextLine()).value).toBe('turn');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

it('the watchdog does not keep a process without work alive [SEC-018]', async () => {
  const { ended } = startProcess('');
  expect(await ended).toEqual([0, null]);
});
