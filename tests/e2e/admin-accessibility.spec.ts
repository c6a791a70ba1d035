import { generateReference } from '@fasocolis/contracts/reference';
import type { Locator, Page } from '@playwright/test';
import { expectNoFaults, late } from './accessibility.ts';
import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

/** The forms in dialogs, each with the button that opens it and the one that submits it. */
const FORMS = [
  ['/admin/orders', 'Nouvelle commande', 'Créer'],
  ['/admin/consignments', 'Nouvelle expédition', 'Créer'],
  ['/admin/order-statuses', 'Nouveau statut', 'Créer'],
  ['/admin/milestone-definitions', 'Nouveau jalon', 'Créer'],
  ['/admin/products', 'Ajouter un Produit', 'Ajouter'],
  ['/admin/popup-notifications', 'Créer une notification popup', 'Créer'],
] as const;

/** The screens with a list, each with the URL of its rows. */
const LISTS = [
  ['/admin/orders', '/api/orders'],
  ['/admin/consignments', '/api/consignments'],
  ['/admin/order-statuses', '/api/order-statuses'],
  ['/admin/products', '/api/products'],
  ['/admin/users', '/api/users'],
  ['/admin/popup-notifications', '/api/popup-notifications'],
  ['/admin/contact-messages', '/api/contact-messages'],
  ['/admin/static-pages', '/api/static-pages'],
] as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('no form has automatically detectable accessibility faults when its fields are invalid, nor has its confirmation', async ({
  page,
  signIn,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  for (const [screen, open, send] of FORMS) {
    await page.goto(screen);
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectNoFaults(page, screen);
  }
  await page.keyboard.type('Bienvenue');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Abandonner les modifications' })).toBeVisible();
  await expectNoFaults(page, 'the question');
});

for (const [screen, list] of LISTS) {
  test(`${screen} has no automatically detectable accessibility faults while it loads, after a failure and when it is empty`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, ADMIN);
    const isList = ({ pathname }: URL) => pathname === list;
    const waiting = late();
    await page.route(isList, waiting.handler);
    await page.goto(screen);
    await expect(page.getByRole('main').getByText('Chargement en cours').first()).toBeAttached();
    await expectNoFaults(page, `${screen} awaited`);
    waiting.answer();
    await page.unroute(isList);
    await page.route(isList, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(screen);
    await expect(page.getByRole('button', { name: 'Réessayer' }).first()).toBeVisible();
    await expectNoFaults(page, `${screen} failed`);
    await page.unroute(isList);
    await page.route(isList, (route) => route.fulfill({ json: [], headers: { 'content-range': 'items */0' } }));
    await page.getByRole('button', { name: 'Réessayer' }).first().click();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
    await expectNoFaults(page, `${screen} empty`);
  });
}

test('the focus moves into a dialog, back to its button, and to the heading when that was deleted', async ({
  page,
  signIn,
  adminApi,
}) => {
  test.slow();
  const label = newName();
  const data = { code: label.toUpperCase(), label, displayOrder: 1, isActive: false };
  expect((await adminApi.post('/api/order-statuses', { data })).status()).toBe(201);
  await signIn(page, ADMIN);
  await page.goto('/admin/order-statuses');

  const edit = page.getByRole('button', { name: `Modifier ${label}` });
  await edit.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  const remove = page.getByRole('button', { name: `Supprimer ${label}` });
  await remove.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).press('Enter');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).press('Enter');
  await expectToast(page, 'Succès', 'Statut de commande supprimé avec succès');
  await expect(remove).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves in the back office', async ({ page, signIn }) => {
    await signIn(page, ADMIN);
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Nouvelle commande' }).click();
    const durations = await page.getByRole('dialog').evaluate((dialog) => {
      const moving = [dialog, ...dialog.querySelectorAll('*')].map((element) => getComputedStyle(element));
      return moving.flatMap(({ transitionDuration, animationDuration }) =>
        [transitionDuration, animationDuration].flatMap((each) => each.split(',').map(Number.parseFloat)),
      );
    });
    expect(Math.max(...durations)).toBeLessThan(0.001);
  });
});

test.describe('with the keyboard only, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the administrator signs in, creates and moves an order, adds a product, reads a message and signs out', async ({
    page,
    adminApi,
  }) => {
    test.slow();
    const reference = generateReference();
    const subject = `Colis ${newName()}`;
    const name = `Lampe ${newName()}`;
    const message = { firstName: 'Awa', lastName: 'Traoré', email: `${newName()}@example.com`, subject };
    const written = await adminApi.post('/api/contact-messages', {
      data: { ...message, message: 'Bonjour, où est mon colis ?' },
    });
    expect(written.status()).toBe(201);
    const { id } = await written.json();

    await page.goto('/auth');
    await type(page.getByLabel("Email ou nom d'utilisateur"), ADMIN.login);
    await type(page.getByLabel('Mot de passe', { exact: true }), ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');

    await page.goto('/admin/orders');
    await press(page.getByRole('button', { name: 'Nouvelle commande' }));
    await expect(page.getByRole('textbox', { name: 'Référence' })).toBeFocused();
    await page.keyboard.type(reference);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Succès', 'Commande créée avec succès');

    await type(page.getByRole('searchbox', { name: 'Rechercher une référence' }), reference);
    const card = page.getByTestId('order-card');
    await expect(card).toHaveCount(1);
    await press(card.getByRole('button', { name: 'Mettre à jour le statut' }));
    const status = page.getByRole('dialog').getByRole('combobox', { name: 'Statut' });
    await expect(status).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(status).toBeFocused();
    await press(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }));
    await expect(card.getByTestId('status-badge')).toHaveText('En Traitement');

    await follow(page, 'Produits');
    await press(page.getByRole('button', { name: 'Ajouter un Produit' }));
    const dialog = page.getByRole('dialog', { name: 'Ajouter un produit' });
    await type(dialog.getByRole('textbox', { name: 'Nom' }), name);
    await type(dialog.getByRole('textbox', { name: 'Description' }), 'Se recharge au soleil.');
    await type(dialog.getByRole('textbox', { name: 'Prix' }), '12 000 FCFA');
    await press(dialog.getByRole('button', { name: 'Ajouter', exact: true }));
    await expect(page.getByTestId('product-card').filter({ hasText: name })).toBeVisible();

    await follow(page, 'Messages de contact');
    const read = page.waitForResponse((response) => response.url().endsWith(`/api/contact-messages/${id}/read`));
    await press(page.getByRole('button', { name: `Ouvrir le message « ${subject} »` }));
    await read;
    await press(page.getByRole('dialog').getByRole('button', { name: 'Fermer' }));

    await press(page.getByRole('button', { name: 'Ouvrir le menu' }));
    await press(page.getByRole('button', { name: 'Déconnexion' }));
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });
});

/** Moves to an element with the Tab key. */
async function walkTo(target: Locator) {
  // Each screen has a separate script.
  await expect(target).toBeVisible({ timeout: 20_000 });
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await hasFocus()); steps++) {
    if (steps > 150) throw new Error('The Tab key does not lead there');
    await target.page().keyboard.press('Tab');
  }
}

async function press(target: Locator) {
  await walkTo(target);
  await target.page().keyboard.press('Enter');
}

async function type(target: Locator, text: string) {
  await walkTo(target);
  await target.page().keyboard.type(text);
}

async function follow(page: Page, entry: string) {
  await press(page.getByRole('button', { name: 'Ouvrir le menu' }));
  await press(page.getByTestId('admin-sidebar').getByRole('link', { name: entry }));
  await expect(page.getByTestId('admin-sidebar')).toHaveCount(0);
}
