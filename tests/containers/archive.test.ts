import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Alerts } from '@fasocolis/contracts/alerts';
import type { Order } from '@fasocolis/contracts/orders';
import type { Payment } from '@fasocolis/contracts/payments';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { docker, type Installation, sharedInstallation } from './installation.ts';
import { SftpServer } from './sftp-server.ts';

const WAIT = { timeout: 120_000, interval: 500 };

let installation: Installation;
let server: SftpServer;
let admin: string;
let order: Order;
beforeAll(async () => {
  installation = await sharedInstallation();
  server = await SftpServer.start(`${project()}_internet`);
  writeFileSync(join(installation.environment.SECRETS_FOLDER ?? '', 'backup_place_key'), server.key);
  Object.assign(installation.environment, {
    BACKUPS_FOLDER: mkdtempSync(join(tmpdir(), 'fasocolis-archive-')),
    BACKUP_PLACE: server.place,
    ALERT_ARCHIVE_MINUTES: '0.3',
    ALERT_INTERVAL_MS: '500',
  });
  await installation.up();
  admin = await installation.signInAsAdmin();
  order = await installation.send<Order>('POST', '/api/orders', { reference: `ARCH-${Date.now()}`, userId: 2 }, admin);
  await installation.send('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 900_000 }, admin);
});
afterAll(async () => {
  await server?.remove();
  rmSync(installation.environment.BACKUPS_FOLDER ?? '', { recursive: true });
});

const select = (query: string) => installation.select(query);
const project = () => installation.environment.COMPOSE_PROJECT_NAME;

/** Waits until all places have the copies without which nothing can be restored, of the present data. */
async function untilProtected(...places: number[]): Promise<void> {
  const postgres = await installation.containerOf('postgres');
  const of = `SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()`;
  for (const place of places) {
    await vi.waitFor(
      async () => expect(await docker('exec', postgres, 'cat', `/archive/base-${place}`)).toContain(await select(of)),
      WAIT,
    );
  }
}

async function pay(): Promise<string> {
  const payment = { id: randomUUID(), method: 'cash', amount: 1000, orderIds: [order.id] };
  return (await installation.send<Payment>('POST', '/api/payments', payment, admin)).id;
}

const paid = async () =>
  (await select(`SELECT payment_id FROM orders.payment_shares WHERE order_id = ${order.id} ORDER BY 1`)).split('\n');

/** A second that no write is in, as an operator notes it. */
async function noteTheTime(): Promise<string> {
  const moment = await select(`SELECT to_char(now() + interval '1 second', 'YYYY-MM-DD HH24:MI:SS')`);
  await vi.waitFor(async () => expect(await select(`SELECT now() > '${moment}'`)).toBe('t'), WAIT);
  return moment;
}

/** What the server does by itself after `archive_timeout`. */
async function archive(): Promise<void> {
  const name = await select('SELECT pg_walfile_name(pg_switch_wal())');
  await vi.waitFor(
    async () => expect((await select('SELECT last_archived_wal FROM pg_stat_archiver')) >= name).toBe(true),
    WAIT,
  );
}

/** Loses PostgreSQL while the product runs, with these volumes. */
async function lose(...volumes: string[]): Promise<void> {
  await installation.compose('kill', 'postgres');
  await installation.compose('rm', '--force', 'postgres');
  await docker('volume', 'rm', ...volumes.map((name) => `${project()}_${name}`));
}

async function restoreTo(moment: string): Promise<void> {
  const restored = await installation.operate('restore', ['--to', moment, '--oui']);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Tout est restauré, en ') });
  for (const step of ['Copie des fichiers', 'Journal rejoué']) expect(restored.said).toMatch(`${step} : `);
  await installation.up();
  admin = await installation.signInAsAdmin();
}

it('a restore to a minute brings exactly the payments before it back when the disk of the database is lost [OPS-005]', async () => {
  await untilProtected(1);
  const timeout = await select("SELECT extract(epoch FROM current_setting('archive_timeout')::interval)");
  expect(Number(timeout)).toBeLessThan(900);
  const before = [await pay(), await pay()].sort();
  const moment = await noteTheTime();
  await pay();
  await archive();
  await lose('postgres');
  await restoreTo(moment);
  expect(await paid()).toEqual(before);
});

it('the second place alone brings all payments back, those since an earlier restore too, encrypted there [OPS-005]', async () => {
  await untilProtected(1, 2);
  const before = [...(await paid()), await pay()].sort();
  await archive();
  expect(await server.sh('head -c 8 /srv/archive/*/backup/fasocolis/backup.info')).toBe('Salted__');
  await lose('postgres', 'archive');
  await restoreTo('latest');
  expect(await paid()).toEqual(before);
});

it('a restore to a minute that the archive does not reach changes nothing, and the product goes on', async () => {
  const before = await paid();
  const refused = await installation.operate('restore', ['--to', '2020-01-01 00:00', '--oui']);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('FasoColis fonctionne de nouveau') });
  expect(await paid()).toEqual(before);
  await vi.waitFor(async () => expect((await fetch(`${installation.url}/health/ready`)).status).toBe(200), WAIT);
});

it('a place that does not respond leads to an alert, until archiving goes on', async () => {
  const kinds = async () => {
    await select("SELECT pg_logical_emit_message(true, 'test', 'a write'); SELECT pg_switch_wal()");
    const response = await fetch(`${installation.url}/api/alerts`, { headers: { cookie: admin } });
    return ((await response.json()) as Alerts).alerts.map(({ kind }) => kind);
  };
  await vi.waitFor(async () => expect(await kinds()).not.toContain('archive'), WAIT);
  await server.cut();
  await vi.waitFor(async () => expect(await kinds()).toContain('archive'), WAIT);
  await server.heal();
  await vi.waitFor(async () => expect(await kinds()).not.toContain('archive'), WAIT);
});
