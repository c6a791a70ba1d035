import { expect, test } from './fixtures.ts';
import { resultCard, track } from './tracking-screen.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

test.describe('the search', () => {
  test('finds the parcel in any letter case, with spaces, dots and hyphens [D-82]', async ({ page }) => {
    await page.goto('/');
    for (const typed of ['demo0003', ' DEMO 00 03 ', 'de-mo.0003']) {
      await track(page, typed);
      await expect(resultCard(page).getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    }
  });
});
