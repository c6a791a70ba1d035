import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

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
