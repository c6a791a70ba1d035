import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import type { Order } from '@fasocolis/contracts/orders';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { docker, generateSecrets, Installation, ROOT } from './installation.ts';
import { Load } from './load.ts';

const STACK = 'fasocolis-swarm';
const folder = mkdtempSync(join(tmpdir(), 'fasocolis-'));
const environment = { ...generateSecrets(), DEMO_DATA: 'false' };
const installation = new Installation({ project: STACK, port: 18086, environment });

/** How many replicas of a service run, of how many that should, e.g. "1/1"; "1/1 (1/1 completed)" for what ran to its end. */
async function replicas(): Promise<Record<string, string>> {
  const rows = await docker(
    'service',
    'ls',
    '--filter',
    `label=com.docker.stack.namespace=${STACK}`,
    '--format',
    '{{.Name}} {{.Replicas}}',
  );
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
const untilUp = () =>
  vi.waitFor(async () => expect(Object.entries(await replicas()).filter(([, count]) => !isUp(count))).toEqual([]), {
    timeout: 240_000,
    interval: 1000,
  });

beforeAll(async () => {
  await docker('swarm', 'init', '--advertise-addr', '127.0.0.1');
  const env = { ...process.env, ...installation.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'infra/swarm/make-stack.mjs')], { env });
  const file = join(folder, 'stack.json');
  writeFileSync(file, stdout);
  await docker('stack', 'deploy', '--resolve-image', 'never', '-c', file, STACK);
  await untilUp();
});
afterAll(async () => {
  await docker('stack', 'rm', STACK).catch(() => '');
  await docker('swarm', 'leave', '--force');
  const ofStack = ['--filter', `label=com.docker.stack.namespace=${STACK}`];
  // What a job ran in stays behind; the engine is still removing the rest, and refuses to remove those twice.
  await vi.waitUntil(
    async () => {
      const containers = await docker('ps', '-aq', ...ofStack);
      if (containers) await docker('rm', '--force', ...containers.split('\n')).catch(() => '');
      return containers === '' && (await docker('network', 'ls', '-q', ...ofStack)) === '';
    },
    { timeout: 60_000, interval: 500 },
  );
  const volumes = await docker('volume', 'ls', '-q', ...ofStack);
  if (volumes) await docker('volume', 'rm', ...volumes.split('\n'));
  rmSync(folder, { recursive: true, force: true });
});

describe('a swarm', () => {
  it('runs the product from the same file and images', async () => {
    const find = () => fetch(`${installation.url}/health/ready`);
    await vi.waitFor(async () => expect((await find()).status).toBe(200), { timeout: 60_000, interval: 500 });
    const admin = await installation.signInAsAdmin();
    const body = { reference: `SWARM-${Date.now()}` };
    const { reference } = await installation.send<Order>('POST', '/api/orders', body, admin);
    const answer = await fetch(`${installation.url}/api/orders/${reference}`);
    expect(await answer.json()).toMatchObject({ reference });
  });

  it('scales and updates a service, and no request fails', async () => {
    const admin = await installation.signInAsAdmin();
    const ask = () => fetch(`${installation.url}/api/orders?range=[0,0]`, { headers: { cookie: admin } });
    const load = new Load({ ask, expected: 200, clients: 2 });
    onTestFinished(() => load.stop());
    await docker('service', 'scale', '--detach', `${STACK}_orders=2`);
    await vi.waitFor(async () => expect((await replicas()).orders).toBe('2/2'), { timeout: 60_000, interval: 500 });
    await docker('service', 'update', '--detach=false', '--quiet', '--force', `${STACK}_orders`);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(20);
  });

  it('is backed up while it runs', async () => {
    const files = `${installation.environment.COMPOSE_FILE}:infra/swarm/operator.yml`;
    const env = { ...process.env, ...installation.environment, COMPOSE_FILE: files, STACK };
    const command = ['compose', 'run', '--rm', '-T', '--no-deps', 'operator', 'backup'];
    const { stdout } = await promisify(execFile)('docker', command, { cwd: ROOT, env, encoding: 'buffer' });
    const archive = zstdDecompressSync(stdout);
    const names = execFileSync('tar', ['--list'], { input: archive, encoding: 'utf8' });
    expect(names).toMatch(/^manifest\.json\/.*^auth\/tables\/users\/.*^summary\.json\//ms);
    expect(archive.toString()).toContain('SWARM-');
  });
});
