import type { User } from '@fasocolis/contracts/user';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PARCELS_KEY } from '../src/shared/device-keys.ts';
import { AWA, expectTexts, expectToast, expectUrl, FAILURE, FakeApi, openPage, toast } from './customer-site.tsx';

const ADMINISTRATOR: User = { ...AWA, id: 1, username: 'admin', isAdmin: true };
const SCREENS = ['/', '/auth', '/about', '/xyz'];

const header = page.getByRole('banner');
const signInLink = header.getByRole('link', { name: 'Se connecter' });
const account = page.getByRole('button', { name: 'Mon compte' });
const sideMenu = page.getByRole('dialog');
const open = (user: User | null = null, path = '/') => openPage(path, new FakeApi(user));

async function openAccountMenu(user: User, path = '/'): Promise<FakeApi> {
  const api = open(user, path);
  await account.click();
  return api;
}
async function openSideMenu(user: User | null = null): Promise<FakeApi> {
  await page.viewport(375, 740);
  const api = open(user);
  await page.getByRole('button', { name: 'Menu' }).click();
  return api;
}

describe('every screen', () => {
  it.each(SCREENS)('at %s has a light grey background [SHELL-015]', async (path) => {
    open(null, path);
    await expect.element(signInLink).toBeVisible();
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(243, 244, 246)');
  });

  it('uses amber and dark green as brand colours [SHELL-015]', async () => {
    open();
    await expect
      .element(page.getByRole('button', { name: 'Suivre' }))
      .toHaveStyle({ backgroundColor: 'rgb(245, 158, 11)' });
    await expect
      .element(page.getByRole('region', { name: 'Suivre Votre Colis' }))
      .toHaveStyle({ backgroundColor: 'rgb(20, 83, 45)' });
  });

  it.each(SCREENS)('at %s has an element for popups and one for toasts [SHELL-019]', async (path) => {
    open(null, path);
    await expect.element(signInLink).toBeVisible();
    expect(document.querySelectorAll('#popup-host, #toast-area')).toHaveLength(2);
  });

  it('has a footer with the purpose of the site and its links [SHELL-033, SHELL-034, CARD-009]', async () => {
    open();
    const footer = page.getByRole('contentinfo');
    await expect
      .element(footer.getByText('Suivi de commandes international Chine - Burkina Faso', { exact: true }))
      .toBeVisible();
    const targets = () =>
      footer
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'));
    await expect
      .poll(targets)
      .toEqual(['/products', '/nos-delais', '/faq', '/contact', '/support', '/about', '/privacy']);
  });

  it('moves the focus to the toasts with F8 [CONST-016]', async () => {
    const api = new FakeApi();
    api.disconnect('POST /api/auth/forgot-password');
    openPage('/forgot-password', api);
    await page.getByLabelText('Email', { exact: true }).fill('awa@example.com');
    await page.getByRole('button', { name: 'Envoyer le lien de réinitialisation' }).click();
    await expect.element(toast).toBeVisible();
    await userEvent.keyboard('{F8}');
    await expect.element(page.getByRole('region', { name: 'Messages (F8)' })).toHaveFocus();
  });
});

