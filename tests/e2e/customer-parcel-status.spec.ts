import type { TransitTime } from '@fasocolis/contracts/orders';
import { BOTH, inspect } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { resultCard } from './tracking-screen.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an archived parcel is shown as no longer tracked, with advice', async ({ page, adminApi, createOrder }) => {
    const { id, reference } = await createOrder({}, { status: 'IN_TRANSIT' });
    const archived = await adminApi.patch(`/api/orders/${id}`, { data: { archived: true } });
    expect(archived.ok()).toBe(true);
    const response = await page.goto(`/c/${reference}`);
    expect(response?.status()).toBe(410);
    await expect(page.getByText("Ce colis n'est plus suivi.", { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contacter le service client' })).toBeVisible();
    await expect(resultCard(page)).toHaveCount(0);
  });
});

test('statuses of every kind are shown with their label and an accessible mark on the furthest step', async ({
  page,
  adminApi,
  createOrder,
}) => {
  test.slow();
  for (const [kind, text] of [
    ['step', 'étape'],
    ['waiting', 'attente'],
    ['problem', 'problème'],
    ['end', 'fin'],
  ] as const) {
    const code = `KIND_${crypto.randomUUID()}`;
    const label = `Statut ${kind}`;
    const defined = await adminApi.post('/api/order-statuses', { data: { code, label, kind, displayOrder: 90 } });
    expect(defined.status(), await defined.text()).toBe(201);
    const { id, reference } = await createOrder({ mode: 'SEA' }, { status: 'IN_TRANSIT' });
    expect((await adminApi.patch(`/api/orders/${id}`, { data: { status: code } })).ok()).toBe(true);

    await page.goto(`/c/${reference}`);
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText(label);
    await expect(resultCard(page).getByTestId('tracker-step-3')).toContainText(`${label} (${text})`);
    await resultCard(page).getByText('Historique').click();
    await inspect(page, BOTH);
    const { id: statusId } = await defined.json();
    expect((await adminApi.delete(`/api/order-statuses/${statusId}`)).ok()).toBe(true);
  }
});

test('the chart of transit times is accessible', async ({ page }) => {
  const steps = ['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED'] as const;
  const times: TransitTime[] = steps.flatMap((step) => [
    { mode: 'AIR', step, medianDays: 10.5, p90Days: 19.5, orders: 1234 },
    { mode: 'SEA', step, medianDays: 110.5, p90Days: 120.5, orders: 20 },
  ]);
  await page.route('**/api/transit-times', (route) => route.fulfill({ json: times }));
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Nos délais' }).click();
  await expect(page.getByRole('img', { name: 'Bateau' })).toBeVisible();
  await inspect(page, BOTH);
});
