import type { User } from '@fasocolis/contracts/auth';
import type { ContactMessage } from '@fasocolis/contracts/content';
import type { Order } from '@fasocolis/contracts/orders';
import { shortDate } from '@fasocolis/web-kit/dates';
import type { APIRequestContext, Page } from '@playwright/test';
import { startTemporaryStack } from '../stack/temporary-stack.ts';
import { ADMIN, expect as atOnce, test as base, expectToast } from './fixtures.ts';

// A second product runs beside the one of the other tests.
const expect = atOnce.configure({ timeout: 60_000 });

/** A fresh installation for these tests. */
const test = base.extend<object, { installation: string }>({
  installation: [
    async ({ browserName: _ }, use) => {
      const stack = await startTemporaryStack('first-day', { demoData: false });
      await use(stack.url);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ installation }, use) => use(installation),
});

// In sequence: each test uses the state that the one before it left.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const steps = (page: Page) => page.getByRole('region', { name: 'Premiers pas' });
const expectNumber = (page: Page, name: string, number: string) =>
  expect(page.getByRole('region', { name: 'Chiffres' }).getByRole('link', { name })).toHaveText(`${name}${number}`);
const readList = async <T>(api: APIRequestContext, path: string): Promise<T[]> => (await api.get(path)).json();

/** Opens screens without data; each has an empty state, most with advice. */
async function expectScreens(
  page: Page,
  screens: readonly (readonly [address: string, says: string, action?: string])[],
) {
  for (const [address, says, action] of screens) {
    await page.goto(address);
    const main = page.getByRole('main');
    await expect(main.getByText(says, { exact: true }), address).toBeVisible();
    if (action) {
      const control = main.getByRole('link', { name: action }).or(main.getByRole('button', { name: action }));
      await expect(control.first(), address).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Réessayer' }), address).toHaveCount(0);
  }
}

test('every customer screen of a fresh installation has an empty state [SEED-007]', async ({
  page,
  createUser,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expectScreens(page, [
    ['/', 'Suivre Votre Colis', 'Suivre'],
    ['/products', 'Aucun produit disponible actuellement.', 'Suivre un colis'],
    ['/product/1', 'Error loading product details. Please try again.', 'Voir tous les produits'],
    ['/?tracking=FC-2026-0001', 'Aucun colis ne porte le numéro « FC-2026-0001 »'],
    ['/support', 'Combien de temps cela prend'],
    ['/contact', 'Par le formulaire', 'Envoyer'],
  ]);
  await signIn(page, await createUser());
  await expectScreens(page, [
    ['/notifications', "Vous n'avez pas de notifications.", 'Suivre une commande'],
    ['/saved-orders', 'Aucune commande sauvegardée', 'Suivre une commande'],
    ['/profile', 'Awa Traoré'],
  ]);
});

test('every administrator screen of a fresh installation has an empty state [SEED-007, ADM-DASH-020]', async ({
  page,
  signIn,
}) => {
  await signIn(page, ADMIN);
  await expectScreens(page, [
    ['/admin/orders', 'Aucune commande pour le moment. Créez la première.', 'Nouvelle commande'],
    ['/admin/products', 'Aucun produit trouvé. Ajoutez votre premier produit pour commencer.', 'Ajouter un Produit'],
    ['/admin/popup-notifications', 'Aucune notification popup', 'Créer une notification popup'],
    ['/admin/contact-messages', "Il n'y a aucun message dans cette catégorie."],
    ['/admin/order-statuses', 'ORDER_CONFIRMED'],
    ['/admin/users', 'admin'],
    ['/admin/static-pages', 'Foire aux questions'],
    ['/admin', 'Aucune commande pour le moment. Créez la première.', 'Nouvelle commande'],
  ]);
  await expectNumber(page, 'Total des commandes', '0');
  await expectNumber(page, 'Total des produits', '0');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(page.getByText('Aucun nouveau message', { exact: true })).toBeVisible();
});

test('the dashboard leads from one first step to the next until all are done', async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  const follow = async (step: string, action: string) => {
    await page.goto('/admin');
    await expect(steps(page).getByRole('listitem').filter({ hasText: step })).not.toContainText('fait');
    await steps(page).getByRole('link', { name: action }).click();
  };
  const isDone = async (step: string) => {
    await page.goto('/admin');
    await expect(steps(page).getByRole('listitem').filter({ hasText: step })).toContainText('fait');
  };

  await follow('Indiquer votre numéro WhatsApp', 'Indiquer le numéro');
  const card = page.getByRole('region', { name: 'Numéro WhatsApp' });
  await card.getByRole('textbox').fill('+22670123456');
  await card.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Succès', 'Numéro WhatsApp mis à jour avec succès');
  await isDone('Indiquer votre numéro WhatsApp');

  await follow('Créer la première commande', 'Créer une commande');
  const order = page.getByRole('dialog', { name: 'Nouvelle commande' });
  await order.getByRole('button', { name: 'Générer une référence' }).click();
  await order.getByRole('button', { name: 'Créer' }).click();
  await expect(page.getByTestId('order-card')).toHaveCount(1);
  await expect(page).toHaveURL('/admin/orders');
  await isDone('Créer la première commande');

  await follow('Ajouter le premier produit', 'Ajouter un produit');
  const product = page.getByRole('dialog', { name: 'Ajouter un produit' });
  await product.getByRole('textbox', { name: 'Nom', exact: true }).fill('Montre');
  await product.getByRole('textbox', { name: 'Description', exact: true }).fill('Une montre pour chaque jour.');
  await product.getByRole('textbox', { name: 'Prix', exact: true }).fill('15 000 FCFA');
  await product.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(page.getByTestId('product-card')).toHaveCount(1);
  await isDone('Ajouter le premier produit');

  await follow('Relire les pages du site', 'Relire les pages');
  await page.goto('/admin/static-pages/edit/contact');
  await page.getByRole('textbox', { name: 'Titre' }).fill('Nous écrire');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  expect((await saved).ok()).toBe(true);
  await page.goto('/admin');
  await expectNumber(page, 'Total des commandes', '1');
  await expect(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
});

test('the dashboard shows the counts and the latest records [ADM-DASH-001, ADM-DASH-002, ADM-DASH-003, ADM-DASH-004, ADM-DASH-005, ADM-DASH-008, ADM-DASH-009, ADM-DASH-011, ADM-DASH-015, ADM-DASH-016, ADM-DASH-017, ADM-DASH-019, CONST-030, CONST-031, CONST-032]', async ({
  page,
  adminApi,
  createOrder,
  createUser,
  signIn,
}) => {
  const updates = [
    { status: 'DELIVERED' },
    { status: 'CUSTOMS' },
    { status: 'DELIVERED' },
    undefined,
    undefined,
    undefined,
  ];
  for (const update of updates) await createOrder({}, update);
  const known = await readList<User>(adminApi, '/api/users');
  for (let count = known.length; count < 7; count += 1) await createUser();
  for (let count = 1; count <= 7; count += 1) {
    const fields = {
      firstName: 'Fatou',
      lastName: 'Ouédraogo',
      email: 'fatou@example.com',
      message: 'Où est mon colis ?',
    };
    const sent = await adminApi.post('/api/contact-messages', { data: { ...fields, subject: `Question ${count}` } });
    expect(sent.status()).toBe(201);
  }
  const orders = await readList<Order>(adminApi, '/api/orders');
  const users = await readList<User>(adminApi, '/api/users');
  const messages = await readList<ContactMessage>(adminApi, '/api/contact-messages/unread');
  expect([orders.length, users.length, messages.length]).toEqual([7, 7, 7]);

  await signIn(page, ADMIN);
  await page.goto('/admin');
  await expectNumber(page, 'Total des commandes', '7');
  await expectNumber(page, 'Commandes en attente', '5');
  await expectNumber(page, 'Commandes terminées', '2');
  await expectNumber(page, 'Total des produits', '1');
  await expectNumber(page, 'Total des utilisateurs', '7');

  const table = page.getByRole('tabpanel').getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Référence', 'Statut', 'Date', 'Action']);
  const newest = orders.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, 5);
  await expect(table.locator('tbody tr')).toHaveText(newest.map(({ reference }) => new RegExp(`^${reference}`)));
  const [first] = newest;
  const firstRow = table.locator('tbody tr').first();
  await expect(firstRow.getByTestId('status-badge')).toHaveText('Commande Confirmée');
  await expect(firstRow).toContainText(shortDate(first?.createdAt ?? ''));
  await expect(firstRow.getByRole('link')).toHaveAttribute('href', `/admin/orders?edit=${first?.id}`);

  await page.getByRole('tab', { name: 'Utilisateurs' }).click();
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    "Nom d'utilisateur",
    'Email',
    "Date d'inscription",
    'Action',
  ]);
  await expect(table.locator('tbody tr')).toHaveText(
    users
      .slice(0, 5)
      .map(({ id, username, email, createdAt }) => `${id}${username}${email}${shortDate(createdAt)}Voir`),
  );
  await expect(table.getByRole('link', { name: 'Voir' }).first()).toHaveAttribute('href', '/admin/users?view=1');

  const tab = page.getByRole('tab', { name: 'Messages' });
  await expect(tab).toHaveText('Messages7 non lu(s)');
  await tab.click();
  const items = page.getByRole('list', { name: 'Messages non lus' }).getByRole('listitem');
  await expect(items).toHaveText(
    messages
      .slice(0, 5)
      .map(({ subject, createdAt }) => `NouveauFatou Ouédraogo${shortDate(createdAt)}${subject}Où est mon colis ?Lire`),
  );
  await expect(items.first().getByRole('link')).toHaveAttribute(
    'href',
    `/admin/contact-messages?view=${messages[0]?.id}`,
  );
});
