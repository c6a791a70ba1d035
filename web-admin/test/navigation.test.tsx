import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAddress,
  expectNarrow,
  expectToast,
  FakeApi,
  openScreen,
  pageLoads,
  sidebarEntry,
} from './back-office.tsx';
import { newOffice } from './office.ts';
import { order } from './orders.ts';
import { AWA } from './people.ts';

const USER = 'GET /api/user';

/** The entries of the sidebar with a screen, with its address and its title. */
const ENTRIES = [
  ['Tableau de bord', '/admin', 'Tableau de bord'],
  ['Commandes', '/admin/orders', 'Gestion des Commandes'],
  ['Sans nom', '/admin/unnamed', 'Sans nom'],
  ['Expéditions', '/admin/consignments', 'Expéditions'],
  ['Scanner', '/admin/scan', 'Scanner'],
  ['À prévenir', '/admin/to-tell', 'À prévenir'],
  ['Encaissements', '/admin/payments', 'Encaissements'],
  ['Bilan', '/admin/report', 'Bilan'],
  ['Utilisateurs', '/admin/users', 'Gestion des Utilisateurs'],
  ['Produits', '/admin/products', 'Gestion des Produits'],
  ['Notifications', '/admin/notifications', 'Gestion des Notifications'],
  ['Popups', '/admin/popup-notifications', 'Gestion des Notifications Popup'],
  ['Messages de contact', '/admin/contact-messages', 'Messages de contact'],
  ['Pages Statiques', '/admin/static-pages', 'Pages Statiques'],
  ['Statuts de commande', '/admin/order-statuses', 'Statuts de commande'],
  ['Tarifs', '/admin/tariffs', 'Tarifs'],
  ['Envois', '/admin/email-deliveries', 'Envois'],
  ['Journal', '/admin/journal', 'Journal'],
  ['Équipe', '/admin/team', 'Équipe'],
  ['Paramètres', '/admin/settings', 'Paramètres'],
] as const;

const entryTexts = () =>
  page
    .getByTestId('admin-sidebar')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

/** Clicks the entries of the sidebar in a range; each screen shows all entries. */
async function expectWay(first: number, last: number): Promise<void> {
  openScreen('/settings', new FakeApi());
  for (const [name, address, title] of ENTRIES.slice(first, last)) {
    await sidebarEntry(name).click();
    await expectAddress(address);
    await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect.element(sidebarEntry(name)).toHaveAttribute('aria-current', 'page');
    expect(entryTexts()).toEqual([...ENTRIES.map(([each]) => each), 'Voir le site', 'Mon profil']);
  }
}

it('one sidebar leads from the dashboard to the people to tell, with every entry on each screen [ADM-NAV-020, ADM-NAV-021, ADM-NAV-028]', async () => {
  await expectWay(0, 5);
});

it('one sidebar leads from the report to the popups, with every entry on each screen [ADM-NAV-022, ADM-NAV-023, ADM-NAV-024, ADM-NAV-025, ADM-NAV-028, ADM-NAV-029]', async () => {
  await expectWay(5, 10);
});

it('one sidebar leads from the contact messages to the settings [ADM-NAV-026, ADM-NAV-027] [D-95]', async () => {
  await expectWay(10, ENTRIES.length);
});

/** Texts that react-admin and MUI show without a translation. */
const ENGLISH =
  /\b(add|cancel|clear|close|create|delete|edit|filter|loading|next|of|open|previous|refresh|remove|rows|save|scroll|search|select|show|skip|sort|undo|update)\b/i;

/** The texts of the controls of a page, visible ones and labels. */
function controls(): string[] {
  const attributes = ['aria-label', 'title', 'placeholder'];
  const named = document.querySelectorAll(attributes.map((name) => `[${name}]`).join());
  const written = document.querySelectorAll(
    'button, a, label, th, [role="tab"], [role="combobox"], .MuiTablePagination-root p',
  );
  return [
    ...Array.from(named, (element) => attributes.map((name) => element.getAttribute(name) ?? '')).flat(),
    ...Array.from(written, (element) => element.textContent),
  ];
}

const SCREENS = [
  ...ENTRIES.map(([, address, title]) => [address.replace('/admin', '') || '/', title] as const),
  ['/static-pages/edit/terms', 'Modifier la page'] as const,
];

it.each(SCREENS)(
  '%s opens its screen, with its title and in French [ADM-NAV-001, ADM-NAV-002, ADM-NAV-003, ADM-NAV-004, ADM-NAV-006, ADM-NAV-007, ADM-NAV-009, ADM-NAV-018, ADM-NAV-034]',
  async (path, title) => {
    openScreen(path, newOffice());
    await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect.poll(() => document.title).toBe(`${title} - FasoColis`);
    await expect
      .element(page.getByTestId('admin-sidebar').getByRole('heading'))
      .toHaveTextContent("Panneau d'Administration");
    await expect.element(page.getByText('Chargement en cours')).not.toBeInTheDocument();
    expect(controls().filter((text) => ENGLISH.test(text))).toEqual([]);
  },
);

