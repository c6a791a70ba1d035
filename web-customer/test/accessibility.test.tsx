import type { Notification } from '@fasocolis/contracts/notifications';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, FAILURE, FakeApi, main, openPage, toast } from './customer-site.tsx';
import { apiWith, card, ORDER, openOrder } from './tracked-parcel.ts';

const LONG = 'Une-très-longue-désignation-sans-espace-'.repeat(4);
const LAMP = {
  ...{ id: 7, name: LONG, description: 'Une lampe solaire.', price: '99,99€', imageUrl: null, imageUrls: [] },
  ...{ hasFreeshipping: true, features: [LONG], specifications: { [LONG]: LONG } },
};
const TABLE = `<h2>Un tableau</h2><table><tbody><tr>${'<td>anticonstitutionnellement</td>'.repeat(6)}</tr></tbody></table>`;
const NOTIFICATIONS = `GET /api/notifications/user/${AWA.id}`;
const SAVED = `GET /api/orders/saved/${AWA.id}`;

const button = (name: string) => main.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name });
const alert = main.getByRole('alert').first();

/** A site with a parcel, a product and every page; with a user, that user is signed in and has something of everything. */
function newSite(user: typeof AWA | null = null): FakeApi {
  const api = apiWith(ORDER);
  api.signIn(user);
  api.respond('GET /api/products', 200, [LAMP, { ...LAMP, id: 8, name: 'Montre' }]);
  api.respond('GET /api/products/7', 200, LAMP);
  for (const slug of PAGE_SLUGS) {
    const lastUpdated = '2026-03-05T23:30:00.000Z';
    api.respond(`GET /api/static-pages/${slug}`, 200, { id: 1, slug, title: 'Une page', content: TABLE, lastUpdated });
  }
  const sent: Notification[] = [1, 2, 3].map((id) => ({
    ...{ id, title: `Nouvelle ${id}`, body: 'Votre colis est en route.', isRead: id === 3 },
    ...{ isGlobal: true, targetUserId: null, sentAt: '2026-03-05T23:30:00.000Z' },
  }));
  api.respond(NOTIFICATIONS, 200, sent);
  api.respond(SAVED, 200, [{ ...ORDER, savedAt: ORDER.createdAt }]);
  api.respond(`GET /api/orders/saved/check/${ORDER.id}`, 200, { isSaved: false });
  return api;
}

beforeEach(() => page.viewport(360, 800));

