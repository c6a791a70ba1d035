import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROCESSES } from '@fasocolis/contracts/services';
import { GenericContainer, Wait } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ADMIN_PASSWORD, CONTAINERS, docker, generateSecrets, Installation, ROOT } from './installation.ts';
import { Load } from './load.ts';
import { cookieOf, SecureSite } from './secure-site.ts';

/** An installation in the Internet: https, two gateways, Prometheus. */
const DOMAIN = 'colis.test';
const HTTP_PORT = 18081;
const HTTPS_PORT = 18444;
const PROMETHEUS_PORT = 19090;
const MAIL_PORT = 18086;

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-'));
const secrets = generateSecrets();
const installation = new Installation({
  project: 'fasocolis-deployment',
  port: 18082,
  profiles: ['tls', 'observability', 'mail'],
  environment: {
    ...secrets,
    PORT: '18082-18085',
    PUBLIC_URL: `https://${DOMAIN}`,
    DOMAIN,
    CERTIFICATES: 'internal',
    TRUST_PROXY: 'uniquelocal',
    TLS_BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: String(HTTP_PORT),
    HTTPS_PORT: String(HTTPS_PORT),
    RATE_LIMITS: 'on',
    SMTP_URL: 'smtp://mail:2525',
    MAIL_PORT: String(MAIL_PORT),
    // One attempt per email.
    MAIL_ATTEMPTS: '1',
    PROMETHEUS_PORT: String(PROMETHEUS_PORT),
    PROMETHEUS_CONFIG: folder,
  },
});

/** Evaluates the rules every second and without a pending period. */
function hurryPrometheus() {
  cpSync(join(ROOT, 'infra/observability'), folder, { recursive: true });
  const rewrite = (name: string, from: RegExp, to: string) =>
    writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replaceAll(from, to));
  rewrite('prometheus.yml', /interval: \d+s/g, 'interval: 1s');
  rewrite('alerts.yml', /for: \d+m/g, 'for: 1s');
  execFileSync('chmod', ['-R', 'a+rX', folder]);
}

let site: SecureSite;
beforeAll(async () => {
  hurryPrometheus();
  await installation.down();
  await installation.up({ gateway: 2 }, [...CONTAINERS, 'caddy', 'prometheus', 'mail']);
  const authority = await vi.waitFor(
    async () => {
      const caddy = await installation.containerOf('caddy');
      return docker('exec', caddy, 'cat', '/data/caddy/pki/authorities/local/root.crt');
    },
    { timeout: 20_000, interval: 500 },
  );
  site = new SecureSite({ domain: DOMAIN, port: HTTPS_PORT, authority });
});
afterAll(async () => {
  await installation.down();
  rmSync(folder, { recursive: true, force: true });
  site?.agent.destroy();
});

