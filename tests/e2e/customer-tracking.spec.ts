import { expect, test } from './fixtures.ts';
import { resultCard, track } from './tracking-screen.ts';

test('a visitor finds a parcel in another spelling, with status, delivery, five steps and latest update [TRACK-003, ROLE-001, D-82]', async ({
  page,
}) => {
  await page.goto('/');
  await track(page, ' de-mo 00.03 ');
  await expect(resultCard(page).getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
  await expect(resultCard(page).getByTestId('status-badge')).toHaveText('En Transit');
  await expect(resultCard(page).getByText('Livraison estimée')).toBeVisible();
  await expect(resultCard(page).getByRole('list', { name: 'Étapes du colis' }).getByRole('listitem')).toHaveCount(5);
  await expect(resultCard(page).getByRole('heading', { name: 'Dernière mise à jour' })).toBeVisible();
});
