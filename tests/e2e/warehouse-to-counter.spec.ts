/// <reference lib="dom" />
import { ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import type { Page } from '@playwright/test';
import { isCall, expect as quickExpect, test } from './fixtures.ts';
import { wedge } from './scanner.ts';

/** A milestone is at the orders after ten seconds. */
const expect = quickExpect.configure({ timeout: 30_000 });

test.use({ live: true, viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 240_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lastHit = (page: Page) => page.getByTestId('last-hit');

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** All are sent when the counter says so. */
async function scan(page: Page, references: readonly string[]) {
  await expect(page.getByTestId('scan-counter')).toHaveText('0 lecture');
  await wedge(page, references);
  await expect(page.getByTestId('scan-counter')).toHaveText(`${references.length} lectures`);
}

async function pass(page: Page, milestone: string) {
  await button(page, 'Autre jalon, lieu ou heure').click();
  await page.getByRole('combobox', { name: 'Jalon' }).click();
  await page.getByRole('option', { name: milestone, exact: true }).click();
  await button(page, 'Enregistrer').click();
  await expect(button(page, 'Annuler')).toBeVisible();
  await expect(button(page, 'Annuler')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

test('an agent moves 30 parcels from Guangzhou to the counter with a phone [CONS-007]', async ({
  page,
  signIn,
  createAgent,
  createUser,
  createOrder,
  mailedLink,
}) => {
  const customer = await createUser();
  const { reference } = await createOrder({ userId: customer.user.id, recipientName: 'Awa Ouédraogo' });
  const references = [reference];
  while (references.length < 30) references.push((await createOrder({ recipientPhone: '+22670123456' })).reference);
  await signIn(page, await createAgent());
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/scan');
  await scan(page, references);

  await button(page, 'Ouvrir le menu').click();
  await page.getByRole('link', { name: 'Expéditions' }).click();
  await button(page, 'Nouvelle expédition').click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Transport' }).click();
  await page.getByRole('option', { name: 'Avion' }).click();
  await form.getByLabel('Ville de départ').fill('Guangzhou');
  const created = page.waitForResponse((response) => isCall('POST', '/api/consignments')(response.request()));
  await button(page, 'Créer').click();
  const { code } = await (await created).json();
  await page.getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(/\/admin\/consignments\/\d+$/);
  const address = page.url();
  await button(page, 'Scanner des colis').click();
  await scan(page, references);

  await page.goto(address);
  await expect(page.getByText('30 colis, 30 colis sans nombre de pièces, 30 colis sans poids')).toBeVisible();
  await pass(page, 'Parti de Chine');
  await expect(page.getByText('Partie', { exact: true })).toBeVisible();
  await pass(page, 'Prêt au retrait');
  await expect(page.getByText('Arrivée', { exact: true })).toBeVisible();
  await expect(page.getByText(/laissés? tels? quels?/)).toHaveCount(0);

  const owner = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!owner) throw new Error('no browser');
  const phone = await owner.newPage();
  await signIn(phone, customer);
  // Only owners with a verified address are shown the code.
  await phone.request.post('/api/email/send-verification');
  await phone.goto(await mailedLink(customer.email, 'Vérification de votre adresse email'));
  await expect(phone.getByText('Votre adresse email a été vérifiée avec succès.')).toBeVisible();
  const { pickupCode } = await (await phone.request.get(`/api/orders/${reference}`)).json();

  await page.goto('/admin/scan');
  await choose(page, 'Mode', 'Remettre');
  await page.getByLabel('Référence').fill(reference);
  await button(page, 'Valider').click();
  const dialog = page.getByRole('dialog', { name: `Remettre ${reference}` });
  await dialog.getByLabel('Code de retrait').fill(pickupCode);
  await dialog.getByLabel('Remis à').fill('Awa Ouédraogo');
  await dialog.getByRole('button', { name: 'Remettre' }).click();
  await expect(lastHit(page).getByText('Remis', { exact: true })).toBeVisible();

  await phone.goto(`/?tracking=${reference}`);
  const card = phone.getByTestId('result-card');
  await card.getByText('Historique').click();
  const texts = card.getByRole('group').getByRole('listitem').locator('p');
  await expect(texts).toHaveText([
    'Livrée',
    /^Remis le .+ à Awa O\.$/,
    'Arrivée au Burkina',
    'Prêt au retrait, Ouagadougou',
    'En Transit',
    'Parti de Chine, Guangzhou',
    'En Traitement',
    "Reçu à l'entrepôt, Guangzhou",
    'Commande Confirmée',
  ]);
  for (const [index, label] of ORDER_STATUSES.map(statusLabel).entries()) {
    await expect(card.getByTestId(`tracker-step-${index + 1}`)).toContainText(label);
  }
  await owner.close();
});
