import type { TransitTime } from '@fasocolis/contracts/transit-times';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectUrl, FAILURE, FakeApi, main, openPage } from './customer-site.tsx';

const TIMES: TransitTime[] = [
  { mode: 'AIR', step: 'IN_TRANSIT', medianDays: 6.5, p90Days: 11, orders: 24 },
  { mode: 'SEA', step: 'IN_TRANSIT', medianDays: 45, p90Days: 60, orders: 31 },
];
const PATH = 'GET /api/transit-times';
const NOTHING_YET = 'Nous publierons nos délais dès que 20 colis permettront de les mesurer.';

function open(status: number, body: unknown): FakeApi {
  const api = new FakeApi();
  api.respond(PATH, status, body);
  return openPage('/nos-delais', api);
}
const figure = (mode: string) => main.getByRole('figure', { name: mode });

describe('the page of transit times', () => {
  it.each([360, 1280])('shows a chart and the figures of each mode at %s pixels [QUIET-005]', async (width) => {
    await page.viewport(width, 740);
    open(200, TIMES);
    await expect.element(main.getByRole('heading', { level: 1, name: 'Nos délais' })).toBeVisible();
    await expect.element(figure('Avion').getByRole('img', { name: 'Avion' })).toBeVisible();
    const text = "la moitié des colis en 6,5 jours, neuf sur dix en 11 jours, d'après 24 colis";
    await expect.element(figure('Avion').getByText(text)).toBeInTheDocument();
    await expect.element(figure('Bateau').getByText('neuf sur dix en 60 jours')).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  it('shows nothing for a mode without figures [QUIET-005]', async () => {
    open(200, TIMES.slice(0, 1));
    await expect.element(figure('Avion')).toBeVisible();
    await expect.element(figure('Bateau')).not.toBeInTheDocument();
  });

  it('shows when there will be figures while there are none', async () => {
    open(200, []);
    await expect.element(main.getByText(NOTHING_YET, { exact: true })).toBeVisible();
    await expect.element(main.getByRole('figure')).not.toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    const api = open(500, FAILURE);
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.respond(PATH, 200, TIMES);
    await main.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(figure('Avion')).toBeVisible();
  });

  it('is reached from the footer of every page', async () => {
    const api = new FakeApi();
    api.respond(PATH, 200, TIMES);
    openPage('/', api);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Nos délais' }).click();
    await expectUrl('/nos-delais');
    await expect.element(figure('Avion')).toBeVisible();
  });
});
