import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SERVICES } from '@fasocolis/contracts/services';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ADMIN_PASSWORD, CONTAINERS, docker, Installation, ROOT } from './installation.ts';
import { Load } from './load.ts';
import { cookieOf, SecureSite } from './secure-site.ts';

const LIMIT = 2_000_000_000;
const HTTPS_PORT = 18445;
/** The control group of all containers, in version 1 or 2. A dash in its name would put it into another one. */
const SLICE = 'fasocolisday.slice';

const isVersion1 = existsSync('/sys/fs/cgroup/memory');
const group = join(isVersion1 ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', SLICE);

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-memory-'));
const file = join(folder, 'group.yml');
const everything = [
  ...CONTAINERS,
  'caddy',
  'databases',
  'operator',
  ...SERVICES.map((service) => `${service}-migrate`),
];
/** Puts all containers into the group. */
function writeMembers(ofGateway = ''): void {
  const parent = `cgroup_parent: ${isVersion1 ? '/' : ''}${SLICE}`;
  const members = everything.map((name) => `${name}: { ${parent}${name === 'gateway' ? ofGateway : ''} }`);
  writeFileSync(file, `services: { ${members.join(', ')} }`);
}
writeMembers();
const installation = new Installation({
  project: 'fasocolis-memory',
  port: 18087,
  profiles: ['tls'],
  files: [file],
  environment: {
    PORT: '18087-18089',
    DOMAIN: 'colis.test',
    PUBLIC_URL: 'https://colis.test',
    CERTIFICATES: 'internal',
    TRUST_PROXY: 'uniquelocal',
    TLS_BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: '18091',
    HTTPS_PORT: String(HTTPS_PORT),
    BACKUPS_FOLDER: folder,
  },
});

/** Neither memory nor swap beyond the limit. */
function limitGroup(): void {
  mkdirSync(group, { recursive: true });
  const limits: Record<string, number> = isVersion1
    ? { 'memory.limit_in_bytes': LIMIT, 'memory.memsw.limit_in_bytes': LIMIT }
    : { 'memory.max': LIMIT, 'memory.swap.max': 0 };
  for (const [name, bytes] of Object.entries(limits))
    if (existsSync(join(group, name))) writeFileSync(join(group, name), String(bytes));
}
const limitInForce = () =>
  Number(readFileSync(join(group, isVersion1 ? 'memory.limit_in_bytes' : 'memory.max'), 'utf8'));

/** What of a group cannot be given back: memory of processes and shared buffers; the rest of its use is cache of files. */
function memoryOf(path: string): number {
  const lines = readFileSync(join(path, 'memory.stat'), 'utf8').trim().split('\n');
  const values = new Map(lines.map((line) => line.split(' ') as [string, string]));
  const names = isVersion1 ? ['total_rss', 'total_shmem'] : ['anon', 'shmem'];
  return names.reduce((sum, name) => sum + Number(values.get(name)), 0);
}

function killedIn(path: string): number {
  const events = readFileSync(join(path, isVersion1 ? 'memory.oom_control' : 'memory.events'), 'utf8');
  return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
}

/** The most that all containers, and each of them, had at one time. */
class Watch {
  killed = 0;
  all = 0;
  readonly #peaks = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #timer = setInterval(() => this.#measure(), 200);

  stop(): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    this.all = Math.max(this.all, memoryOf(group));
    let killed = killedIn(group);
    for (const child of readdirSync(group)) {
      const [id] = /[0-9a-f]{64}/.exec(child) ?? [];
      if (!id) continue;
      try {
        this.#peaks.set(id, Math.max(this.#peaks.get(id) ?? 0, memoryOf(join(group, child))));
        if (isVersion1) killed += killedIn(join(group, child));
      } catch {
        // The container was removed meanwhile.
      }
    }
    this.killed = Math.max(this.killed, killed);
  }

  /** Resets the peaks. @returns them in MB: that of all containers together, then that of each */
  async takePeaks(): Promise<string> {
    const printed = await docker(
      ...['ps', '-a', '--no-trunc', '--format', '{{.ID}} {{.Label "com.docker.compose.service"}}'],
    );
    for (const [id = '', name = ''] of printed.split('\n').map((line) => line.split(' '))) this.#names.set(id, name);
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    const each = [...this.#peaks].toSorted(([, a], [, b]) => b - a);
    const parts = each.map(([id, bytes]) => `${this.#names.get(id) ?? 'removed'} ${megabytes(bytes)}`);
    const peaks = `${megabytes(this.all)} MB (${parts.join(', ')})`;
    this.all = 0;
    this.#peaks.clear();
    return peaks;
  }
}

let site: SecureSite;
let cookie: string;
beforeAll(async () => {
  await installation.down();
  limitGroup();
  await installation.up({}, [...CONTAINERS, 'caddy']);
  // systemd, where it is the one to create the group, has written its own.
  limitGroup();
  const authority = await vi.waitFor(
    async () =>
      docker('exec', await installation.containerOf('caddy'), 'cat', '/data/caddy/pki/authorities/local/root.crt'),
    { timeout: 20_000, interval: 500 },
  );
  site = new SecureSite({ domain: 'colis.test', port: HTTPS_PORT, authority });
  cookie = cookieOf(await site.signIn('admin', ADMIN_PASSWORD));
});
afterAll(async () => {
  site?.agent.destroy();
  await installation.down();
  rmSync(folder, { recursive: true });
  rmdirSync(group);
});

/** A day of 10,000 customers, see docs/capacity.md. */
const LOOKUPS = 30_000;
const PHOTOS = 20;
const SOCKETS = 300;
const SOCKETS_PER_CUSTOMER = 15;

const responseTo = async (path: string, options: Parameters<SecureSite['send']>[1] = {}) => {
  const { status, text } = await site.send(path, options);
  return new Response(`${path}: ${text}`, { status });
};

/** Live sockets of new customers. */
async function openSockets(): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < SOCKETS) {
    const username = `awa-${crypto.randomUUID().slice(0, 8)}`;
    const body = {
      firstName: 'Awa',
      lastName: 'Sanou',
      username,
      email: `${username}@example.com`,
      password: 'Colis-1234',
    };
    const { headers, text } = await site.send('/api/auth/register', { method: 'POST', body });
    const { id } = JSON.parse(text) as { id: number };
    const session = cookieOf(headers['set-cookie']?.[0] ?? '');
    for (let tab = 0; tab < SOCKETS_PER_CUSTOMER; tab += 1) {
      const address = `wss://127.0.0.1:${HTTPS_PORT}/ws`;
      const own = { host: 'colis.test', origin: 'https://colis.test', cookie: session };
      const socket = new WebSocket(address, { agent: site.agent, headers: own });
      // Gateways are replaced meanwhile.
      socket.on('error', () => {});
      socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', userId: id })));
      sockets.push(socket);
    }
  }
  return sockets;
}

