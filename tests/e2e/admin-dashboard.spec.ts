import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, test } from './fixtures.ts';

test('the dashboard shows real numbers with links, and has no automatically detectable accessibility faults', async ({
  page,
  signIn,
  createOrder,
}) => {
  await createOrder({}, { status: 'DELIVERED' });
  await signIn(page, ADMIN);
  await page.goto('/admin');
  const numbers = page.getByRole('region', { name: 'Chiffres' }).getByRole('link');
  await expect(numbers).toHaveText([/^.+\d$/, /^.+\d$/, /^.+[1-9]\d*$/, /^.+\d$/, /^.+\d$/, /^.+\d$/]);
  await expect(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
  await page.getByRole('tab', { name: 'Messages' }).press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Messages' })).toBeVisible();
  await expectNoFaults(page);
  await numbers.filter({ hasText: 'Commandes terminées' }).click();
  await expect(page.getByTestId('order-card').first().getByTestId('status-badge')).toHaveText('Livrée');
});
