import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Order } from '@fasocolis/contracts/orders';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { CONTAINERS, docker, generateSecrets, Installation, ROOT } from './installation.ts';
import { Load } from './load.ts';

const STACK = 'fasocolis-swarm';
const OF_STACK = ['--filter', `label=com.docker.stack.namespace=${STACK}`];
const STORES = ['postgres', 'redis'];
const folder = mkdtempSync(join(tmpdir(), 'fasocolis-'));
// Swarm publishes ports on all addresses or none.
const environment = { ...generateSecrets(), DEMO_DATA: 'false', BIND_ADDRESS: '0.0.0.0' };
const installation = new Installation({ project: STACK, port: 18086, environment });

/** The number of running and desired replicas of a service, e.g. "1/1"; "1/1 (1/1 completed)" for a completed job. */
async function replicas(): Promise<Record<string, string>> {
  const rows = await docker('service', 'ls', ...OF_STACK, '--format', '{{.Name}} {{.Replicas}}');
  return Object.fromEntries(
    rows.split('\n').map((row) => {
      const [name = '', ...count] = row.split(' ');
      return [name.slice(STACK.length + 1), count.join(' ')];
    }),
  );
}

const isUp = (count: string) => {
  const [running, wanted] = count.split('/').map(Number.parseFloat);
  return count.includes('completed') ? /\(1\/1 completed\)/.test(count) : running === wanted;
};
const notUp = async () => Object.entries(await replicas()).filter(([, count]) => !isUp(count));
const untilUp = () => vi.waitFor(async () => expect(await notUp()).toEqual([]), { timeout: 240_000, interval: 1000 });

const STACK_FILE = join(folder, 'stack.json');
async function deploy(): Promise<void> {
  await docker('stack', 'deploy', '--resolve-image', 'never', '-c', STACK_FILE, STACK);
  await untilUp();
}

/** Sets the numbers of replicas; does not wait for them. */
const scale = (names: string[], count: number) =>
  docker('service', 'scale', '--detach', ...names.map((name) => `${STACK}_${name}=${count}`));

/** Removes the swarm, if there is one, and what a killed run has left. */
async function removeSwarm(): Promise<void> {
  await docker('stack', 'rm', STACK).catch(() => '');
  await docker('swarm', 'leave', '--force').catch(() => '');
  // Containers of jobs remain; the engine is still removing the others, and refuses to remove those twice.
  await vi.waitUntil(
    async () => {
      const containers = await docker('ps', '-aq', ...OF_STACK);
      if (containers) await docker('rm', '--force', ...containers.split('\n')).catch(() => '');
      return containers === '' && (await docker('network', 'ls', '-q', ...OF_STACK)) === '';
    },
    { timeout: 60_000, interval: 500 },
  );
  const volumes = await docker('volume', 'ls', '-q', ...OF_STACK);
  if (volumes) await docker('volume', 'rm', ...volumes.split('\n'));
}

beforeAll(async () => {
  await removeSwarm();
  await docker('swarm', 'init', '--advertise-addr', '127.0.0.1');
  const env = { ...process.env, ...installation.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'infra/swarm/make-stack.mjs')], { env });
  // Short intervals, so that the number of checks before a replacement is reached soon.
  writeFileSync(STACK_FILE, stdout.replaceAll(/("interval": ?)"15s"/g, '$1"2s"'));
  await deploy();
});
afterAll(async () => {
  await removeSwarm();
  rmSync(folder, { recursive: true, force: true });
});

const runningContainers = async () => (await docker('ps', '-q', ...OF_STACK)).split('\n').toSorted();
const isReady = async () => (await fetch(`${installation.url}/health/ready`).catch(() => undefined))?.status === 200;
const TIMEOUT = { timeout: 60_000, interval: 250 };