/** Requests that many at a time, each after a pause. */
function startLoad(clients: number, pauseMs: number, request: () => Promise<Response>, expected = 200): Load {
  const load = new Load({ send: () => delay(pauseMs).then(request), expected, clients });
  onTestFinished(() => load.stop());
  return load;
}

async function startDay() {
  const sharp = await loadSharp();
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const imageUrl = `data:image/jpeg;base64,${photo.toString('base64')}`;
  const post = (path: string, body: object) => responseTo(path, { method: 'POST', body, headers: { cookie } });
  const lookups = startLoad(4, 20, () => responseTo('/api/orders/DEMO0003'));
  const pages = startLoad(1, 200, () => responseTo('/'));
  const lists = startLoad(1, 500, () => responseTo('/api/orders?range=[0,24]', { headers: { cookie } }));
  const photos = startLoad(
    1,
    1000,
    () => post('/api/products', { name: 'x', description: 'x', price: '1', imageUrl }),
    201,
  );
  const orders = startLoad(
    1,
    300,
    () => post('/api/orders', { reference: `DAY-${crypto.randomUUID().slice(0, 13)}`, userId: 2 }),
    201,
  );
  const body = { email: 'client', password: 'Client-1234' };
  // Without the administrator's cookie, whose session a sign-in would end.
  const signIns = startLoad(1, 500, () => responseTo('/api/auth/login', { method: 'POST', body }));
  return { lookups, pages, lists, photos, orders, signIns };
}

/** Another image of the gateway, so that the update takes a backup. */
async function buildNext(): Promise<string> {
  writeFileSync(join(folder, 'Dockerfile'), 'FROM fasocolis/gateway\nLABEL next=true\n');
  await docker('build', '--quiet', '-t', 'fasocolis/gateway:next', folder);
  return 'fasocolis/gateway:next';
}

it('holds the load of an ordinary day and an update within 2 GB of memory [OPS-006]', async () => {
  const watch = new Watch();
  onTestFinished(() => watch.stop());
  const peaks: Record<string, number> = {};
  const report = async (name: string) => {
    peaks[name] = watch.all;
    console.log(`${name}: ${await watch.takePeaks()}`);
  };
  const sockets = await openSockets();
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  await report('start');

  const day = await startDay();
  const failures = () => Object.values(day).flatMap((load) => load.failures);
  await vi.waitUntil(
    () => (day.lookups.answered >= LOOKUPS && day.photos.answered >= PHOTOS) || failures().length > 0,
    { timeout: 420_000, interval: 500 },
  );
  expect(failures()).toEqual([]);
  await report('day');
  writeMembers(`, image: ${await buildNext()}`);
  const script = join(ROOT, 'infra/docker/rolling-update.mjs');
  await promisify(execFile)(process.execPath, [script, '--no-build'], {
    env: { ...process.env, ...installation.environment },
  });
  await report('update');
  await Promise.all(Object.values(day).map((load) => load.stop()));

  expect(watch.killed).toBe(0);
  expect(limitInForce()).toBeLessThanOrEqual(LIMIT);
  for (const peak of Object.values(peaks)) expect(peak).toBeLessThan(LIMIT);
}, 900_000);