it('the pages of a list are in French [ADM-NAV-034]', async () => {
  openScreen('/orders', new FakeApi({ orders: Array.from({ length: 30 }, (_, id) => ({ ...order, id: id + 1 })) }));
  await expect.element(page.getByText('Par page :')).toBeVisible();
  expect(controls().filter((text) => ENGLISH.test(text))).toEqual([]);
});

it('the sidebar marks the dashboard only while it is open', async () => {
  openScreen('/orders', new FakeApi());
  await expect.element(sidebarEntry('Commandes')).toHaveAttribute('aria-current', 'page');
  await expect.element(sidebarEntry('Tableau de bord')).not.toHaveAttribute('aria-current');
});

it.each(['/xyz', '/orders/12', '/orders/create', '/login'])(
  'an unknown page is shown as missing: %s [ADM-NAV-014, ERR-089]',
  async (address) => {
    openScreen(address, new FakeApi());
    await expect.element(page.getByText("La page que vous recherchez n'existe pas.")).toBeVisible();
    await page.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expect.poll(() => pageLoads).toEqual(['/']);
  },
);

it.each([1280, 360])('the sidebar shows its entries whole with text of double size at %d pixels', async (width) => {
  await page.viewport(width, 800);
  const root = document.documentElement.style;
  root.fontSize = '32px';
  try {
    openScreen('/settings', newOffice());
    if (width === 360) await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await expect.element(sidebarEntry('Encaissements')).toBeVisible();
    const labels = [...page.getByTestId('admin-sidebar').element().querySelectorAll('.label')];
    expect(labels.length).toBeGreaterThan(ENTRIES.length);
    expect(labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)).toEqual(
      [],
    );
  } finally {
    root.fontSize = '';
  }
});

describe('the sidebar on a laptop', () => {
  const sidebar = page.getByTestId('admin-sidebar');
  const entriesOf = (group: string) =>
    sidebar
      .getByRole('list', { name: group, exact: true })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);

  it('has its entries in groups, and all of them on 1280 by 800 pixels [OFF-006]', async () => {
    openScreen('/orders', new FakeApi());
    await expect.element(sidebarEntry('Commandes')).toBeVisible();
    expect(entriesOf('Colis')).toEqual([
      'Commandes',
      'Sans nom',
      'Expéditions',
      'Scanner',
      'À prévenir',
      'Encaissements',
      'Bilan',
      'Utilisateurs',
    ]);
    expect(entriesOf('Site')).toEqual([
      'Produits',
      'Notifications',
      'Popups',
      'Messages de contact',
      'Pages Statiques',
    ]);
    expect(entriesOf('Réglages')).toEqual([
      'Statuts de commande',
      'Tarifs',
      'Envois',
      'Journal',
      'Équipe',
      'Paramètres',
    ]);
    const { bottom } = page.getByRole('button', { name: 'Déconnexion' }).element().getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(800);
  });

  it('is folded to its icons, which keep their names, also after a reload [OFF-006]', async () => {
    openScreen('/orders', new FakeApi());
    await page.getByRole('button', { name: 'Replier le menu' }).click();
    await expect.poll(() => sidebar.element().getBoundingClientRect().width).toBeLessThan(80);
    unmountAll();
    openScreen('/orders', new FakeApi());
    await expect.element(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible();
    await sidebarEntry('Expéditions').click();
    await expectAddress('/admin/consignments');
    await page.getByRole('button', { name: 'Déplier le menu' }).click();
    await expect.poll(() => sidebar.element().getBoundingClientRect().width).toBeGreaterThan(200);
  });

  it.each([
    ['Voir le site', '/'],
    ['Mon profil', '/profile'],
  ])('leads to the customer site: %s [OFF-006]', async (name, address) => {
    openScreen('/orders', new FakeApi());
    await sidebarEntry(name).click();
    await expect.poll(() => pageLoads).toEqual([address]);
  });
});

describe('the sidebar on a narrow screen', () => {
  it('is behind a button and closes after a click on an entry', async () => {
    await page.viewport(360, 740);
    openScreen('/orders', new FakeApi());
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Commandes' })).toBeVisible();
    const sidebar = page.getByTestId('admin-sidebar');
    await expect.element(sidebar).not.toBeInTheDocument();
    expectNarrow();
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await sidebarEntry('Statuts de commande').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Statuts de commande' })).toBeVisible();
    await expect.element(sidebar).not.toBeInTheDocument();
    expectNarrow();
  });
});

