import type { Product } from '@fasocolis/contracts/catalog';
import type { User } from '@fasocolis/contracts/user';
import type { Locator, Page } from '@playwright/test';
import { expect, expectToast, newName, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** More than twice the focusable elements of any screen. */
const STOPS = 150;

/** Presses Tab until an element has the focus, which must be visible: not covered from top to bottom. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  const look = await target.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const middle = (left + right) / 2;
    const points = [top + 4, (top + bottom) / 2, bottom - 4].map((y) => document.elementFromPoint(middle, y));
    // Toasts disappear soon.
    const isSeen = points.some((each) => element.contains(each) || each?.closest('[data-testid="toast"]'));
    return { outline: getComputedStyle(element).outlineStyle, isSeen };
  });
  expect(look).toEqual({ outline: 'solid', isSeen: true });
}

const press = async (page: Page, target: Locator) => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};
const write = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByRole('main').getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};
const search = async (page: Page, reference: string) => {
  await write(page, 'Numéro de suivi', reference);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('result-card')).toBeFocused();
};
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a visitor tracks a parcel, views a product and writes to customer service with the keyboard only', async ({
  page,
  context,
  adminApi,
  createOrder,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-write']);
  const { reference } = await createOrder({}, { status: 'IN_TRANSIT', latestUpdate: 'Parti de Guangzhou.' });
  const shop: Product[] = await (await adminApi.get('/api/products')).json();
  const imageUrls = shop.flatMap(({ imageUrl }) => imageUrl ?? []).slice(0, 2);
  const name = `Lampe ${newName()}`;
  await adminApi.post('/api/products', { data: { name, description: 'Solaire.', price: '9 500 FCFA', imageUrls } });

  await page.goto('/');
  await press(page, link(page, 'Aller au contenu'));
  await expect(page.getByRole('main')).toBeFocused();
  await search(page, reference);
  await press(page, button(page, 'Copier le numéro de suivi'));
  await expectToast(page, 'Numéro de suivi copié');
  await press(page, page.getByText('Historique'));
  await expect(page.getByText('Parti de Guangzhou.').last()).toBeVisible();
  await press(page, button(page, 'Partager'));
  await expect(page.getByTestId('toast')).toContainText('Le lien de suivi a été copié');

  await press(page, link(page, 'Voir tout'));
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, link(page, new RegExp(name)));
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, page.getByRole('list', { name: 'Photos, à faire défiler' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Photo 2 sur 2')).toBeAttached();
  await press(page, button(page, 'Image précédente'));
  await expect(page.getByText('Photo 1 sur 2')).toBeAttached();

  await press(page, page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }));
  await expect(page.getByRole('main')).toBeFocused();
  await write(page, 'Prénom', 'Awa');
  await write(page, 'Nom', 'Kaboré');
  await write(page, 'Email', 'awa@example.com');
  await write(page, 'Sujet', 'Lampe solaire');
  await write(page, 'Message', `Avez-vous encore la ${name} ?`);
  await press(page, button(page, 'Envoyer'));
  await expect(page.getByRole('heading', { name: 'Merci pour votre message !' })).toBeVisible();
  await press(page, button(page, 'Envoyer un autre message'));
});

test('a customer registers, saves a parcel, reads, removes it and signs out with the keyboard only', async ({
  page,
  adminApi,
  createOrder,
}) => {
  test.slow();
  const { reference } = await createOrder();
  const main = page.getByRole('main');
  const openMenu = async (entry: Locator) => {
    await press(page, button(page, 'Menu'));
    // Until the menu has loaded, the entries of the same name are those of the page.
    await expect(page.getByRole('dialog')).toBeVisible();
    await press(page, entry);
  };

  await page.goto('/auth');
  await tabTo(page, page.getByRole('tab', { name: 'Connexion' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Inscription' })).toBeFocused();
  const username = newName();
  await write(page, 'Prénom', 'Awa');
  await write(page, 'Nom', 'Kaboré');
  await write(page, "Nom d'utilisateur", username);
  await write(page, 'Email', `${username}@example.com`);
  await write(page, 'Mot de passe', 'Secret-1234');
  await write(page, 'Confirmer le mot de passe', 'Secret-1234');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  const user: User = await (await page.request.get('/api/user')).json();
  const notification = { title: 'Bureau', body: 'Ouvert samedi.', isGlobal: false, targetUserId: user.id };
  expect((await adminApi.post('/api/notifications', { data: notification })).status()).toBe(201);

  await search(page, reference);
  await press(page, button(page, 'Sauvegarder'));
  await expect(button(page, 'Retirer des favoris')).toBeFocused();

  await openMenu(link(page, /^Notifications/).last());
  await press(page, button(page, /^Bureau/));
  await expect(button(page, /^Bureau/)).toBeHidden();
  await expect(main.getByRole('listitem').filter({ hasText: 'Ouvert samedi.' })).toBeFocused();

  await openMenu(link(page, 'Commandes sauvegardées'));
  await press(page, button(page, `Supprimer ${reference}`));
  await expect(main.getByText('Aucune commande sauvegardée')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Commandes Sauvegardées' })).toBeFocused();

  await openMenu(link(page, 'Mon Profil'));
  await write(page, "Nom d'utilisateur", `${username}2`);
  await press(page, button(page, 'Mettre à jour le profil'));
  await expect(main.getByText(`@${username}2`)).toBeVisible();
  await expect(button(page, 'Mettre à jour le profil')).toBeFocused();

  await openMenu(button(page, 'Déconnexion'));
  await expect(page).toHaveURL('/');
  await expect(button(page, 'Menu')).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
});
