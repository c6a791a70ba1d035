/// <reference lib="dom" />
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Page } from '@playwright/test';
import { expect as quickExpect, test } from './fixtures.ts';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 360, height: 740 },
});

// A first visit, the installation of a worker and further visits take longer than other tests on a busy machine.
test.describe.configure({ timeout: 180_000 });
const expect = quickExpect.configure({ timeout: 20_000 });

const card = (page: Page) => page.getByTestId('result-card');
const bar = (page: Page) => page.getByText('Vous êtes hors ligne.');
const lastInformation = (page: Page) => card(page).getByText('Dernière information du');

/** The paths of all files that the worker has cached. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the site works without the network, which may take seconds after the first visit. */
async function isKept(page: Page, ...screens: string[]) {
  for (const file of ['/index.html', ...screens.map((screen) => `/assets/${screen}-`)]) {
    await expect
      .poll(async () => (await kept(page)).some((path) => path.startsWith(file)), { timeout: 20_000 })
      .toBe(true);
  }
}

test('a site that was visited once opens without a network, and shows the last known state with its date', async ({
  page,
  context,
  createOrder,
  adminApi,
}) => {
  const { id, reference } = await createOrder();
  await page.goto(`/?tracking=${reference}`);
  // The first page of a new browser, while a worker is being installed.
  await expect(card(page).getByTestId('status-badge')).toHaveText('Commande Confirmée', { timeout: 60_000 });
  await expect(lastInformation(page)).toHaveCount(0);
  await isKept(page, 'result-card', 'last-seen', 'side-menu', 'logo');

  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.reload();
  await expect(card(page).getByRole('heading', { name: reference })).toBeVisible();
  const date = /^Dernière information du \d{1,2} [a-zéû]+ \d{4} à \d\d:\d\d \(GMT\)$/;
  await expect(card(page).getByText(date)).toBeVisible();
  await expect(card(page).getByTestId('status-badge')).toHaveText('Commande Confirmée');
  await expect(page.getByTestId('toast')).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
  const logo = page.getByRole('banner').getByAltText('Logo');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Nos délais' })).toBeVisible();
  await page.keyboard.press('Escape');

  await adminApi.patch(`/api/orders/${id}`, { data: { status: 'PROCESSING' } });
  await card(page).getByRole('button', { name: 'Réessayer' }).click();
  await expect(lastInformation(page)).toBeVisible();
  await expect(card(page).getByTestId('status-badge')).toHaveText('Commande Confirmée');
  await context.setOffline(false);
  await expect(card(page).getByTestId('status-badge')).toHaveText('En Traitement');
  await expect(lastInformation(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);

  await context.setOffline(true);
  const unknown = generateReference();
  await page.getByRole('textbox', { name: 'Numéro de suivi' }).fill(unknown);
  await page.getByRole('button', { name: 'Suivre' }).click();
  await expect(page.getByText("Ce colis n'a pas encore été consulté sur cet appareil")).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Numéro de suivi' })).toHaveValue(unknown);

  const paths = await kept(page);
  expect(paths.filter((path) => !/^\/(?:index\.html$|assets\/|api\/product-images\/)/.test(path))).toEqual([]);
  const shell = await page.evaluate(async () => (await caches.match('/index.html'))?.text());
  expect(shell).not.toContain(reference);
});

test('signing out deletes all remembered parcels from the device', async ({ page, context, signIn, createOrder }) => {
  const { reference } = await createOrder();
  await signIn(page);
  await page.goto(`/?tracking=${reference}`);
  await expect(card(page)).toBeVisible();
  const remembered = () => page.evaluate((wanted) => JSON.stringify(localStorage).includes(wanted), reference);
  await expect.poll(remembered).toBe(true);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('userId');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page.getByTestId('toast')).toContainText('Déconnexion réussie');
  await expect(page).toHaveURL('/');
  await expect.poll(remembered).toBe(false);
  await isKept(page, 'needs-network', 'last-seen');
  expect(await remembered()).toBe(false);

  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.goto(`/?tracking=${reference}`);
  await expect(page.getByText('Pas de connexion à Internet')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/saved-orders');
  await expect(page.getByText("Cet écran a besoin d'une connexion à Internet.")).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page).toHaveURL('/auth');
});

test('a receipt, which the server alone renders, is never replaced by the stored site', async ({ page, context }) => {
  await page.goto('/');
  await isKept(page);
  await context.setOffline(true);
  await expect(page.goto('/recu/unknown')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});

test('phones can install the site, and its worker does not handle the back office', async ({ page, context }) => {
  await page.goto('/');
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: 'FasoColis',
    lang: 'fr',
    display: 'standalone',
    start_url: '/',
  });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in incognito contexts, which a full Chromium reports.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await isKept(page);
  for (const { src, sizes } of JSON.parse(data ?? '').icons) {
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size).toBe(sizes);
  }

  const opened = await page.goto('/admin/login');
  expect(opened?.fromServiceWorker()).toBe(false);
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  expect((await page.goto('/products'))?.fromServiceWorker()).toBe(true);
});

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The built site on a separate port, whose files can be replaced as in a deployment. */
async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-deploy-'));
  cpSync(join(import.meta.dirname, '../../web-customer/dist'), folder, { recursive: true });
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    if (pathname.startsWith('/api/')) return response.writeHead(503).end();
    const file = extname(pathname) ? pathname : '/index.html';
    try {
      const content = readFileSync(join(folder, file));
      const cacheControl = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? '', 'cache-control': cacheControl })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      change('index.html', (html) => html.replace('<html', '<html data-version="2"'));
      change('service-worker.js', (code) => `${code}\n// 2`);
      const gone = readdirSync(join(folder, 'assets')).filter((name) => name.startsWith('static-page-'));
      for (const name of gone) rmSync(join(folder, 'assets', name));
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

test('a new deployment is used from the next page load on, and no typed text is lost before', async ({
  page,
  context,
}) => {
  const site = await startSite();
  await page.goto(site.url);
  await isKept(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const field = page.getByRole('textbox', { name: 'Numéro de suivi' });
  await field.fill('FC-2345');

  site.deploy();
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return registration?.waiting != null;
    });
  await expect.poll(isWaiting).toBe(true);
  await expect(field).toHaveValue('FC-2345');
  await expect(page.locator('html[data-version="2"]')).toHaveCount(0);

  // A screen of the old version whose file the deployment has removed.
  await page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click();
  await expect(page.getByText('Le site a peut-être été mis à jour. Rechargez la page.')).toBeVisible();
  await page.getByRole('button', { name: 'Recharger' }).click();
  await expect(page.locator('html[data-version="2"]')).toHaveCount(1);

  await context.setOffline(true);
  await page.goto(site.url);
  await expect(page.locator('html[data-version="2"]')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
  await site.stop();
});