describe('the guard', () => {
  const PATHS = [...SCREENS.map(([path]) => path), '/milestone-definitions', '/unknown'];

  it.each(PATHS)('leads a visitor of %s to the sign-in page [ROLE-006, ADM-NAV-017]', async (path) => {
    const api = new FakeApi();
    api.respond(USER, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    openScreen(path, api);
    await expect.poll(() => pageLoads).toEqual(['/auth']);
    expect(new Set(api.paths)).toEqual(new Set(['/api/user']));
  });

  it.each(PATHS)('leads a customer home from %s [ROLE-011, ADM-NAV-016]', async (path) => {
    const api = new FakeApi();
    api.respond(USER, 200, AWA);
    openScreen(path, api);
    await expect.poll(() => pageLoads).toEqual(['/']);
    expect(new Set(api.paths)).toEqual(new Set(['/api/user']));
  });

  const UNPROTECTED = { ...AWA, isAgent: true, needsSecondFactor: true };

  it.each(['/orders', '/team', '/settings'])(
    'leads staff without the demanded second factor from %s to setting it up [SEC-029]',
    async (path) => {
      const api = new FakeApi();
      api.respond(USER, 200, UNPROTECTED);
      openScreen(path, api);
      await expect.poll(() => pageLoads).toEqual(['/profile?deux-etapes']);
      expect(new Set(api.paths)).toEqual(new Set(['/api/user']));
    },
  );

  it('leads staff to setting up the second factor when it is demanded during their work [SEC-029]', async () => {
    const api = new FakeApi();
    openScreen('/orders', api);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Commandes' })).toBeVisible();
    api.respond('GET /api/order-statuses', 403, { message: 'Activez', code: 'second-factor-required' });
    await sidebarEntry('Statuts de commande').click();
    await expect.poll(() => pageLoads.slice(-1)[0]).toBe('/profile?deux-etapes');
  });

  it('shows a spinner while it waits, then leads a visitor to the sign-in page [ADM-NAV-015]', async () => {
    const api = new FakeApi();
    api.respond(USER, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    const release = api.hold(USER);
    openScreen('/orders', api);
    await expect.element(page.getByRole('status')).toBeVisible();
    await expect.element(page.getByTestId('admin-sidebar')).not.toBeInTheDocument();
    expect(pageLoads).toEqual([]);
    release();
    await expect.poll(() => pageLoads).toEqual(['/auth']);
  });

  it('admits the administrator when the account service fails', async () => {
    const api = new FakeApi();
    api.respond(USER, 503, { message: 'Service temporairement indisponible', code: 'unavailable' });
    openScreen('/orders', api);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Commandes' })).toBeVisible();
  });

  it('leads to the sign-in page when the session ends, and home when the user is no administrator any more [ADM-NAV-035]', async () => {
    const api = new FakeApi();
    for (const [status, code, address] of [
      [401, 'unauthenticated', '/auth'],
      [403, 'forbidden', '/'],
    ] as const) {
      unmountAll();
      openScreen('/orders', api);
      await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Commandes' })).toBeVisible();
      api.respond('GET /api/order-statuses', status, { message: code, code });
      await sidebarEntry('Statuts de commande').click();
      await expect.poll(() => pageLoads.slice(-1)[0]).toBe(address);
      api.reset('GET /api/order-statuses');
    }
  });
});

describe('signing out', () => {
  const signOut = page.getByRole('button', { name: 'Déconnexion' });
  const LOGOUT = 'POST /api/auth/logout';

  it('shows a toast when it fails, and stays [ADM-NAV-031, ERR-006]', async () => {
    const api = new FakeApi();
    api.respond(LOGOUT, 500);
    openScreen('/orders', api);
    await signOut.click();
    await expectToast('Erreur', 'Impossible de se déconnecter');
    await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await expect.element(signOut).toBeEnabled();
    await expectAddress('/admin/orders');
    expect(pageLoads).toEqual([]);
  });

  // Last, because a page load that began cannot be stopped.
  it('leads home although another request is refused before', async () => {
    const api = new FakeApi();
    const list = 'GET /api/order-statuses';
    api.respond(list, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    const refuse = api.hold(list);
    api.respond(LOGOUT, 200, { message: 'Déconnexion réussie' });
    const finish = api.hold(LOGOUT);
    openScreen('/order-statuses', api);
    await signOut.click();
    await expect.poll(() => api.sent(LOGOUT)).toHaveLength(1);
    refuse();
    await expect.poll(() => pageLoads).toEqual(['/']);
    finish();
    await expect.poll(() => pageLoads).toEqual(['/', '/']);
  });
});
