/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { resultCard, toast, track } from './tracking-screen.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const NARROW = { width: 360, height: 740 };

test.describe('the result card', () => {
  test('shows a visitor status, delivery, five steps and latest update [TRACK-003, ROLE-001]', async ({ page }) => {
    await page.goto('/');
    await track(page, 'DEMO0003');
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('En Transit');
    await expect(resultCard(page).getByText('Livraison estimée')).toBeVisible();
    await expect(resultCard(page).getByRole('list', { name: 'Étapes du colis' }).getByRole('listitem')).toHaveCount(5);
    await expect(resultCard(page).getByRole('heading', { name: 'Dernière mise à jour' })).toBeVisible();
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' } });

  test('home, result and sign-in pass the automatic accessibility checks and never scroll horizontally', async ({
    page,
  }) => {
    for (const path of ['/', '/?tracking=DEMO0005', '/?tracking=INCONNU9', '/auth']) {
      await page.goto(path);
      if (path.includes('DEMO')) {
        await expect(resultCard(page)).toBeVisible();
        await resultCard(page).getByText('Historique').click();
      }
      if (path.includes('INCONNU')) await expect(toast(page)).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations, path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
