import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@fasocolis/contracts/orders';
import type { Payment } from '@fasocolis/contracts/payments';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { docker, type Installation, sharedInstallation } from './installation.ts';

const NEXT = 'postgres:18-trixie';

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-major-'));
const settings = join(folder, '.env');
let installation: Installation;
let admin: string;
let order: Order;
beforeAll(async () => {
  installation = await sharedInstallation();
  writeFileSync(settings, 'LOG_LEVEL=info\n');
  Object.assign(installation.environment, { COMPOSE_ENV_FILES: settings, BACKUPS_FOLDER: folder });
  admin = await installation.signInAsAdmin();
  order = await installation.send<Order>('POST', '/api/orders', { reference: `MAJOR-${Date.now()}`, userId: 2 }, admin);
  await installation.send('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 900_000 }, admin);
});
afterAll(async () => {
  // Later files need the images of the present version.
  await installation.down();
  await docker('volume', 'rm', '--force', volume('postgres'), volume('postgres-18'));
  writeFileSync(settings, '');
  await installation.compose('--profile', 'operator', 'build', '--quiet', 'postgres', 'operator');
  rmSync(folder, { recursive: true });
});

const volume = (name: string) => `${installation.environment.COMPOSE_PROJECT_NAME}_${name}`;
const major = async () => Math.floor(Number(await installation.select('SHOW server_version_num')) / 10_000);
const contents = () =>
  installation.select(`SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM orders.orders t
    UNION ALL SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM orders.payments t
    UNION ALL SELECT md5(string_agg(hash || width || md5(bytes), ',' ORDER BY hash, width)) FROM catalog.image_variants`);
const pay = () => {
  const payment = { id: randomUUID(), method: 'cash', amount: 1000, orderIds: [order.id] };
  return installation.send<Payment>('POST', '/api/payments', payment, admin);
};
const upgrade = () => installation.operate('upgrade-postgres', [NEXT, '--oui']);

describe('npm run upgrade-postgres', () => {
  it('that fails leaves the product as it was', async () => {
    const before = await contents();
    // The server of the new version finds files that are not its own.
    await docker(
      'run',
      '--rm',
      '--user',
      'root',
      '-v',
      `${volume('postgres-18')}:/data`,
      'redis:8-trixie',
      'touch',
      '/data/x',
    );
    const failed = await upgrade();
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('FasoColis fonctionne de nouveau') });
    expect([await major(), await contents()]).toEqual([17, before]);
    expect(readFileSync(settings, 'utf8')).toBe('LOG_LEVEL=info\n');
    expect((await fetch(`${installation.url}/api/orders/${order.reference}`)).status).toBe(200);
    await docker('volume', 'rm', volume('postgres-18'));
  });

  it('moves the data from PostgreSQL 17 to 18, verified, where they are archived again [OPS-004]', async () => {
    const { receipt } = await pay();
    const before = await contents();
    expect(await upgrade()).toMatchObject({ code: 0, said: expect.stringContaining('PostgreSQL 18 est en service') });
    expect(readFileSync(settings, 'utf8')).toBe(
      `LOG_LEVEL=info\nPOSTGRES_UPGRADE=${NEXT}\nPOSTGRES_VOLUME=postgres-18\n`,
    );
    expect([await major(), await contents()]).toEqual([18, before]);

    await installation.up();
    admin = await installation.signInAsAdmin();
    const numberOf = (name: string) => Number(name.split('-').at(-1));
    expect(numberOf((await pay()).receipt)).toBe(numberOf(receipt) + 1);
    const postgres = await installation.containerOf('postgres');
    const identity = await installation.select('SELECT system_identifier FROM pg_control_system()');
    await vi.waitFor(async () => expect(await docker('exec', postgres, 'cat', '/archive/base-1')).toContain(identity), {
      timeout: 120_000,
      interval: 500,
    });
    expect(await docker('volume', 'ls', '-q')).toContain(volume('postgres'));
  });
});
