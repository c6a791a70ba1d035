import { expect, test } from './fixtures.ts';
import { resultCard } from './tracking-screen.ts';

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
