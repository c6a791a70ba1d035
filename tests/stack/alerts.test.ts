import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { ALERTS, type AlertKind } from '@fasocolis/contracts/alert-words';
import type { Alerts } from '@fasocolis/contracts/alerts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordBackup } from '../../infra/operator/src/backup-time.ts';
import { type SmtpServer, startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const SEEN = { timeout: 30_000, interval: 100 };

let folder: string;
let site: Server;
let smtpServer: SmtpServer;
const proxies = {} as Record<'postgres' | 'redis', TcpProxy>;
let stack: TemporaryStack;
let notify: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fasocolis-alerts-'));
  site = createServer(certificateFor(60)).listen(0, '127.0.0.1');
  await once(site, 'listening');
  smtpServer = await startSmtpServer();
  vi.stubEnv('ALERT_INTERVAL_MS', '200');
  vi.stubEnv('ALERT_BACKUP_HOURS', '48');
  vi.stubEnv('CERTIFICATE_ADDRESS', `127.0.0.1:${(site.address() as AddressInfo).port}`);
  stack = await startTemporaryStack('alerts', {
    smtpUrl: smtpServer.url,
    publicUrl: 'https://colis.example.com',
    async mapAddress(server, url) {
      if (server !== 'postgres' && server !== 'redis') return url;
      proxies[server] = await startTcpProxy(url);
      return proxies[server].url;
    },
  });
  notify = await stack.connect(direct(stack.databases.notify));
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack?.stop();
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await smtpServer?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The server itself, which stays reachable when the product is cut off from it. */
function direct(database: string): string {
  const url = new URL(database);
  url.port = String(stack.processes().find(({ name }) => name === 'postgres')?.port);
  return url.href;
}

/** A certificate that ends in some days. */
function certificateFor(days: number) {
  const [cert, key] = [join(folder, `${days}.crt`), join(folder, `${days}.key`)];
  const subject = ['-subj', '/CN=colis.example.com', '-days', String(days), '-out', cert, '-keyout', key];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  execFileSync('openssl', ['req', '-x509', ...options, ...subject], { stdio: 'pipe' });
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

const send = (method: string, path: string, { cookie = '', body }: { cookie?: string; body?: object } = {}) =>
  fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
async function signIn(): Promise<string> {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await send('POST', '/api/auth/login', { body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const shown = async () => (await (await send('GET', '/api/alerts', { cookie: await signIn() })).json()) as Alerts;

/** How many emails about an alert the administrator has. */
const emailed = (word: 'Alerte' | 'Fini', kind: AlertKind) =>
  smtpServer
    .receivedBy(stack.adminEmail)
    .filter(({ content }) => content.includes(`>${word} : ${ALERTS[kind].title}</h1>`)).length;
const untilMailed = (word: 'Alerte' | 'Fini', kind: AlertKind) =>
  vi.waitFor(() => expect(emailed(word, kind), `${word} ${kind}`).toBeGreaterThan(0), SEEN);
const untilShown = (kind: AlertKind) =>
  vi.waitFor(async () => expect((await shown()).alerts.map((alert) => alert.kind)).toContain(kind), SEEN);
/** Waits until the product was checked several times. */
async function afterChecks(): Promise<void> {
  const now = Date.now();
  await vi.waitFor(async () => expect(Date.parse((await shown()).checkedAt ?? '')).toBeGreaterThan(now + 1500), SEEN);
}

interface Fault {
  kind: AlertKind;
  cause: () => Promise<unknown>;
  fix: () => Promise<unknown>;
  /** Whether the dashboard can show it while it lasts. */
  isShown?: boolean;
}

const failing = randomUUID();

const FAULTS: Record<string, Fault> = {
  'a service that does not respond': {
    kind: 'process',
    cause: () => stack.kill('catalog'),
    fix: () => stack.restart('catalog'),
  },
  'a database that does not respond': {
    kind: 'database',
    cause: () => proxies.postgres.cut(),
    fix: () => proxies.postgres.heal(),
    isShown: false,
  },
  'a Redis that does not respond': {
    kind: 'redis',
    cause: () => proxies.redis.cut(),
    fix: () => proxies.redis.heal(),
    isShown: false,
  },
  'a service that restarts again and again': {
    kind: 'restarts',
    async cause() {
      for (let times = 0; times < 3; times += 1) {
        await stack.kill('content');
        await stack.restart('content');
        const hasStarted = Date.now();
        await vi.waitFor(async () => {
          const { rowCount } = await notify.query("SELECT FROM process_starts WHERE process = 'content'");
          expect(rowCount).toBeGreaterThan(times + 1);
          // Two starts within a second have the same time.
          expect(Date.now()).toBeGreaterThan(hasStarted + 1000);
        }, SEEN);
      }
    },
    fix: () => notify.query("DELETE FROM process_starts WHERE process = 'content'"),
  },
  'a certificate that ends soon': {
    kind: 'certificate',
    cause: async () => site.setSecureContext(certificateFor(5)),
    fix: async () => site.setSecureContext(certificateFor(60)),
  },
  'a message that cannot be sent': {
    kind: 'deliveries',
    cause: () =>
      notify.query("INSERT INTO email_deliveries (id, kind, state) VALUES ($1, 'announcement', 'failed')", [failing]),
    fix: () => notify.query('DELETE FROM email_deliveries WHERE id = $1', [failing]),
  },
  'an event that no service handles': {
    kind: 'outbox',
    async cause() {
      await stack.kill('content');
      const auth = await stack.connect(direct(stack.databases.auth));
      await send('DELETE', '/api/users/2', { cookie: await signIn() });
      await vi.waitFor(async () => {
        const aged = await auth.query(
          "UPDATE outbox_events SET created_at = now() - interval '1 hour' WHERE published_at IS NOT NULL",
        );
        expect(aged.rowCount).toBeGreaterThan(0);
      }, SEEN);
    },
    fix: () => stack.restart('content'),
  },
  'a backup that is too old': {
    kind: 'backup',
    cause: () => notify.query("INSERT INTO watch_times (name, at) VALUES ('backup', now() - interval '50 hours')"),
    fix: () => recordBackup(direct(stack.databases.notify)),
  },
  'pages that fail in browsers': {
    kind: 'page-failures',
    async cause() {
      const body = { page: '/c/DEMO0003', message: 'TypeError', browser: 'Chrome 91' };
      await afterChecks();
      for (let times = 0; times < 5; times += 1) await send('POST', '/api/page-failures', { body });
    },
    async fix() {
      await stack.kill('notify');
      await stack.restart('notify');
    },
  },
};

describe('the administrator gets one email when it begins, and one when it ends, for', () => {
  it.each(Object.entries(FAULTS))(
    '%s [OPS-001]',
    async (_name, { kind, cause, fix, isShown = true }) => {
      await cause();
      await untilMailed('Alerte', kind);
      if (isShown) await untilShown(kind);
      await fix();
      await untilMailed('Fini', kind);
      await vi.waitFor(async () => {
        expect((await shown()).alerts.map((alert) => alert.kind)).not.toContain(kind);
      }, SEEN);
      await afterChecks();
      expect([emailed('Alerte', kind), emailed('Fini', kind)]).toEqual([1, 1]);
    },
    120_000,
  );
});
