import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProductsSchema } from '@fasocolis/contracts/catalog';
import type { Order } from '@fasocolis/contracts/orders';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { codeAt } from '../../services/auth/test/authenticator-app.ts';
import { ADMIN_PASSWORD, CONTAINERS, docker, type Installation, ROOT, sharedInstallation } from './installation.ts';

let installation: Installation;
let url: string;
beforeAll(async () => {
  installation = await sharedInstallation();
  url = installation.url;
});

describe('docker compose up', () => {
  it('makes every process healthy', async () => {
    const states = CONTAINERS.map(async (name) =>
      docker('inspect', '-f', '{{.State.Health.Status}}', await installation.containerOf(name)),
    );
    expect(await Promise.all(states)).toEqual(CONTAINERS.map(() => 'healthy'));
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('shows an order from its creation to its delivery', async () => {
    const cookie = await installation.signInAsAdmin();
    const order = await installation.send<Order>(
      'POST',
      '/api/orders',
      { reference: `BOX-${Date.now()}`, userId: 2 },
      cookie,
    );
    await installation.send('PATCH', `/api/orders/${order.id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, cookie);
    const response = await fetch(`${url}/api/orders/${order.reference.toLowerCase()}`);
    expect(await response.json()).toMatchObject({
      reference: order.reference,
      status: 'DELIVERED',
      latestUpdate: 'Remis',
    });
    const page = await (await fetch(`${url}/?tracking=${order.reference}`)).text();
    expect(page).toContain('data-testid="result-card"');
    expect(await (await fetch(`${url}/admin`)).text()).toContain('<html lang="fr"');
  });

  it('shows the shop with its images, and the pages', async () => {
    const products = ProductsSchema.parse(await (await fetch(`${url}/api/products`)).json());
    expect(products).toHaveLength(8);
    const photo = await fetch(products[0]?.imageUrl ?? products[0]?.imageUrls[0] ?? '');
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(`${url}/api/static-pages/about`)).status).toBe(200);
  });

  it("lets a locked-out administrator in again after the operator's command", async () => {
    const cookie = await installation.signInAsAdmin();
    const { secret } = await installation.send<{ secret: string }>('POST', '/api/user/two-factor/setup', {}, cookie);
    await installation.send('POST', '/api/user/two-factor/confirm', { code: codeAt(secret) }, cookie);
    const signIn = () => installation.send('POST', '/api/auth/login', { email: 'admin', password: ADMIN_PASSWORD });
    expect(await signIn()).toEqual({ secondStep: true });
    expect(await installation.compose('exec', '-T', 'auth', 'node', 'src/two-factor/disable.ts', 'admin')).toContain(
      'désactivée',
    );
    expect(await signIn()).toMatchObject({ username: 'admin' });
  });

  it('publishes the gateway only [ROLE-016]', async () => {
    const published = CONTAINERS.map(async (name) => [
      name,
      (await docker('port', await installation.containerOf(name))) !== '',
    ]);
    expect((await Promise.all(published)).filter(([, isPublished]) => isPublished)).toEqual([['gateway', true]]);
  });

  it('runs without root, on read-only file systems, with limited memory', async () => {
    const checks = CONTAINERS.map(async (name) => {
      const container = await installation.containerOf(name);
      const format = '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.RestartPolicy.Name}} {{gt .HostConfig.Memory 0}}';
      expect(await docker('inspect', '-f', format, container), name).toBe('true unless-stopped true');
      expect(await docker('exec', container, 'id', '-u'), name).not.toBe('0');
    });
    await Promise.all(checks);
  });

  it('responds with 503 for orders only while their containers are killed, and recovers', async () => {
    const requested = await fetch(`${url}/api/orders/DEMO0001`);
    expect(await requested.json()).not.toHaveProperty('knownAt');
    await installation.compose('kill', 'orders');
    await vi.waitFor(async () => {
      // At a URL that was not requested before, so that there is no last known response.
      const response = await fetch(`${url}/api/orders/DEMO0001?${Date.now()}`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ message: 'Service temporairement indisponible' });
    }, 10_000);
    const lastKnown = await fetch(`${url}/api/orders/DEMO0001`);
    expect([lastKnown.status, lastKnown.headers.get('age')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await lastKnown.json()).toMatchObject({ reference: 'DEMO0001', knownAt: expect.any(String) });
    expect((await fetch(`${url}/`)).status).toBe(200);
    await installation.signInAsAdmin();
    await installation.compose('up', '-d', '--no-recreate', 'orders');
    await vi.waitFor(
      async () => {
        const response = await fetch(`${url}/api/orders/DEMO0001`);
        expect([response.status, response.headers.get('age')]).toEqual([200, null]);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it('keeps the data when everything is stopped and started again', async () => {
    const cookie = await installation.signInAsAdmin();
    const created = { reference: `KEEP-${Date.now()}` };
    const { reference } = await installation.send<Order>('POST', '/api/orders', created, cookie);
    await installation.compose('down');
    await installation.up();
    // The first request may use a kept-alive connection to the former gateway.
    const find = () => fetch(`${url}/api/orders/${reference}`);
    await vi.waitFor(async () => expect((await find()).status).toBe(200), 20_000);
    // The session still exists: Redis persists its data.
    expect((await fetch(`${url}/api/user`, { headers: { cookie } })).status).toBe(200);
  });
});

describe('docker-compose.yml', () => {
  it('gives each service a role, and with it a schema, of its own [ENT-021]', () => {
    const yml = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
    const databases = [...yml.matchAll(/DATABASE_URL: postgresql:\/\/(\w+)@.*postgres:5432\}\/(\w+)/g)];
    expect(databases.map(([, role, database]) => [role, database])).toEqual(
      ['auth', 'orders', 'notify', 'catalog', 'content'].map((service) => [service, 'fasocolis']),
    );
  });
});
