import type { Page } from '@playwright/test';
import { BOTH, inspect, late, NARROW, WIDE } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' } });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('search and forms are accessible in every state, without motion when that is reduced', async ({ page }) => {
  test.slow();
  await test.step('a search that is blank, and one that is in progress', async () => {
    await page.goto('/');
    await button(page, 'Suivre').click();
    await expect(page.getByText('Veuillez saisir un numéro de suivi')).toBeVisible();
    await inspect(page);
    const search = late();
    await page.route('**/api/orders/DEMO0003', search.handler);
    await page.goto('/?tracking=DEMO0003');
    await expect(page.getByText('Recherche de votre colis...')).toBeAttached();
    await inspect(page);
    search.answer();
    await expect(page.getByTestId('result-card')).toBeFocused();
  });

  await test.step('forms with every mistake', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Inscription' }).click();
    await button(page, "S'inscrire").click();
    await expect(page.getByText('Email invalide')).toBeVisible();
    await inspect(page, BOTH);
    await page.goto('/forgot-password');
    await button(page, 'Envoyer le lien de réinitialisation').click();
    await expect(page.getByText('Email requis')).toBeVisible();
    await inspect(page);
    await page.route('**/api/auth/verify-reset-token*', (route) => route.fulfill({ json: { valid: true } }));
    await page.goto('/reset-password?token=neuf');
    await main(page).getByRole('button').last().click();
    await expect(page.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
    await inspect(page);
    await page.goto('/contact');
    await button(page, 'Envoyer').click();
    await expect(page.getByText('Le sujet doit comporter au moins 5 caractères.')).toBeVisible();
    await inspect(page, BOTH);
  });
});

test('shop, menu and missing pages are accessible in every state, without motion when that is reduced', async ({
  page,
}) => {
  test.slow();
  await test.step('the shop while it loads, after a failure, and when it is empty', async () => {
    const shop = late();
    await page.route('**/api/products?*', shop.handler);
    await page.goto('/products');
    await expect(page.getByText('Chargement des produits...')).toBeVisible();
    await inspect(page);
    shop.answer();
    for (const answer of [
      { status: 500, json: {} },
      { json: [], headers: { 'content-range': '*/0' } },
    ]) {
      await page.route('**/api/products?*', (route) => route.fulfill(answer));
      await page.goto('/products');
      await expect(
        main(page)
          .getByText(answer.status ? /produits/ : /produit/)
          .last(),
      ).toBeVisible();
      await inspect(page);
    }
  });

  await test.step('the menu, help, and unknown addresses', async () => {
    await page.goto('/facebook-help');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page);
    await page.keyboard.press('Escape');
    await inspect(page);
    for (const path of ['/nulle-part', '/verify-email?token=inconnu']) {
      await page.goto(path);
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await inspect(page);
    }
  });
});

test('the screens of a customer are accessible in every state, without motion when that is reduced', async ({
  page,
  signIn,
  createUser,
}) => {
  test.slow();
  const customer = await createUser();
  await signIn(page, customer);

  await test.step('lists that load, that failed, and that are empty', async () => {
    for (const [screen, list, empty, failed] of [
      [
        '/notifications',
        '**/api/notifications/user/**',
        "Vous n'avez pas de notifications.",
        'Erreur lors de la récupération des notifications',
      ],
      ['/saved-orders', '**/api/orders/saved/*', 'Aucune commande sauvegardée', 'Réessayer'],
    ] as const) {
      const waiting = late();
      await page.route(list, waiting.handler);
      await page.goto(screen);
      await expect(main(page).getByRole('status').first()).toBeAttached();
      await inspect(page);
      waiting.answer();
      for (const [answer, shows] of [
        [{ json: [], headers: { 'content-range': 'items */0' } }, empty],
        [null, failed],
      ] as const) {
        await page.unroute(list);
        await page.route(list, (route) => (answer ? route.fulfill(answer) : route.abort()));
        await page.goto(screen);
        await expect(page.getByText(shows, { exact: true }).first()).toBeVisible();
        await inspect(page, BOTH);
      }
    }
  });

  await test.step('the three tabs of the profile with their errors, and after saving', async () => {
    await page.goto('/profile');
    await main(page).getByLabel('Email', { exact: true }).fill('awa');
    await button(page, 'Mettre à jour le profil').click();
    await expect(main(page).getByRole('alert').first()).toBeVisible();
    await inspect(page, BOTH);
    await main(page).getByLabel('Email', { exact: true }).fill(customer.email);
    await button(page, 'Mettre à jour le profil').click();
    await expect(page.getByTestId('toast')).toBeVisible();
    await inspect(page);
    await page.getByRole('tab', { name: 'Vérification Email' }).click();
    await inspect(page);
    await page.getByRole('tab', { name: 'Mot de Passe' }).click();
    await button(page, 'Changer le mot de passe').click();
    await expect(main(page).getByRole('alert').first()).toBeVisible();
    await inspect(page);
    await button(page, 'Supprimer mon compte').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, BOTH);
    await page.getByRole('button', { name: 'Annuler' }).click();
  });

  await test.step('the menus of a signed-in user, and the bar of a phone without a network', async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.context().setOffline(true);
    await expect(page.getByText('Vous êtes hors ligne.')).toBeVisible();
    await inspect(page, BOTH);
    await page.context().setOffline(false);
    await page.setViewportSize(WIDE);
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, [WIDE]);
  });
});
