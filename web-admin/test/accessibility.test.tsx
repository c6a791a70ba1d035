import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';
import { GREEN_POINT } from './images.ts';
import { change, event, order } from './orders.ts';
import { OPENING } from './popup-screens.ts';
import { WATCH } from './product-screens.ts';
import { AWA } from './user-screens.ts';

const INSTANT = '2026-03-05T14:07:00.000Z';
const REQUEST = '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11';
const LONG_ADDRESS = 'une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf';
const TERMS = { id: 2, slug: 'terms', title: "Conditions d'utilisation", lastUpdated: INSTANT };

/** An office with one record or more on each screen. */
function newOffice(): FakeApi {
  const mail = { kind: 'announcement', state: 'failed', attempts: 30, lastError: 'Error: connect ECONNREFUSED' };
  const api = new FakeApi({
    orders: [order, { ...order, id: 8, reference: 'FC-8DEF', isSilent: true }],
    'order-events': [event(1), event(2, { status: 'IN_TRANSIT', label: 'En Transit', note: 'Parti de Guangzhou' })],
    'order-changes': [change(41)],
    'order-statuses': [
      { id: 7, code: 'CUSTOMS', label: 'En douane', displayOrder: 4, isActive: true, kind: 'waiting' },
      { id: 8, code: 'LOST', label: 'Perdu', displayOrder: 5, isActive: false, kind: 'problem' },
    ],
    products: [{ ...WATCH, imageUrl: GREEN_POINT, imageUrls: [GREEN_POINT] }],
    users: [AWA],
    staff: [{ id: 1, firstName: 'Salif', lastName: 'Kaboré' }],
    'popup-notifications': [{ ...OPENING, ...POPUP_DEFAULTS, imageUrl: GREEN_POINT }],
    'contact-messages': [
      {
        ...{ id: 7, firstName: 'Fatou', lastName: 'Ouédraogo', email: 'fatou@example.com', phone: '+226 70123456' },
        ...{ subject: 'Retard', message: 'Bonjour, où est mon colis ?', isRead: false, createdAt: INSTANT },
      },
    ],
    'static-pages': [{ ...TERMS, content: '' }],
    'email-deliveries': [LONG_ADDRESS, null].map((recipient, index) => ({
      ...{ ...mail, id: `0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a1${index}`, recipient },
      ...{ requestId: REQUEST, createdAt: INSTANT, sentAt: null },
    })),
    team: [
      {
        ...{ id: 7, firstName: 'Issa', lastName: 'Sanou', email: 'issa@example.com', city: 'Guangzhou' },
        ...{ state: 'active', invitedAt: INSTANT, joinedAt: INSTANT },
      },
    ],
  });
  api.respond('GET /api/static-pages/terms', 200, { ...TERMS, content: '<h2>Vos droits</h2><p>Lisez la suite.</p>' });
  for (const key of ['whatsapp_number', 'product_detail_paragraph']) {
    api.respond(`GET /api/app-settings/${key}`, 200, { key, value: '+22670123456', description: null });
  }
  api.respond('GET /api/queues', 200, {
    queues: [
      {
        ...{ name: 'events-notify', oldestSeconds: null },
        jobs: { waiting: 0, active: 0, delayed: 0, failed: 1 },
      },
    ],
    failedEvents: [
      {
        ...{ id: '1', queue: 'events-notify', name: 'order.status-changed', reason: '✖ Entrée invalide' },
        ...{ failedAt: INSTANT, requestId: REQUEST },
      },
    ],
    outboxes: [{ service: 'catalog', state: null }],
    emails: {
      counts: { pending: 2, sent: 12_310, dropped: 4, failed: 3 },
      oldestPendingSeconds: 400,
      announcements: { count: 0, oldestSeconds: null },
    },
  });
  return api;
}

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const loading = main.getByText('Chargement en cours');

beforeEach(() => localStorage.clear());