describe('with the profile tls', () => {
  it('the site is served with a certificate of its own, and its cookies are sent over https only', async () => {
    const page = await site.send('/');
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    const cookie = await site.signIn('admin', ADMIN_PASSWORD);
    expect(cookie).toMatch(/^__Host-fasocolis=[^;]+;.*HttpOnly;.*Secure/);
    const me = await site.send('/api/user', { headers: { cookie: cookieOf(cookie) } });
    expect(JSON.parse(me.text)).toMatchObject({ isAdmin: true });
  });

  it('http redirects to https', async () => {
    const requested = request({
      host: '127.0.0.1',
      port: HTTP_PORT,
      path: '/contact',
      headers: { host: DOMAIN },
      agent: new Agent(),
    });
    requested.end();
    const [response] = (await once(requested, 'response')) as [IncomingMessage];
    response.resume();
    expect([response.statusCode, response.headers.location]).toEqual([308, `https://${DOMAIN}/contact`]);
  });

  it('the site is served over HTTP/3, which it announces on its published port [OPS-007]', async () => {
    const { headers } = await site.send('/');
    expect(headers['alt-svc']).toBe(`h3=":${HTTPS_PORT}"; ma=2592000`);

    const context = mkdtempSync(join(folder, 'curl-'));
    const base = /^ {2}node: &node (\S+)$/m.exec(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'))?.[1];
    const lines = [`FROM ${base}`, 'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends curl'];
    writeFileSync(join(context, 'Dockerfile'), [...lines, 'COPY authority.crt /', 'ENTRYPOINT ["curl"]'].join('\n'));
    writeFileSync(join(context, 'authority.crt'), String(site.agent.options.ca));
    const image = await docker('build', '--quiet', context);
    const options = ['--http3-only', '--cacert', '/authority.crt', '--resolve', `${DOMAIN}:${HTTPS_PORT}:127.0.0.1`];
    const printed = ['--silent', '--output', '/dev/null', '--write-out', '%{http_version} %{response_code}'];
    const url = `https://${DOMAIN}:${HTTPS_PORT}/api/products`;
    expect(await docker('run', '--rm', '--network', 'host', image, ...options, ...printed, url)).toBe('3 200');
  });

  it('live sockets are connected', async () => {
    const cookie = cookieOf(await site.signIn('client', 'Client-1234'));
    const socket = new WebSocket(`wss://127.0.0.1:${HTTPS_PORT}/ws`, {
      agent: site.agent,
      headers: { host: DOMAIN, cookie, origin: `https://${DOMAIN}` },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('a client over the limit of lookups is refused, whatever address it claims', async () => {
    const responses = [];
    for (let times = 0; times < 620; times += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${times % 256}`, 'x-real-ip': `203.0.113.${times % 256}` };
      responses.push((await site.send('/api/orders/DEMO0001', { headers })).status);
    }
    expect(new Set(responses)).toEqual(new Set([200, 429]));
    const redis = await installation.containerOf('redis');
    const script = 'REDISCLI_AUTH=$(cat /run/secrets/redis_password) redis-cli --raw keys "rate-limit:*"';
    expect(await docker('exec', redis, 'sh', '-c', script)).not.toContain('203.0.113.');
  });
});

describe('with the profile mail', () => {
  it('every email is caught, and its link leads to the site', async () => {
    const email = 'client@example.com';
    await site.send('/api/auth/forgot-password', { method: 'POST', body: { email } });
    await vi.waitFor(
      async () => {
        const emails = (await (await fetch(`http://127.0.0.1:${MAIL_PORT}/api/email`)).json()) as { text: string }[];
        expect(emails.map(({ text: words }) => words).join()).toContain(`https://${DOMAIN}/reset-password?token=`);
      },
      { timeout: 60_000, interval: 500 },
    );
  });
});

describe('npm run doctor', () => {
  it('reports no fault', async () => {
    const env = { ...process.env, ...installation.environment };
    const command = [join(ROOT, 'infra/local/bootstrap.mjs'), 'doctor'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    expect(stdout).toContain('✓ Port 18082-18085 : celui de FasoColis');
    expect(stdout).toContain("✓ Serveur d'e-mail : mail:2525 accepte la connexion");
    expect(stdout).toContain('✓ IPv6 : fermé');
    expect(stdout).toContain('Rien ne manque.');
  });

  it('reports ports that are open over IPv6 without the addresses of their visitors [OPS-007]', async () => {
    const env = { ...process.env, ...installation.environment, TLS_BIND_ADDRESS: '' };
    const command = [join(ROOT, 'infra/local/bootstrap.mjs'), 'doctor'];
    await expect(promisify(execFile)(process.execPath, command, { env })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        "✗ IPv6 : les adresses des visiteurs ne sont pas vues, ils partagent les limites d'un seul",
      ),
    });
  });
});

describe('with the profile observability', () => {
  const prometheus = async <T>(path: string) => {
    const response = await fetch(`http://127.0.0.1:${PROMETHEUS_PORT}/api/v1/${path}`);
    return ((await response.json()) as { data: T }).data;
  };
  const firing = async () => {
    const { alerts } = await prometheus<{ alerts: { state: string; labels: Record<string, string> }[] }>('alerts');
    return alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => [labels.alertname, labels.service].join(' ').trim());
  };

  it('every process is monitored, each replica under its own address', async () => {
    interface Targets {
      activeTargets: { health: string; labels: { service: string } }[];
    }
    const expected = [...PROCESSES, 'gateway'].toSorted();
    await vi.waitFor(
      async () => {
        const { activeTargets } = await prometheus<Targets>('targets?state=active');
        const up = activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.service);
        expect(up.toSorted()).toEqual(expected);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it('a failed email, an expiring certificate and an absent service raise their alerts', async () => {
    await installation.compose('stop', 'mail', 'content');
    const body = { email: 'cliente2@example.com' };
    await site.send('/api/auth/forgot-password', { method: 'POST', body });
    await vi.waitFor(
      // The certificates of the internal authority are valid for hours only.
      async () =>
        expect(await firing()).toEqual(
          expect.arrayContaining(['DeadMails', 'CertificateEnds', 'ServiceAbsent content']),
        ),
      { timeout: 90_000, interval: 1000 },
    );
    await installation.compose('start', 'content');
    await vi.waitFor(async () => expect(await firing()).not.toContain('ServiceAbsent content'), {
      timeout: 60_000,
      interval: 1000,
    });
  });

  it('each alert fires on its condition, and not before', async () => {
    const prometheusContainer = await installation.containerOf('prometheus');
    const image = await docker('inspect', '-f', '{{.Config.Image}}', prometheusContainer);
    const rules = new GenericContainer(image)
      .withBindMounts([{ source: join(ROOT, 'infra/observability'), target: '/rules', mode: 'ro' }])
      .withEntrypoint(['promtool'])
      .withCommand(['test', 'rules', '/rules/alerts.test.yml'])
      .withWaitStrategy(Wait.forLogMessage('SUCCESS'))
      .withStartupTimeout(60_000);
    await expect(rules.start().then((checked) => checked.stop())).resolves.toBeDefined();
  });
});

async function run(script: string, ...args: string[]) {
  const env = { ...process.env, ...installation.environment };
  await promisify(execFile)(process.execPath, [join(ROOT, 'infra/docker', script), ...args], { env });
}

/** Clients that send requests without a pause, up to the limits per address. */
async function startLoads() {
  const cookie = cookieOf(await site.signIn('client', 'Client-1234'));
  const load = (clients: number, pauseMs: number, send: () => ReturnType<SecureSite['send']>) => {
    const afterPause = async () => {
      await delay(pauseMs);
      const { status, text } = await send();
      return new Response(text, { status });
    };
    const started = new Load({ send: afterPause, expected: 200, clients });
    onTestFinished(() => started.stop());
    return started;
  };
  return [
    load(4, 200, () => site.send('/index.html')),
    load(2, 500, () => site.send('/api/user', { headers: { cookie } })),
    // Without a body: Caddy up to 2.11.1 loses the body of a request that it sends to another gateway.
    load(2, 500, () => site.send('/api/auth/logout', { method: 'POST' })),
  ];
}

describe('npm run update', () => {
  it('rotates the keys and replaces every process, both gateways included, without a failed request', async () => {
    // Scraping every second would slow down the containers that start.
    await installation.compose('stop', 'prometheus');
    const read = (name: string) => readFileSync(join(secrets.SECRETS_FOLDER ?? '', name), 'utf8').trim();
    const [oldSigningKey, oldGatewayKey] = [read('internal_signing_key'), read('gateway_identity_key')];
    const before = await installation.containersOf(...PROCESSES);
    const others = ['postgres', 'redis', 'caddy', 'mail'];
    const othersBefore = await installation.containersOf(...others);
    onTestFailed(async () => console.error(await installation.compose('logs', '--no-color', '--tail', '20', 'caddy')));
    const loads = await startLoads();
    await run('rotate-key.mjs', '--update', 'node infra/docker/rolling-update.mjs --no-build');
    await Promise.all(loads.map((load) => load.stop()));
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.min(...loads.map(({ answered }) => answered))).toBeGreaterThan(50);
    expect(read('internal_signing_key').split('\n')).toEqual([
      expect.not.stringContaining(oldSigningKey),
      oldSigningKey,
    ]);
    expect(read('gateway_identity_key')).not.toBe(oldGatewayKey);
    const { keys } = JSON.parse(read('identity_public_keys')) as { keys: { kid: string }[] };
    expect(keys.filter(({ kid }) => kid === 'gateway')).toHaveLength(2);
    const after = await installation.containersOf(...PROCESSES);
    expect(after).toHaveLength(before.length);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    // Nothing of them changed.
    expect(await installation.containersOf(...others)).toEqual(othersBefore);
  });

  it('replaces Caddy when its image changes, and Prometheus when its files change [OPS-003]', async () => {
    await installation.compose('start', 'prometheus');
    const names = ['caddy', 'prometheus'];
    const before = await installation.containersOf(...names, ...PROCESSES);
    const caddy = await installation.containerOf('caddy');
    const image = await docker('inspect', '-f', '{{.Config.Image}}', caddy);
    const next = 'fasocolis/caddy:next';
    const context = mkdtempSync(join(folder, 'next-'));
    writeFileSync(join(context, 'Dockerfile'), `FROM ${image}\nLABEL next=true`);
    await docker('build', '--quiet', '-t', next, context);
    const file = join(context, 'next.yml');
    writeFileSync(file, `services: { caddy: { image: ${next} } }`);
    appendFileSync(join(folder, 'prometheus.yml'), '# Another version.\n');

    const environment = {
      COMPOSE_FILE: `${installation.environment.COMPOSE_FILE}:${file}`,
      BACKUPS_FOLDER: join(context, 'backups'),
    };
    const script = join(ROOT, 'infra/docker/rolling-update.mjs');
    const env = { ...process.env, ...installation.environment, ...environment };
    await promisify(execFile)(process.execPath, [script, '--no-build', ...names], { env });

    const after = await installation.containersOf(...names, ...PROCESSES);
    expect(after).toHaveLength(before.length);
    expect(after.filter((id) => !before.includes(id))).toHaveLength(2);
    expect(await docker('inspect', '-f', '{{.Config.Image}}', await installation.containerOf('caddy'))).toBe(next);
    expect((await site.send('/')).status).toBe(200);
  });
});

describe('secrets', () => {
  function secretsIn(told: string[]): string[] {
    const secretsFolder = secrets.SECRETS_FOLDER ?? '';
    const values = readdirSync(secretsFolder).flatMap((name) =>
      readFileSync(join(secretsFolder, name), 'utf8')
        .trim()
        .split(/\s+/)
        .filter((word) => word.length > 8),
    );
    expect(values.length).toBeGreaterThanOrEqual(9);
    return values.filter((value) => told.some((output) => output.includes(value))).map((value) => value.slice(0, 4));
  }

  it('are in no log, no image, and no output of Docker', async () => {
    await site.send('/api/auth/login', { method: 'POST', body: { email: 'admin', password: `${ADMIN_PASSWORD}x` } });
    const containers = (await installation.compose('ps', '-aq')).split('\n');
    const images = [...new Set((await docker('inspect', '-f', '{{.Config.Image}}', ...containers)).split('\n'))];
    const processes = containers.map((id) => docker('top', id).catch(() => ''));
    const told = await Promise.all([
      installation.compose('config'),
      installation.compose('logs', '--no-color'),
      docker('inspect', ...containers),
      ...images.map((image) => docker('history', '--no-trunc', image)),
      ...images.map((image) => docker('inspect', image)),
      ...processes,
    ]);
    expect(secretsIn(told)).toEqual([]);
  });

  it('are in no log of a process that cannot start because one is wrong', async () => {
    // In each case a secret has the value of another one.
    const cases: [process: string, ...wrong: string[]][] = [
      ['auth-migrate', 'DATABASE_PASSWORD_FILE=/run/secrets/admin_password'],
      ['orders', 'IDENTITY_KEY_FILE=/dev/null', 'DATABASE_URL=', 'DATABASE_URL_FILE=/run/secrets/redis_password'],
      ['notify-worker', 'SMTP_URL=', 'SMTP_URL_FILE=/run/secrets/notify_db_password'],
      ['gateway', 'REDIS_URL=', 'REDIS_URL_FILE=/run/secrets/gateway_identity_key'],
      [
        'auth',
        'GOOGLE_CLIENT_ID=faso',
        ...['TEAM_ID', 'KEY_ID', 'CLIENT_ID'].map((name) => `APPLE_${name}=faso`),
        'APPLE_PRIVATE_KEY_FILE=/run/secrets/auth_db_password',
      ],
      ['operator', 'DATABASE_PASSWORD_FILE=/run/secrets/redis_password'],
    ];
    const logs = cases.map(async ([name, ...wrong]) => {
      const settings = wrong.flatMap((setting) => ['-e', setting]);
      const command = name === 'operator' ? ['backup'] : [];
      const run = installation.compose(
        '--profile',
        'operator',
        'run',
        '--rm',
        '-T',
        '--no-deps',
        ...settings,
        name,
        ...command,
      );
      return run.then(
        () => `${name} started`,
        ({ stdout, stderr }) => stdout + stderr,
      );
    });
    const told = await Promise.all(logs);
    for (const log of told) expect(log).toMatch(/Invalid environment|password authentication failed/);
    expect(secretsIn(told)).toEqual([]);
  });
});

describe('the size of an image', () => {
  it('is at most 300 MB for the gateway and 350 MB for a service', async () => {
    const sizes = await Promise.all(
      ['gateway', 'auth', 'orders', 'notify', 'catalog', 'content'].map(async (name) => {
        const [image = ''] = (await installation.compose('images', '-q', name)).split('\n');
        return [name, Number(await docker('inspect', '-f', '{{.Size}}', image)) / 1e6] as const;
      }),
    );
    for (const [name, size] of sizes) expect(size, name).toBeLessThan(name === 'gateway' ? 300 : 350);
  });
});