it.each([
  ['a visitor', null],
  ['a customer', AWA],
])('an unknown address is shown as missing and leads %s home [SHELL-012, ERR-089]', async (_, user) => {
  open(user, '/xyz/abc');
  await expect.element(page.getByText("La page que vous recherchez n'existe pas.")).toBeVisible();
  await page.getByRole('link', { name: "Retour à l'accueil" }).click();
  await expectUrl('/');
  await expect.element(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
});

describe('the header', () => {
  it.each([
    ['a visitor', null, signInLink],
    ['a customer', AWA, account],
  ])('shows the logo to %s [SHELL-023]', async (_, user, sign) => {
    open(user);
    await expect.element(sign).toBeVisible();
    await expect.element(header.getByRole('img', { name: 'Logo' })).toBeVisible();
  });

  it('leads to products, transit times, help and contact [CARD-009]', async () => {
    open();
    const targets = () =>
      header
        .getByRole('navigation')
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'));
    await expect.poll(targets).toEqual(['/products', '/nos-delais', '/faq', '/contact', '/auth']);
  });

  it('offers a visitor sign-in only [SHELL-028]', async () => {
    open();
    await expect.element(signInLink).toHaveAttribute('href', '/auth');
    await expect.element(header.getByRole('link', { name: 'Notifications' })).not.toBeInTheDocument();
    await expect.element(header.getByRole('link', { name: 'Commandes sauvegardées' })).not.toBeInTheDocument();
    await expect.element(account).not.toBeInTheDocument();
  });

  it('leads a customer to the saved orders and the notifications [SHELL-025]', async () => {
    open(AWA);
    const link = (name: string) => header.getByRole('link', { name });
    await expect.element(link('Commandes sauvegardées')).toHaveAttribute('href', '/saved-orders');
    await expect.element(link('Notifications')).toHaveAttribute('href', '/notifications');
  });

  it('has an account menu with profile, share and sign-out [SHELL-026]', async () => {
    await openAccountMenu(AWA);
    for (const entry of ['Partager cette app', 'Déconnexion']) {
      await expect.element(page.getByText(entry, { exact: true })).toBeVisible();
    }
    await page.getByText('Mon Profil', { exact: true }).click();
    await expectUrl('/profile');
  });

  it.each([
    ['the administrator', ADMINISTRATOR],
    ['an agent', { ...AWA, isAgent: true }],
  ])('leads %s to the back office [SHELL-029]', async (_who, user) => {
    await openAccountMenu(user);
    await expect.element(page.getByText('Administration', { exact: true })).toHaveAttribute('href', '/admin');
  });

  it('does not lead a customer to the back office [SHELL-029]', async () => {
    await openAccountMenu(AWA);
    await expect.element(page.getByText('Mon Profil', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Administration')).not.toBeInTheDocument();
  });

  it('does not lead a visitor to the back office [SHELL-029]', async () => {
    open();
    await expect.element(signInLink).toBeVisible();
    await expect.element(page.getByText('Administration')).not.toBeInTheDocument();
  });

  it('has an inline menu on a wide screen and a menu button on a narrow one [SHELL-047]', async () => {
    open();
    const button = page.getByRole('button', { name: 'Menu' });
    await expect.element(signInLink).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
    await page.viewport(375, 740);
    await expect.element(button).toBeVisible();
    await expect.element(signInLink).not.toBeInTheDocument();
  });
});

describe('the side menu of a narrow screen', () => {
  it('offers a visitor home, help and sign-in [SHELL-031, CARD-009]', async () => {
    await openSideMenu();
    await expectTexts(sideMenu.getByRole('link'), [
      'Accueil',
      'Mes colis',
      'Produits',
      'Nos délais',
      'FAQ',
      'Contact',
      'Se connecter',
    ]);
    await expect.element(sideMenu.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect.element(sideMenu.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/auth');
    await expect.element(sideMenu.getByText('Déconnexion')).not.toBeInTheDocument();
  });

  it('closes when a customer signs out', async () => {
    await openSideMenu(AWA);
    await sideMenu.getByRole('button', { name: 'Déconnexion' }).click();
    await expectToast('Déconnexion réussie');
    await expect.element(sideMenu).not.toBeInTheDocument();
  });

  it('leaves no parcel on the device that a screen stores while the sign-out leads home', async () => {
    await openSideMenu(AWA);
    const end = toastStore.subscribe(() => {
      localStorage.setItem(PARCELS_KEY, '[]');
      end();
    });
    await sideMenu.getByRole('button', { name: 'Déconnexion' }).click();
    await expectToast('Déconnexion réussie');
    await expect.poll(() => localStorage.getItem(PARCELS_KEY)).toBeNull();
  });

  it('closes with Escape and gives the focus back', async () => {
    await openSideMenu();
    await expect.element(sideMenu).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sideMenu).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus();
  });
});

describe('the session', () => {
  it.each([
    ['responds with 401', (api: FakeApi) => api.respond('GET /api/user', 401, FAILURE)],
    ['responds with 500', (api: FakeApi) => api.respond('GET /api/user', 500, FAILURE)],
    ['cannot be reached', (api: FakeApi) => api.disconnect('GET /api/user')],
  ])('counts as absent, without a toast, when the server %s [SHELL-041]', async (_, fail) => {
    const api = new FakeApi(AWA);
    fail(api);
    openPage('/', api);
    await expect.element(signInLink).toBeVisible();
    await expect.element(toast).not.toBeInTheDocument();
  });

  it('is kept, with a toast, when signing out fails [ERR-005]', async () => {
    const api = await openAccountMenu(AWA);
    api.respond('POST /api/auth/logout', 500, { message: 'Erreur interne du serveur', code: 'internal' });
    await page.getByText('Déconnexion', { exact: true }).click();
    await expectToast('Erreur de déconnexion', '500: Erreur interne du serveur');
    await expect.element(account).toBeVisible();
  });
});

describe('"Partager cette app"', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    vi.restoreAllMocks();
  });

  const stubShare = (share: unknown) => Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const home = () => `${location.origin}/`;

  it('opens the share sheet of the device with the address of the site [SHELL-039]', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    stubShare(share);
    await openAccountMenu(AWA, '/faq');
    await page.getByText('Partager cette app', { exact: true }).click();
    await expect.poll(() => share.mock.calls).toEqual([[{ title: 'FasoColis', url: home() }]]);
    await expect.element(toast).not.toBeInTheDocument();
  });

  it('copies the address where the device cannot share [SHELL-040, ERR-044]', async () => {
    stubShare(undefined);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openAccountMenu(AWA);
    await page.getByText('Partager cette app', { exact: true }).click();
    await expectToast('Lien copié', "Le lien de l'application a été copié dans le presse-papiers.");
    expect(write.mock.calls).toEqual([[home()]]);
  });
});
