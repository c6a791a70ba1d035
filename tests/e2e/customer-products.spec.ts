import type { Product } from '@fasocolis/contracts/catalog';
import { expect, test } from './fixtures.ts';

// Stubs the API of a public page.
test.use({ rendered: false, viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 });

test("the catalogue loads each of the shop's own photos in at most 40 kB on a phone", async ({ page, request }) => {
  const oldest = new URLSearchParams({ sort: '["id","ASC"]', range: '[0,7]' });
  const offered: Product[] = await (await request.get(`/api/products?${oldest}`)).json();
  await page.route('**/api/products?*', (route) => route.fulfill({ json: offered }));
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/product-images/')) sizes.push((await response.body()).length);
  });
  await page.goto('/products');
  await expect(page.getByTestId('product-card')).toHaveCount(8);
  for (let index = 0; index < 8; index++) await page.getByTestId('product-card').nth(index).scrollIntoViewIfNeeded();
  await expect.poll(() => sizes.length).toBe(8);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(40_000);
});