/** Runs the operator's tools as described in docs/operating.md. @throws Error with the output */
async function operate(command: string[], input?: Buffer): Promise<{ stdout: Buffer; stderr: Buffer }> {
  const files = `${installation.environment.COMPOSE_FILE}:infra/swarm/operator.yml`;
  const env = { ...process.env, ...installation.environment, COMPOSE_FILE: files, STACK };
  const line = ['compose', 'run', '--rm', '-T', '--no-deps', 'operator', ...command];
  const running = promisify(execFile)('docker', line, { cwd: ROOT, env, encoding: 'buffer' });
  running.child.stdin?.end(input);
  return running;
}

describe('a swarm', () => {
  it('runs the product from the same file and images as Compose', async () => {
    await vi.waitUntil(isReady, TIMEOUT);
    const admin = await installation.signInAsAdmin();
    const body = { reference: `SWARM-${Date.now()}` };
    const { reference } = await installation.send<Order>('POST', '/api/orders', body, admin);
    const response = await fetch(`${installation.url}/api/orders/${reference}`);
    expect(await response.json()).toMatchObject({ reference });
  });

  it('scales and updates a service without a failed request', async () => {
    const admin = await installation.signInAsAdmin();
    const send = () => fetch(`${installation.url}/api/orders?range=[0,0]`, { headers: { cookie: admin } });
    const load = new Load({ send, expected: 200, clients: 2 });
    onTestFinished(() => load.stop());
    await scale(['orders'], 2);
    await vi.waitFor(async () => expect((await replicas()).orders).toBe('2/2'), TIMEOUT);
    await docker('service', 'update', '--detach=false', '--quiet', '--force', `${STACK}_orders`);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(20);
  });

  it('keeps every process while PostgreSQL is unavailable', async () => {
    await vi.waitUntil(isReady, TIMEOUT);
    const before = await runningContainers();
    const gateway = await docker('ps', '-q', ...OF_STACK, '--filter', `name=${STACK}_gateway`);
    onTestFinished(async () => void (await scale(['postgres'], 1)));
    await scale(['postgres'], 0);
    await vi.waitUntil(async () => !(await isReady()), TIMEOUT);
    // One more check than a replacement needs; the engine keeps the last five.
    const since = Date.now();
    await vi.waitUntil(async () => {
      const { Log } = JSON.parse(await docker('inspect', '-f', '{{json .State.Health}}', gateway));
      return Log.filter(({ Start }: { Start: string }) => Date.parse(Start) > since).length >= 4;
    }, TIMEOUT);
    const kept = await runningContainers();
    expect(kept.filter((id) => !before.includes(id))).toEqual([]);
    expect(await notUp()).toEqual([]);
    await scale(['postgres'], 1);
    await vi.waitUntil(isReady, TIMEOUT);
    expect(await runningContainers()).toEqual(expect.arrayContaining(kept));
  });

  it('is backed up while it runs, and restored to that state', async () => {
    onTestFailed(deploy);
    await vi.waitUntil(isReady, TIMEOUT);
    const admin = await installation.signInAsAdmin();
    const find = async (reference: string) => (await fetch(`${installation.url}/api/orders/${reference}`)).status;
    const [kept, lost] = ['AVANT', 'APRES'].map((name) => `${name}-${Date.now()}`) as [string, string];
    await installation.send('POST', '/api/orders', { reference: kept }, admin);
    const { stdout: backup } = await operate(['backup']);
    expect(backup.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    await installation.send('POST', '/api/orders', { reference: lost }, admin);

    await scale(
      CONTAINERS.filter((name) => !STORES.includes(name)),
      0,
    );
    await vi.waitFor(async () => expect(await runningContainers()).toHaveLength(STORES.length), TIMEOUT);
    // The engine may still be removing an unused network, and refuse to connect the operator to it.
    const { stderr } = await vi.waitFor(() => operate(['restore', '--oui'], backup), TIMEOUT);
    expect(String(stderr)).toContain('Tout est restauré et vérifié.');
    await deploy();

    await vi.waitUntil(isReady, TIMEOUT);
    expect([await find(kept), await find(lost)]).toEqual([200, 404]);
    // Backups contain no sessions.
    expect((await fetch(`${installation.url}/api/user`, { headers: { cookie: admin } })).status).toBe(401);
    await installation.signInAsAdmin();
  });
});
