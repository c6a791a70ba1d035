import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startOf } from './process-table.ts';
import { ROOT } from './root.ts';

interface Launch {
  child: ChildProcess;
  /** The output so far, on both streams. */
  output: () => string;
  /** The exit code, once the process has ended. */
  code: Promise<number | null>;
}

const TIMEOUT = { timeout: 90_000, interval: 50 };

let home: string;
const launches: Launch[] = [];

// One home for all tests: the first start creates the data, later ones find them. It is private to its owner, as
// `mktemp -d` makes it: for root, PostgreSQL's data must then lie elsewhere.
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fasocolis-home-'));
});
afterAll(async () => {
  await Promise.all(launches.map(stop));
  const data = join(home, 'postgres');
  if (existsSync(data)) rmSync(realpathSync(data), { recursive: true });
  rmSync(home, { recursive: true });
});

async function stop({ child, code }: Launch): Promise<void> {
  child.kill('SIGTERM');
  await code;
}

function launch(env: NodeJS.ProcessEnv = {}): Launch {
  let printed = '';
  const child = spawn(process.execPath, [join(ROOT, 'infra/local/bootstrap.mjs'), 'start'], {
    env: { ...process.env, PORT: '0', MAIL_PORT: '0', FASOCOLIS_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const code = once(child, 'close').then(([exitCode]: (number | null)[]) => exitCode ?? null);
  const launched = { child, output: () => printed, code };
  launches.push(launched);
  return launched;
}

/** The product of the test before if that left it running, otherwise a new one; with the URL of the customer site. */
async function running(): Promise<Launch & { url: string }> {
  const isRunning = ({ child }: Launch) => child.exitCode === null && child.signalCode === null;
  const launched = launches.find(isRunning) ?? launch();
  return { ...launched, url: await ready(launched) };
}

/** Waits for the printed addresses. @returns the URL of the customer site */
async function ready({ child, output }: Launch): Promise<string> {
  await vi.waitUntil(() => output().includes('Ctrl-C') || child.exitCode !== null, TIMEOUT);
  const url = /Site des clients +(\S+)/.exec(output())?.[1];
  if (!url) throw new Error(`npm start did not become ready:\n${output()}`);
  return url;
}

interface Entry {
  name: string;
  pid: number;
}

/** The launcher and what it has started, from the home's own list. */
function runningIn(folder: string): { launcher: number; children: Entry[] } {
  const { pid, children } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
  return { launcher: pid, children: children.filter((entry: Entry) => startOf(entry.pid)) };
}

const pidOf = (name: string) => runningIn(home).children.find((entry) => entry.name === name)?.pid ?? 0;

const findOrder = async (url: string, reference: string) => (await fetch(`${url}/api/orders/${reference}`)).status;

async function createOrder(url: string, reference: string): Promise<void> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const login = await post('/api/auth/login', { email: 'admin', password: 'Admin-1234' });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]);
  const created = await post('/api/orders', { reference }, cookie.join('; '));
  expect(created.status).toBe(201);
}

describe('npm start', { timeout: 180_000 }, () => {
  it('prints the addresses and sign-ins, and leaves the data and no process when interrupted', async () => {
    const first = launch();
    const url = await ready(first);
    expect(first.output()).toContain(`${url}/admin\n`);
    expect(first.output()).toContain(`${url}/api/docs\n`);
    expect(first.output()).toContain('admin / Admin-1234');
    expect(first.output()).toContain('client / Client-1234');
    const emailsUrl = /E-mails envoyés +(\S+)/.exec(first.output())?.[1];
    expect((await fetch(`${emailsUrl}/api/email`)).status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await createOrder(url, 'KEPT0001');
    const { launcher, children } = runningIn(home);

    first.child.kill('SIGINT');
    first.child.kill('SIGINT');
    expect(await first.code).toBe(0);
    expect([launcher, ...children.map(({ pid }) => pid)].filter(startOf)).toEqual([]);

    const again = await ready(launch());
    expect(await findOrder(again, 'KEPT0001')).toBe(200);
  });

  it('has a command that switches the second factor of a user off', async () => {
    await running();
    const command = spawn(process.execPath, [join(ROOT, 'infra/local/bootstrap.mjs'), 'disable-two-factor', 'client'], {
      env: { ...process.env, FASOCOLIS_HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    command.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    expect(await once(command, 'close')).toEqual([1, null]);
    // The demo customer has none: the command has reached the service.
    expect(output).toContain("La validation en deux étapes n'est pas activée.");
  });

  it('prints where it already runs when started again, and leaves the first one running', async () => {
    const { url } = await running();
    const second = launch();
    expect(await second.code).toBe(1);
    expect(second.output()).toContain(`FasoColis fonctionne déjà à l'adresse ${url}`);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('recovers after the launcher was killed', async () => {
    const killed = await running();
    await createOrder(killed.url, 'KEPT0002');
    const { launcher, children } = runningIn(home);
    process.kill(launcher, 'SIGKILL');
    expect(await killed.code).not.toBe(0);
    const ours = children.filter(({ name }) => name !== 'postgres' && name !== 'redis');
    await vi.waitUntil(() => ours.every(({ pid }) => !startOf(pid)), TIMEOUT);

    const url = await ready(launch());
    expect(children.filter(({ pid }) => startOf(pid))).toEqual([]);
    expect(await findOrder(url, 'KEPT0002')).toBe(200);
  });

  it('names a service that crashed, stops the others and fails', async () => {
    const launched = await running();
    const { children } = runningIn(home);
    process.kill(pidOf('orders'), 'SIGALRM');
    expect(await launched.code).toBe(1);
    expect(launched.output()).toContain("orders s'est arrêté (SIGALRM). Dernières lignes de");
    expect(children.filter(({ pid }) => startOf(pid))).toEqual([]);
  });

  it('stops everything when its parent process was killed', async () => {
    const launched = await running();
    const { launcher, children } = runningIn(home);
    launched.child.kill('SIGKILL');
    const left = () => [launcher, ...children.map(({ pid }) => pid)].filter(startOf);
    await expect.poll(left, TIMEOUT).toEqual([]);
  });

  it('names the port and its variable when another program listens there', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const [site, catcher] = [
      launch({ PORT: String(port) }),
      launch({ MAIL_PORT: String(port), FASOCOLIS_HOME: `${home}/2` }),
    ];
    expect(await site.code).toBe(1);
    expect(site.output()).toContain(`Le port ${port} est déjà utilisé par un autre programme`);
    expect(site.output()).toContain(`PORT=${port + 1}`);
    expect(await catcher.code).toBe(1);
    expect(catcher.output()).toContain(`MAIL_PORT=${port + 1}`);
    other.close();
  });

  it('stops what it has started and exits without a message when interrupted during the start', async () => {
    const launched = launch();
    await vi.waitUntil(() => launched.output().includes('Migrations'), TIMEOUT);
    const { launcher, children } = runningIn(home);
    launched.child.kill('SIGINT');
    expect(await launched.code).toBe(0);
    expect([launcher, ...children.map(({ pid }) => pid)].filter(startOf)).toEqual([]);
  });

  it('lists every faulty variable at once', async () => {
    const launched = launch({ PORT: 'http', DEMO_DATA: 'maybe' });
    expect(await launched.code).toBe(1);
    expect(launched.output()).toMatch(/PORT vaut « http »[\s\S]*DEMO_DATA vaut « maybe »/);
  });
});
