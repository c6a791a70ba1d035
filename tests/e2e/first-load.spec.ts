import { expect, test } from './fixtures.ts';

test.describe('the link of a parcel', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('shows the status before any script has come, and until the service has answered', async ({
    page,
    createOrder,
  }) => {
    const { reference } = await createOrder({}, { status: 'IN_TRANSIT' });
    const link = `/?tracking=${reference}`;
    const expectHead = async () => {
      for (const text of [reference, 'En Transit', 'Votre colis est en route']) {
        await expect(page.getByText(text, { exact: true })).toBeVisible();
      }
    };

    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(link);
    await expectHead();
    await page.unroute('**/assets/*.js');

    // Never answered.
    await page.route(`**/api/orders/${reference}`, () => {});
    await page.goto(link);
    await expect(page.getByText('Recherche de votre colis...')).toBeAttached();
    await expectHead();
  });
});