describe('a visitor’s screen is accessible', () => {
  it.each(['/', '/auth', '/forgot-password', '/products', '/product/7', '/facebook-help', '/nulle-part', '/home'])(
    'at %s',
    async (path) => {
      openPage(path, newSite());
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(BOTH);
    },
  );

  it.each(PAGE_SLUGS)('at /%s', async (slug) => {
    openPage(`/${slug}`, newSite());
    await expect.element(main.getByRole('table')).toBeVisible();
    await expectAccessible(slug === 'contact' ? BOTH : [360]);
  });

  it('with a product that is missing', async () => {
    openPage('/product/9', newSite());
    await expect.element(main.getByText('Error loading product details')).toBeVisible();
    // Its message is a paragraph.
    await expectAccessible([360], ['page-has-heading-one']);
  });

  it.each(['/verify-email?token=inconnu', '/reset-password?token=inconnu', '/desabonnement?token=x'])(
    'at %s',
    async (path) => {
      openPage(path, newSite());
      await expect.element(main.getByRole('heading')).toBeVisible();
      await expectAccessible();
    },
  );

  it('with a parcel and its history', async () => {
    openPage('/?tracking=DEMO0003', newSite());
    await card.getByText('Historique').click();
    await expectAccessible(BOTH);
  });

  it.each(['step', 'waiting', 'problem', 'end'] as const)('with a status of the kind %s', async (statusKind) => {
    openOrder({ status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind });
    await card.getByText('Historique').click();
    await expectAccessible(BOTH);
  });

  it('at /nos-delais with a chart', async () => {
    const api = new FakeApi();
    const times = ['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED'].flatMap((step) => [
      { mode: 'AIR', step, medianDays: 10.5, p90Days: 19.5, orders: 1234 },
      { mode: 'SEA', step, medianDays: 110.5, p90Days: 120.5, orders: 20 },
    ]);
    api.respond('GET /api/transit-times', 200, times);
    openPage('/nos-delais', api);
    await expect.element(page.getByRole('img', { name: 'Bateau' })).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('with a blank search', async () => {
    openPage('/', newSite());
    await button('Suivre').click();
    await expect.element(page.getByText('Veuillez saisir un numéro de suivi')).toBeVisible();
    await expectAccessible();
  });

  it('with a search that is in progress, and without a result', async () => {
    const api = newSite();
    const release = api.hold('GET /api/orders/INCONNU9');
    openPage('/?tracking=INCONNU9', api);
    await expect.element(page.getByText('Recherche de votre colis...')).toBeInTheDocument();
    await expectAccessible();
    release();
    await expect.element(toast).toBeVisible();
    await expectAccessible();
  });

  it('with the menu', async () => {
    openPage('/faq', newSite());
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAccessible();
  });
});

describe('a form is accessible with every mistake', () => {
  it('for registration', async () => {
    openPage('/auth', newSite());
    await tab('Inscription').click();
    await button("S'inscrire").click();
    await expect.element(page.getByText('Email invalide')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it.each([
    ['/forgot-password', 'Envoyer le lien de réinitialisation', 'Email requis'],
    ['/contact', 'Envoyer', 'Le sujet doit comporter au moins 5 caractères.'],
    [
      '/reset-password?token=neuf',
      'Réinitialiser le mot de passe',
      'Le mot de passe doit contenir au moins 8 caractères',
    ],
  ])('at %s', async (path, submit, mistake) => {
    const api = newSite();
    api.respond('GET /api/auth/verify-reset-token', 200, { valid: true });
    openPage(path, api);
    await button(submit).click();
    await expect.element(page.getByText(mistake)).toBeVisible();
    await expectAccessible(path === '/contact' ? BOTH : [360]);
  });
});

describe('a list is accessible while it loads, after a failure and when it is empty', () => {
  it.each([
    ['/products', 'GET /api/products', null, 'Aucun produit disponible'],
    ['/notifications', NOTIFICATIONS, AWA, "Vous n'avez pas de notifications."],
    ['/saved-orders', SAVED, AWA, 'Aucune commande sauvegardée'],
  ])('at %s', async (path, list, user, empty) => {
    const api = newSite(user);
    api.respond(list, 500, FAILURE);
    const release = api.hold(list);
    openPage(path, api);
    await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(main.getByRole('status').first()).toBeInTheDocument();
    await expectAccessible();
    release();
    await expect.element(main.getByRole('status').filter({ hasText: 'Chargement' })).not.toBeInTheDocument();
    await expectAccessible(BOTH);
    api.respond(list, 200, []);
    openPage(path, api);
    await expect.element(main.getByText(empty)).toBeVisible();
    await expectAccessible(BOTH);
  });
});

describe('a customer’s screen is accessible', () => {
  it.each([
    ['/notifications', 'Nouvelle 1'],
    ['/saved-orders', '#DEMO0003'],
    ['/profile', '@awa'],
  ])('at %s', async (path, text) => {
    openPage(path, newSite(AWA));
    await expect.element(main.getByText(text)).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('with a saved order that is expanded', async () => {
    openPage('/saved-orders', newSite(AWA));
    await main.getByText('Dernière mise à jour').click();
    await expectAccessible();
  });

  it('with a mistake in the profile', async () => {
    openPage('/profile', newSite(AWA));
    await main.getByLabelText('Email', { exact: true }).fill('awa');
    await button('Mettre à jour le profil').click();
    await expect.element(alert).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('under "Vérification Email" and "Mot de Passe", with mistakes and the prompt before a deletion', async () => {
    openPage('/profile', newSite(AWA));
    await tab('Vérification Email').click();
    await expectAccessible();
    await tab('Mot de Passe').click();
    await button('Changer le mot de passe').click();
    await expect.element(alert).toBeVisible();
    await expectAccessible();
    await button('Supprimer mon compte').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('with the side menu', async () => {
    openPage('/', newSite(AWA));
    // What loads behind the menu would have too little contrast under its backdrop.
    await expect.element(main.getByText(/^Chargement/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAccessible();
  });

  it('with the account menu', async () => {
    await page.viewport(1280, 800);
    openPage('/', newSite(AWA));
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await expectAccessible([1280]);
    await userEvent.keyboard('{Escape}');
  });

  describe('without a network', () => {
    beforeEach(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
    afterEach(() => vi.restoreAllMocks());

    it('with the bar that says so', async () => {
      openPage('/profile', newSite(AWA));
      window.dispatchEvent(new Event('offline'));
      await expect.element(page.getByText('Vous êtes hors ligne.')).toBeVisible();
      await expectAccessible(BOTH);
      window.dispatchEvent(new Event('online'));
    });
  });
});
