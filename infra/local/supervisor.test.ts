import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOf } from './process-table.ts';
import { type Daemon, Supervisor } from './supervisor.ts';

let logs: string;
let supervisor: Supervisor;
beforeEach(() => {
  logs = mkdtempSync(join(tmpdir(), 'fasocolis-logs-'));
  supervisor = new Supervisor(logs);
});
afterEach(async () => {
  await supervisor.stopAll();
  rmSync(logs, { recursive: true });
});

const daemon = (name: string, kind: Daemon['kind'], script: string): Daemon => ({
  name,
  kind,
  command: 'sh',
  args: ['-c', script],
  port: 0,
});

const order = () => readFileSync(join(logs, 'order.log'), 'utf8').split('\n').filter(Boolean);

/** Prints its name on SIGTERM. */
const polite = (name: string) =>
  `trap 'echo ${name} >> ${logs}/order.log; exit 0' TERM; echo up; while :; do sleep 0.05; done`;

const isUp = (name: string) => readFileSync(join(logs, `${name}.log`), 'utf8').includes('up');

describe('Supervisor', () => {
  it('stops callers before callees, in whatever order they were started', async () => {
    const kinds = { redis: 'redis', orders: 'service', gateway: 'gateway', maildev: 'mail' } as const;
    for (const [name, kind] of Object.entries(kinds)) supervisor.start(daemon(name, kind, polite(name)));
    await vi.waitUntil(() => Object.keys(kinds).every(isUp));
    await Promise.all([supervisor.stopAll(), supervisor.stopAll()]);
    expect(order()).toEqual(['gateway', 'orders', 'maildev', 'redis']);
  });

  it('fails with the last log lines of a process that exited unexpectedly', async () => {
    supervisor.start(daemon('orders', 'service', 'echo the disk is full; exit 3'));
    await vi.waitUntil(() => supervisor.signal.aborted);
    expect(supervisor.signal.reason.message).toMatch(/^orders s'est arrêté \(code 3\)[\s\S]*the disk is full/);
    expect(() => supervisor.start(daemon('late', 'service', 'true'))).toThrow("orders s'est arrêté");
  });

  it('restarts a service that was killed, and ends when a database was', async () => {
    supervisor.start(daemon('orders', 'service', polite('orders')));
    supervisor.start(daemon('redis', 'redis', polite('redis')));
    const pidOf = (name: string) => supervisor.processes.find((each) => each.name === name)?.pid ?? 0;
    const before = pidOf('orders');
    process.kill(before, 'SIGKILL');
    await vi.waitUntil(() => pidOf('orders') !== before);
    expect(supervisor.signal.aborted).toBe(false);
    process.kill(pidOf('redis'), 'SIGKILL');
    await vi.waitUntil(() => supervisor.signal.aborted);
    expect(supervisor.signal.reason.message).toContain("redis s'est arrêté (SIGKILL)");
  });

  it('restarts a service that its watchdog ended because its event loop stood still [SEC-018]', async () => {
    const mark = join(logs, 'stood-still');
    const program = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { startWatchdog } from '@fasocolis/service-kit/ops/watchdog';
      startWatchdog('orders', 600);
      const isRestarted = existsSync('${mark}');
      writeFileSync('${mark}', '');
      setInterval(() => {
        if (isRestarted) console.log('up');
        else while (true);
      }, 50);
    `;
    supervisor.start({
      ...daemon('orders', 'service', ''),
      command: process.execPath,
      args: ['--input-type=module', '-e', program],
    });
    await vi.waitUntil(() => isUp('orders'), { timeout: 10_000 });
    expect(readFileSync(join(logs, 'orders.log'), 'utf8')).toContain('event loop stood still for 600 ms');
    expect(supervisor.signal.aborted).toBe(false);
  });

  it('does not report a process that was stopped or restarted on purpose as crashed', async () => {
    supervisor.start(daemon('orders', 'service', polite('orders')));
    const [before] = supervisor.processes;
    await supervisor.stop('orders', 'SIGKILL');
    await supervisor.restart('orders');
    const [after] = supervisor.processes;
    expect(supervisor.signal.aborted).toBe(false);
    expect(startOf(before?.pid ?? 0)).toBeUndefined();
    expect(startOf(after?.pid ?? 0)).toBeDefined();
  });

  it('starts a process again that ended while its exit was tolerated', async () => {
    supervisor.start(daemon('redis', 'redis', polite('redis')));
    const { pid = 0 } = supervisor.processes[0] ?? {};
    const restart = supervisor.tolerateExit('redis');
    process.kill(pid, 'SIGKILL');
    // Until this process has noticed it: a process that has only ended can still get signals.
    await vi.waitUntil(() => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
    restart();
    expect(supervisor.processes[0]?.pid).not.toBe(pid);
    expect(supervisor.signal.aborted).toBe(false);
  });

  it('names a program that cannot be started', async () => {
    supervisor.start({ ...daemon('redis', 'redis', ''), command: '/no/such/program' });
    await vi.waitUntil(() => supervisor.signal.aborted);
    expect(supervisor.signal.reason.message).toContain('/no/such/program');
  });

  it('ends a task that is still running when everything is stopped', async () => {
    const build = supervisor.run({ name: 'build', command: 'sleep', args: ['60'] });
    const [outcome] = await Promise.allSettled([build, supervisor.stopAll()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'Arrêt demandé.' } });
  });
});
