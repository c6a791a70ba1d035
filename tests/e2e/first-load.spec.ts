import { BUDGETS, scriptsLoadedBy, weigh } from '../../bench/web-weight.ts';
import { ADMIN, expect, test } from './fixtures.ts';

test.describe('the link of a parcel', () => {
  test.use({ viewport: { width: 360, height: 740 }, rendered: 'page' });

  test('shows the status before any script has loaded', async ({ page, createOrder }) => {
    const { reference } = await createOrder({}, { status: 'IN_TRANSIT' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`/?tracking=${reference}`);
    for (const text of [reference, 'En Transit', 'Votre colis est en route']) {
      await expect(page.getByTestId('result-card').getByText(text, { exact: true }).first()).toBeVisible();
    }
  });
});

test('at most 425 kB of scripts are loaded from the sign-in page to the first screen of the back office', async ({
  page,
  signIn,
}) => {
  const scripts = await scriptsLoadedBy(page, async () => {
    await page.goto('/auth', { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await signIn(page, ADMIN);
    await page.goto('/admin', { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
  });
  expect(scripts.some((path) => path.startsWith('/admin/assets/'))).toBe(true);
  expect(weigh(scripts, 'gz')).toBeLessThanOrEqual(BUDGETS.adminScripts);
});
