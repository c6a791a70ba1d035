import type { ContactMessage, StaticPage } from '@fasocolis/contracts/content';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { order as aParcel } from './orders.ts';
import { AWA } from './people.ts';

const TABS = ['Commandes', 'Produits', 'Utilisateurs', 'Notifications', 'Pages', 'Messages'];
const INSTANT = '2026-03-05T14:07:00.000Z';

/** `ended` is what the server filters by. */
const order = (id: number, status: string): StaffOrder & { ended: boolean } => ({
  ...aParcel,
  id,
  reference: `FC-${id}`,
  status,
  createdAt: INSTANT,
  ended: status === 'DELIVERED',
});
const MESSAGE: ContactMessage = {
  id: 7,
  firstName: 'Fatou',
  lastName: 'Ouédraogo',
  email: 'fatou@example.com',
  phone: null,
  subject: 'Retard',
  message: 'Bonjour, où est mon colis ?',
  isRead: false,
  isAnswered: false,
  createdAt: INSTANT,
};
const EDITED: StaticPage = { id: 1, slug: 'about', title: 'À propos', content: '', lastUpdated: INSTANT };

function newApi(): FakeApi {
  const api = new FakeApi({
    orders: [order(1, 'DELIVERED'), order(2, 'DELIVERED'), order(3, 'IN_TRANSIT')],
    users: [AWA],
    'contact-messages': [MESSAGE],
    'static-pages': [EDITED],
  });
  api.respond('GET /api/money-summary', 200, { toCollect: 1_250_000, collectedThisWeek: 375_000 });
  return api;
}

const numbers = page.getByRole('region', { name: 'Chiffres' });
const panel = page.getByRole('tabpanel');

describe('the line about the server', () => {
  const beganAt = '2026-11-21T10:00:00.000Z';

  it('names what goes on and what to do, and since when [OPS-001]', async () => {
    const api = newApi();
    const alerts = [{ id: 3, kind: 'disk', detail: 'Il reste 4\u00a0% du disque.', beganAt }];
    api.respond('GET /api/alerts', 200, { checkedAt: new Date().toISOString(), alerts });
    openScreen('/', api);
    const line = page.getByRole('alert').filter({ hasText: 'Le disque est presque plein' });
    await expect.element(line.getByText('Il reste 4\u00a0% du disque. docker system df')).toBeVisible();
    await expect.element(line.getByText('Depuis le 21 novembre 2026 à 10:00 (GMT)')).toBeVisible();
  });

  it('says when nothing is watched any more', async () => {
    const api = newApi();
    api.respond('GET /api/alerts', 200, { checkedAt: beganAt, alerts: [] });
    openScreen('/', api);
    await expect.element(page.getByText("Le serveur n'est plus surveillé")).toBeVisible();
  });
});

describe('the numbers of the dashboard', () => {
  it.each([
    ['Total des commandes', 3, '/admin/orders'],
    ['Commandes en attente', 1, '/admin/orders?filter=%7B%22ended%22%3Afalse%7D'],
    ['Commandes terminées', 2, '/admin/orders?filter=%7B%22status%22%3A%22DELIVERED%22%7D'],
    ['Colis sans nouvelles', 3, '/admin/orders?filter=%7B%22silent%22%3Atrue%7D'],
    ['À régler', 3, '/admin/orders?filter=%7B%22toSettle%22%3Atrue%7D'],
    ['Paiements signalés', 3, '/admin/orders?filter=%7B%22reported%22%3Atrue%7D'],
    ['À encaisser', '1\u202f250\u202f000 FCFA', '/admin/orders?filter=%7B%22unpaid%22%3Atrue%7D'],
    ['Total des produits', 0, '/admin/products'],
    ['Total des utilisateurs', 1, '/admin/users'],
  ])('are links to what they count: %s [OFF-004, QUIET-001]', async (name, number, address) => {
    openScreen('/', newApi());
    await numbers.getByRole('link', { name: `${name} ${number}`, exact: true }).click();
    await expectAddress(address);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des' })).toBeVisible();
  });

  it('has what was collected this week, with a link to the payments since Monday [PAY-009]', async () => {
    openScreen('/', newApi());
    const week = numbers.getByRole('link', { name: 'Encaissé cette semaine 375\u202f000 FCFA' });
    await expect.element(week).toBeVisible();
    const filter = new URL((week.element() as HTMLAnchorElement).href).searchParams.get('filter') ?? '';
    const { paidFrom } = JSON.parse(filter) as { paidFrom: string };
    expect(new Date(paidFrom).getUTCDay()).toBe(1);
    expect(Date.now() - Date.parse(paidFrom)).toBeLessThan(7 * 24 * 3600 * 1000);
  });

  it('load and fail independently, and are loaded again on demand', async () => {
    const api = newApi();
    api.respond('GET /api/products', 500);
    const release = api.hold('GET /api/products');
    openScreen('/', api);
    const products = numbers.getByRole('link', { name: 'Total des produits' });
    const retry = numbers.getByRole('button', { name: 'Réessayer' });
    await expect.element(numbers.getByRole('link', { name: 'Total des utilisateurs 1' })).toBeVisible();
    await expect.element(products).toHaveAccessibleName('Total des produits');
    release();
    await expect.element(products).toHaveAccessibleName('Total des produits Chiffre indisponible');
    expect(retry.elements()).toHaveLength(1);
    api.reset('GET /api/products');
    await retry.click();
    await expect.element(products).toHaveAccessibleName('Total des produits 0');
    await expect.element(retry).not.toBeInTheDocument();
  });
});