describe('a screen of the back office is accessible with its records', () => {
  it.each([
    ['/', 'FC-7ABC'],
    ['/orders', 'FC-7ABC'],
    ['/orders/7', 'Parti de Guangzhou'],
    ['/order-statuses', 'CUSTOMS'],
    ['/products', 'Montre connectée'],
    ['/users', 'awa@example.com'],
    ['/popup-notifications', 'Ouverture'],
    ['/contact-messages', 'Retard'],
    ['/static-pages', "Conditions d'utilisation"],
    ['/static-pages/edit/terms', 'Vos droits'],
    ['/email-deliveries', LONG_ADDRESS],
    ['/journal', 'FC-7ABC'],
    ['/team', 'issa@example.com'],
  ])('at %s', async (path, text) => {
    openScreen(path, newOffice());
    await expect.element(main.getByText(text).first()).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
    await expectAccessible(BOTH);
  });

  it('at /orders as a table', async () => {
    openScreen('/orders', newOffice());
    await button('Tableau').click();
    await expect.element(page.getByRole('table')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('at / under "Messages"', async () => {
    openScreen('/', newOffice());
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expect.element(main.getByRole('list', { name: 'Messages non lus' })).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('at /settings', async () => {
    openScreen('/settings', newOffice());
    await expect.element(main.getByRole('textbox', { name: 'Numéro WhatsApp' })).toHaveValue('+22670123456');
    await expectAccessible(BOTH);
  });

  it('at /notifications, filled in', async () => {
    openScreen('/notifications', newOffice());
    await page.getByRole('textbox', { name: 'Titre' }).fill('Bonjour');
    await page.getByRole('switch', { name: 'Tous les utilisateurs' }).click();
    await page.getByRole('textbox', { name: 'IDs utilisateurs' }).fill('1,2');
    await expect.element(page.getByRole('list', { name: 'Utilisateurs' }).getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(BOTH);
  });
});

describe('a list is accessible while it loads, after a failure and when it is empty', () => {
  it.each([
    '/orders',
    '/order-statuses',
    '/products',
    '/users',
    '/popup-notifications',
    '/contact-messages',
    '/static-pages',
  ])('at %s', async (path) => {
    const api = new FakeApi();
    const list = `GET /api${path}`;
    api.respond(list, 500, { message: 'Erreur interne du serveur', code: 'internal' });
    const release = api.hold(list);
    openScreen(path, api);
    await expect.element(loading.first()).toBeInTheDocument();
    await expectAccessible();
    release();
    await expect.element(button('Réessayer').first()).toBeVisible();
    await expectAccessible();
    api.reset(list);
    await button('Réessayer').first().click();
    await expect.element(button('Réessayer')).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('a dialog is accessible', () => {
  beforeEach(() => page.viewport(360, 800));

  it.each([
    ['/orders', 'Nouvelle commande', 'Créer'],
    ['/order-statuses', 'Nouveau statut', 'Créer'],
    ['/products', 'Ajouter un Produit', 'Ajouter'],
    ['/popup-notifications', 'Créer une notification popup', 'Créer'],
  ])('with its mistakes, at %s', async (path, open, send) => {
    openScreen(path, newOffice());
    await button(open).click();
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
  });

  it.each([
    ['the message', '/contact-messages?view=7', 'Bonjour, où est mon colis'],
    ['the product', '/products?edit=7', 'Images supplémentaires'],
    ['the order', '/orders?edit=7', 'Prévenir le client'],
  ])('with %s', async (_, path, text) => {
    openScreen(path, newOffice());
    await expect.element(dialog.getByText(text).first()).toBeVisible();
    await expectAccessible();
  });

  it('with the user', async () => {
    openScreen('/users?view=12', newOffice());
    await expect.element(dialog.getByText('Dernière connexion')).toBeVisible();
    await expectAccessible([1280]);
  });

  it('with an email that failed', async () => {
    openScreen('/email-deliveries', newOffice());
    await button(`Détails : ${LONG_ADDRESS}`).click();
    await expect.element(dialog.getByText('Numéro de demande')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it.each(['Contenu', 'Apparence', 'Paramètres'])('with the popup, under "%s"', async (tab) => {
    openScreen('/popup-notifications?edit=7', newOffice());
    await dialog.getByRole('tab', { name: tab }).click();
    await expectAccessible(BOTH);
  });

  it('with the question before a deletion', async () => {
    openScreen('/users', newOffice());
    await button('Supprimer awa').click();
    await expect.element(dialog.getByText('Cette action est irréversible.')).toBeVisible();
    await expectAccessible();
  });

  it('with the question before typed text is lost', async () => {
    openScreen('/orders?create', newOffice());
    await dialog.getByLabelText('Référence').fill('FC-9');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Abandonner les modifications' })).toBeVisible();
    await expectAccessible();
  });
});

it('the focus moves into a dialog, back to its button, and to the heading when that was deleted', async () => {
  openScreen('/order-statuses', newOffice());
  const edit = button('Modifier Perdu');
  const remove = button('Supprimer Perdu');
  await edit.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(edit).toHaveFocus();
  await remove.click();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('nothing moves when the user prefers reduced motion', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true);
  openScreen('/orders?create', newOffice());
  await expect.element(dialog).toBeVisible();
  const durations = [dialog.element(), ...dialog.element().querySelectorAll('*')].flatMap((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element);
    return `${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat);
  });
  expect(Math.max(...durations)).toBeLessThan(0.001);
});
