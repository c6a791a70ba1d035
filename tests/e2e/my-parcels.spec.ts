/// <reference lib="dom" />
import { generateReference } from '@fasocolis/contracts/reading/reference';
import { expect as quickExpect, test } from './fixtures.ts';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 360, height: 740 },
});
test.describe.configure({ timeout: 180_000 });
const expect = quickExpect.configure({ timeout: 20_000 });

test('a customer with 20 parcels finds them on the home page in 25 kB, and on the device without a network [TEL-007]', async ({
  page,
  context,
  createUser,
  createOrder,
  signIn,
}) => {
  const customer = await createUser();
  const references = Array.from({ length: 20 }, () => generateReference());
  for (const reference of references) await createOrder({ reference, userId: customer.user.id });
  await signIn(page, customer);
  await page.goto('/');
  const rows = page.getByRole('region', { name: 'Mes colis' }).getByRole('listitem');
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(references.at(-1) ?? '');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/orders\/|my-parcels|parcel-rows|last-seen|saved-order/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(25_000);

  const isKept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      const urls = files.flat().map(({ url }) => url);
      return ['/my-parcels-', '/result-card-'].every((name) => urls.some((url) => url.includes(name)));
    });
  await expect.poll(isKept).toBe(true);
  await context.setOffline(true);
  await page.goto('/mes-colis');
  const seen = page.getByRole('region', { name: 'Vus sur ce téléphone' }).getByRole('listitem');
  await expect(seen).toHaveCount(20);
  await seen.first().getByRole('link').click();
  await expect(page.getByTestId('result-card')).toContainText(references.at(-1) ?? '');
  await context.setOffline(false);
});