it('the quick actions are links to the screens [ADM-DASH-006]', async () => {
  openScreen('/', newApi());
  const actions = page.getByRole('region', { name: 'Actions rapides' });
  for (const [name, address] of [
    ['Gérer les commandes', '/admin/orders'],
    ['Gérer les produits', '/admin/products'],
    ['Gérer les utilisateurs', '/admin/users'],
    ['Envoyer une notification', '/admin/notifications'],
    ['Gérer les popups', '/admin/popup-notifications'],
    ['Gérer les statuts', '/admin/order-statuses'],
    ['Paramètres', '/admin/settings'],
  ] as const) {
    await expect.element(actions.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

describe('the recent activity', () => {
  it('has six tabs, which the keyboard opens [ADM-DASH-007]', async () => {
    openScreen('/', newApi());
    const tabs = page.getByRole('tablist', { name: 'Activité récente' }).getByRole('tab');
    await expect
      .poll(() => tabs.elements().map(({ textContent }) => textContent))
      .toEqual([...TABS.slice(0, -1), 'Messages1 non lu(s)']);
    await expect.element(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
    (tabs.first().element() as HTMLElement).focus();
    for (const name of TABS.slice(1)) {
      await userEvent.keyboard('{ArrowRight}{Enter}');
      await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
    }
  });

  it('has placeholders for products and notifications [ADM-DASH-010, ADM-DASH-013]', async () => {
    openScreen('/', newApi());
    for (const [name, text] of [
      ['Produits', 'Les produits récents apparaîtront ici.'],
      ['Notifications', 'Les notifications récentes apparaîtront ici.'],
    ] as const) {
      await page.getByRole('tab', { name }).click();
      await expect.element(panel.getByText(text, { exact: true })).toBeVisible();
    }
  });

  it('shows users', async () => {
    openScreen('/', newApi());
    await page.getByRole('tab', { name: 'Utilisateurs' }).click();
    await expect.element(panel.getByText('awa', { exact: true })).toBeVisible();
  });

  it('links to the forms of four pages [ADM-DASH-014, CONST-065]', async () => {
    openScreen('/', newApi());
    await page.getByRole('tab', { name: 'Pages' }).click();
    await expect.element(panel.getByRole('link', { name: 'Modifier « À propos »' })).toBeVisible();
    const links = panel.getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['about', 'terms', 'privacy', 'faq'].map((slug) => `/admin/static-pages/edit/${slug}`),
    );
  });
});

it('the dashboard is one column on a narrow screen', async () => {
  await page.viewport(360, 740);
  openScreen('/', newApi());
  await expect.element(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
  const lefts = numbers
    .getByRole('listitem')
    .elements()
    .map((counter) => counter.getBoundingClientRect().left);
  expect(new Set(lefts).size).toBe(1);
  for (const name of TABS) {
    await page.getByRole('tab', { name }).click();
    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect.element(page.getByText('Chargement en cours')).not.toBeInTheDocument();
    expectNarrow();
  }
});

describe('the notice about the second factor', () => {
  const notice = page.getByRole('heading', { name: 'Protégez le compte administrateur' });

  it('leads the administrator to the profile while it is off [SEC-010]', async () => {
    const api = newApi();
    api.respond('GET /api/user/two-factor', 200, { since: null, recoveryCodesLeft: 0 });
    openScreen('/', api);
    await expect.element(notice).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Protéger le compte' }))
      .toHaveAttribute('href', '/profile?deux-etapes');
  });

  it('is gone once it is on', async () => {
    const api = newApi();
    api.respond('GET /api/user/two-factor', 200, { since: INSTANT, recoveryCodesLeft: 10 });
    openScreen('/', api);
    await expect.element(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });
});
