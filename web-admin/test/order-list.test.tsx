import type { StaffOrder } from '@fasocolis/contracts/orders';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { consignment } from './consignments.ts';
import { order } from './orders.ts';
import { AWA } from './people.ts';

const orders: StaffOrder[] = [1, 2, 3].map((id) => ({ ...order, id, reference: `FC-00${id}` }));

function openOrders(rows = orders, path = '/orders') {
  const api = new FakeApi({ orders: rows });
  openScreen(path, api);
  return api;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Sélection' });
const status = () => page.getByRole('dialog').getByRole('status');

async function openTable(rows = orders) {
  const api = openOrders(rows);
  await button('Tableau').click();
  await expect.element(page.getByRole('table')).toBeVisible();
  return api;
}

async function selectAllOnPage() {
  await page.getByLabelText('Tout sélectionner sur cette page').click();
}

beforeEach(() => localStorage.clear());

const cards = () => page.getByTestId('order-card');

describe('the list of orders', () => {
  it('says that there are more than it counts', async () => {
    openOrders(Array.from({ length: 10_001 }, (_, index) => ({ ...order, id: index + 1, reference: `FC-${index}` })));
    await expect.element(page.getByText(/^1-\d+ sur plus de 10\s000$/)).toBeVisible();
  });

  it('shows reference, status, dates, progress and latest update of each order [ADM-ORD-001, ADM-ORD-002, ADM-ORD-003, ADM-ORD-004, ADM-ORD-005, ADM-ORD-006, ADM-ORD-007]', async () => {
    openOrders([order]);
    await expect.element(cards().getByRole('heading', { name: 'FC-7ABC' })).toBeVisible();
    await expect.element(cards().getByTestId('status-badge')).toHaveTextContent('En Transit');
    for (const text of ['10/11/2026', '01/12/2026', 'Parti de Guangzhou']) {
      await expect.element(cards().getByText(text, { exact: true })).toBeVisible();
    }
    const states = [1, 2, 3, 4, 5].map((number) =>
      cards().getByTestId(`tracker-step-${number}`).element().getAttribute('data-status'),
    );
    expect(states).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
  });

  it('says in the table how many pieces of an order have come how far while others are missing [CNT-001]', async () => {
    await openTable([{ ...order, pieces: 3, passedPieces: { step: 'arrive', count: 2 } }]);
    await expect.element(page.getByRole('cell').getByText('2 sur 3 arrivées')).toBeVisible();
  });

  it('shows an undefined status, and no day without an estimate [ADM-ORD-003, ADM-ORD-005, ADM-ORD-006]', async () => {
    openOrders([
      {
        ...order,
        ...{ status: 'ON_HOLD_NOW', statusLabel: 'ON HOLD_NOW', statusKind: null },
        ...{ furthestStep: 'ORDER_CONFIRMED', estimatedDelivery: null },
      },
    ]);
    await expect.element(cards().getByTestId('status-badge')).toHaveTextContent('ON HOLD_NOW');
    await expect.element(cards().getByTestId('tracker-step-1')).toHaveAttribute('data-status', 'active');
    await expect.element(cards().getByText('N/A')).toBeVisible();
  });

  it('treats a response that is not an array as an empty list [ADM-ORD-001]', async () => {
    const api = new FakeApi();
    api.respond('GET /api/orders', 200, {});
    openScreen('/orders', api);
    await expect.element(page.getByText('Aucune commande pour le moment. Créez la première.')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('is searched by reference, shows when nothing is found, and is complete once the search is cleared', async () => {
    const api = openOrders();
    await expect.element(cards().first()).toBeVisible();
    api.set('orders', []);
    await page.getByRole('searchbox', { name: 'Rechercher une référence' }).fill('fc 0099');
    await expect.element(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
    expect(api.lastFilter('orders')).toEqual({ q: 'fc 0099' });
    api.set('orders', orders);
    await button('Effacer la recherche').click();
    await expect.poll(() => cards().elements()).toHaveLength(3);
    // Cards that were read before are shown at once.
    await expect.poll(() => api.lastFilter('orders')).toEqual({});
  });

  it('is requested page by page', async () => {
    const many = Array.from({ length: 13 }, (_, id) => ({ ...order, id: id + 1, reference: `FC-${100 + id}` }));
    const api = openOrders(many, '/orders?perPage=12&page=1&sort=createdAt&order=DESC&filter={}');
    await expect.poll(() => cards().elements()).toHaveLength(12);
    await button('Aller à la prochaine page').click();
    await expect.poll(() => cards().elements()).toHaveLength(1);
    const pages = api.lists('orders').filter(({ range: [first, last] }) => first !== last);
    expect(pages.map(({ range }) => range)).toEqual([
      [0, 11],
      [12, 23],
    ]);
  });

  it('shows an error, and loads again on demand', async () => {
    const api = new FakeApi({ orders });
    api.respond('GET /api/orders', 500, { message: 'Erreur interne du serveur', code: 'internal' });
    openScreen('/orders', api);
    await expect.element(page.getByRole('alert').getByText("La liste n'a pas pu être chargée.")).toBeVisible();
    api.reset('GET /api/orders');
    await button('Réessayer').click();
    await expect.element(cards().first()).toBeVisible();
  });

  it('leads to the order statuses [ADM-ORD-020]', async () => {
    openOrders();
    await page.getByRole('main').getByRole('link', { name: 'Statuts de commande' }).click();
    await expectAddress('/admin/order-statuses');
  });
});

describe('the table of orders', () => {
  it('shows the reference, status, recipient and dates of each order', async () => {
    await openTable([{ ...order, mode: 'SEA' }]);
    const row = page.getByRole('row', { name: 'FC-7ABC' });
    for (const text of ['En Transit', 'Awa Ouédraogo', 'Bateau', '01/12/2026', '20/11/2026']) {
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    }
  });

  it('stores its appearance on the device [DOSS-009]', async () => {
    await openTable();
    openOrders();
    await expect.element(page.getByRole('table').first()).toBeVisible();
  });

  it('has optional columns [DOSS-009]', async () => {
    await openTable();
    expect(page.getByRole('columnheader', { name: 'Pièces' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByLabelText('Pièces').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('columnheader', { name: 'Pièces' })).toBeInTheDocument();
  });

  it('has a column with what is left to pay, once it is chosen [PAY-009]', async () => {
    await openTable([{ ...order, due: 180_000, paid: 50_000 }]);
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByLabelText('Reste').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('130\u202f000\u00a0FCFA')).toBeInTheDocument();
  });

  it('marks orders without news [QUIET-001]', async () => {
    const lastEventAt = new Date(Date.now() - 9 * 24 * 3600 * 1000).toISOString();
    await openTable([{ ...order, isSilent: true, lastEventAt }]);
    await expect.element(page.getByText('sans nouvelles, 9 j')).toBeVisible();
  });

  it('links to the file of an order', async () => {
    await openTable();
    await page.getByRole('row', { name: 'FC-002' }).getByText('Awa Ouédraogo').click();
    await expect.element(page.getByRole('heading', { name: 'Colis FC-002' })).toBeVisible();
  });
});

describe('the first view of the list', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => ({ ...order, id: index + 1 }));

  it('is cards up to 50 orders [OFF-004]', async () => {
    openOrders(some(50));
    await expect.element(cards().first()).toBeVisible();
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  });

  it('is the table above 50 orders, until the other is chosen [OFF-004]', async () => {
    openOrders(some(51));
    await expect.element(page.getByRole('table')).toBeVisible();
    await button('Cartes').click();
    await expect.element(cards().first()).toBeVisible();
    unmountAll();
    openOrders(some(51));
    await expect.element(cards().first()).toBeVisible();
  });
});

describe('the filters of orders', () => {
  const active = page.getByRole('region', { name: 'Filtres actifs' });
  const chip = (name: string) => active.getByRole('button', { name, exact: true });

  it('are shown as chips, which remove one or all of them [OFF-004]', async () => {
    const filter = { status: 'ARRIVED', late: true, recipient: 'awa' };
    const api = openOrders(orders, `/orders?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    for (const name of ['Statut\u00a0: Arrivée au Burkina', 'En retard', 'Destinataire\u00a0: awa']) {
      await expect.element(chip(name)).toBeVisible();
    }
    await chip('En retard').click();
    await expect.poll(() => api.lastFilter('orders')).toEqual({ status: 'ARRIVED', recipient: 'awa' });
    await button('Tout effacer').click();
    await expect.poll(() => cards().elements()).toHaveLength(3);
    await expect.element(active).not.toBeInTheDocument();
  });

  it('can be saved under a name, applied later and forgotten [OFF-004]', async () => {
    openOrders(orders, `/orders?filter=${encodeURIComponent('{"withoutPhone":true}')}`);
    await button('Enregistrer ces filtres').click();
    await page.getByRole('dialog').getByLabelText('Nom').fill('À compléter');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(chip('À compléter')).toBeVisible();
    unmountAll();
    const api = openOrders();
    await chip('À compléter').click();
    await expect.poll(() => api.lastFilter('orders')).toEqual({ withoutPhone: true });
    await button('Oublier ces filtres').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
    await expect.element(chip('À compléter')).not.toBeInTheDocument();
  });

  it.each([
    ['En retard', 'late'],
    ['Arrivées, non retirées', 'uncollected'],
    ['Sans destinataire', 'withoutRecipient'],
    ['Sans téléphone', 'withoutPhone'],
  ])('find what needs work: %s [OFF-004]', async (label, name) => {
    const api = openOrders();
    await button('Filtres').click();
    await page.getByRole('switch', { name: label }).click();
    await expect.poll(() => api.lastFilter('orders')).toEqual({ [name]: true });
    await expect.element(chip(label)).toBeVisible();
  });

  it('find the orders of a client by name [OFF-004]', async () => {
    const api = openOrders();
    api.set('users', [AWA]);
    await button('Filtres').click();
    await page.getByRole('combobox', { name: 'Client' }).fill('awa');
    await page.getByRole('option', { name: 'Awa Ouédraogo' }).click();
    await expect.poll(() => api.lastFilter('orders')).toEqual({ userId: AWA.id });
    await expect.element(active.getByText('Client\u00a0: Awa Ouédraogo')).toBeVisible();
  });

  it('are stored in the address [DOSS-009]', async () => {
    const api = openOrders();
    await button('Filtres').click();
    await page.getByLabelText('Destinataire ou téléphone').fill('awa');
    await page.getByLabelText('Sans nouvelles').click();
    await page.getByLabelText('Impayé').click();
    const chosen = { recipient: 'awa', silent: true, unpaid: true };
    await expect.poll(() => api.lastFilter('orders')).toEqual(chosen);
    await expect.element(button('Filtres (3)')).toBeVisible();
  });

  it('filter by mode and dates [DOSS-009]', async () => {
    const api = openOrders();
    await button('Filtres').click();
    await page.getByLabelText('Transport').click();
    await page.getByRole('option', { name: 'Bateau' }).click();
    await page.getByLabelText('Créée du').fill('2026-11-01');
    await expect.poll(() => api.lastFilter('orders')).toEqual({ mode: 'SEA', createdFrom: '2026-11-01' });
  });

  it('filter by consignment [DOSS-009]', async () => {
    const api = openOrders();
    api.set('consignments', [consignment]);
    await button('Filtres').click();
    await page.getByLabelText('Expédition').click();
    await page.getByRole('option', { name: 'AIR-2026-047' }).click();
    await expect.poll(() => api.lastFilter('orders')).toEqual({ consignmentId: 5 });
  });

  it('of an address are shown', async () => {
    const filter = encodeURIComponent(JSON.stringify({ silent: true }));
    const api = openOrders(orders, `/orders?filter=${filter}`);
    await expect.element(page.getByLabelText('Sans nouvelles')).toBeChecked();
    expect(api.lastFilter('orders')).toEqual({ silent: true });
  });

  it('apply to the export [DOSS-009]', async () => {
    const filter = { mode: 'SEA' };
    const api = openOrders(orders, `/orders?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await button('Exporter en Excel').click();
    await expect.poll(() => api.lastFilter('orders/export/excel')).toEqual(filter);
  });
});

describe('bulk actions', () => {
  const TELL = 'POST /api/orders/tell';
  const dialog = () => page.getByRole('dialog');
  const idsIn = (body: unknown) => (body as { orderIds: number[] }).orderIds;

  /** Orders of which all but some change, with the people who would be told. */
  function openTelling(rows: StaffOrder[] = orders, refusals: Record<number, string> = {}) {
    const api = openOrders(rows);
    const at = '2026-11-26T10:00:00.000Z';
    api.compute(`${TELL}/preview`, ({ body }) => ({ orders: idsIn(body).length, people: 12, left: [], at }));
    api.compute(TELL, ({ body }) =>
      idsIn(body).map((orderId) => {
        const message = refusals[orderId];
        return message === undefined
          ? { orderId, outcome: 'done', eventId: 70 + orderId }
          : { orderId, outcome: 'refused', message };
      }),
    );
    for (const { id, ...row } of rows) {
      api.respond(`POST /api/orders/${id}/events/${70 + id}/withdraw`, 200, { id, ...row, eventId: null });
    }
    return api;
  }

  async function startTelling() {
    await selectAllOnPage();
    await bar().getByRole('button', { name: 'Dire au client' }).click();
  }

  it('tell a status, a text and a date of all selected orders, and can be undone [HIST-005, QUIET-003]', async () => {
    const api = openTelling();
    await startTelling();
    await expect.element(dialog()).toHaveAccessibleName('Dire au client\u00a0: 3 commandes');
    await expect.element(dialog().getByRole('combobox', { name: 'Statut' })).toHaveTextContent('Inchangé');
    await expect.element(page.getByRole('switch', { name: 'Prévenir le client' })).toBeChecked();
    await button('Continuer').click();
    await expect.element(page.getByText('Choisissez un statut, écrivez un texte ou indiquez une date')).toBeVisible();
    await dialog().getByRole('combobox', { name: 'Statut' }).click();
    await page.getByRole('option', { name: 'En Transit' }).click();
    await page.getByLabelText('Texte').fill('Le bateau est à Tema.');
    await page.getByLabelText('Nouvelle date de livraison estimée').fill('2026-12-20');
    await button('Continuer').click();
    const change =
      '3 commandes recevront le statut «\u00a0En Transit\u00a0», le texte «\u00a0Le bateau est à Tema.\u00a0», la livraison estimée 20/12/2026.';
    await expect.element(page.getByText(change)).toBeVisible();
    await expect.element(page.getByText('12 personnes seront prévenues.')).toBeVisible();
    await button('Confirmer').click();
    await expect.element(status()).toHaveTextContent('3 commandes mises à jour.');
    expect(api.sent(TELL)).toMatchObject([
      {
        ...{ status: 'IN_TRANSIT', text: 'Le bateau est à Tema.', estimatedDelivery: '2026-12-20' },
        ...{ notifyCustomer: true, orderIds: [1, 2, 3], unchangedSince: '2026-11-26T10:00:00.000Z' },
      },
    ]);
    await button('Tout annuler').click();
    await expect.element(status()).toHaveTextContent('3 commandes remises comme avant.');
    expect(api.sent('POST /api/orders/3/events/73/withdraw')).toEqual([{ reason: 'Action groupée annulée aussitôt' }]);
  });

  it('say before how people are told, and for how many orders nobody is known [OFF-008]', async () => {
    const api = openTelling();
    const reach = { site: 10, whatsapp: 1, nobody: 20 };
    api.respond(`${TELL}/preview`, 200, { orders: 31, people: 11, reach, left: [], at: '2026-11-26T10:00:00.000Z' });
    await startTelling();
    await page.getByLabelText('Texte').fill('Bonjour');
    await button('Continuer').click();
    await expect.element(page.getByText('11 personnes seront prévenues.')).toBeVisible();
    await expect.element(page.getByText('10 par le site, 1 par WhatsApp, 20 sans personne à prévenir.')).toBeVisible();
    expect(api.sent(TELL)).toEqual([]);
  });

  it('shift the date of each order, and say which orders are left [HIST-007]', async () => {
    const api = openTelling();
    const left = [{ reason: 'Sans date à décaler', orders: 1 }];
    api.respond(`${TELL}/preview`, 200, { orders: 2, people: 1, left, at: '2026-11-26T10:00:00.000Z' });
    await startTelling();
    await page.getByLabelText('Ou décaler de (jours)').fill('10');
    await button('Continuer').click();
    await expect
      .element(page.getByText('2 commandes recevront une livraison estimée décalée de 10\u00a0j.'))
      .toBeVisible();
    await expect.element(page.getByText('1 personne sera prévenue.')).toBeVisible();
    await expect.element(page.getByText('1 commande\u00a0: Sans date à décaler')).toBeVisible();
    await button('Confirmer').click();
    await expect.poll(() => api.sent(TELL)).toMatchObject([{ shiftDays: 10, orderIds: [1, 2, 3] }]);
  });

  it('tell nobody when that is switched off, and change nothing before they are confirmed', async () => {
    const api = openTelling();
    await startTelling();
    await page.getByLabelText('Texte').fill('Corrigé');
    await page.getByRole('switch', { name: 'Prévenir le client' }).click();
    await button('Continuer').click();
    await expect.element(page.getByText('Les clients ne seront pas prévenus.')).toBeVisible();
    await button('Retour').click();
    await expect.element(page.getByLabelText('Texte')).toHaveValue('Corrigé');
    expect(api.sent(TELL)).toEqual([]);
  });

  it('say that their effect could not be computed, and compute it again', async () => {
    const api = openTelling();
    api.respond(`${TELL}/preview`, 503, { message: 'Service temporairement indisponible', code: 'unavailable' });
    await startTelling();
    await page.getByLabelText('Texte').fill('Bonjour');
    await button('Continuer').click();
    await expect.element(page.getByText('Service temporairement indisponible')).toBeVisible();
    expect(button('Confirmer').elements()).toHaveLength(0);
    api.respond(`${TELL}/preview`, 200, { orders: 3, people: 0, left: [], at: '2026-11-26T10:00:00.000Z' });
    await button('Réessayer').click();
    await expect.element(page.getByText('personne ne sera prévenu')).toBeVisible();
  });

  it('apply with one more click to all orders that match the filter [DOSS-009]', async () => {
    const many = Array.from({ length: 30 }, (_, id) => ({ ...order, id: id + 1, reference: `FC-${100 + id}` }));
    openOrders(many);
    await selectAllOnPage();
    await bar().getByRole('button', { name: 'Sélectionner les 30 commandes trouvées' }).click();
    await expect.element(bar().getByText('30 commandes sélectionnées')).toBeVisible();
  });

  it('list the orders that were refused, and retry them alone', async () => {
    const refusals: Record<number, string> = { 2: 'Ce colis est archivé.' };
    const api = openTelling(orders, refusals);
    await startTelling();
    await page.getByLabelText('Texte').fill('Bonjour');
    await button('Continuer').click();
    await button('Confirmer').click();
    await expect.element(status()).toHaveTextContent('2 commandes mises à jour, 1 en échec.');
    await expect.element(page.getByText('Ce colis est archivé.')).toBeVisible();
    await expect.element(button('Réessayer les échecs')).toHaveFocus();
    await expectAccessible();
    delete refusals[2];
    await button('Réessayer les échecs').click();
    await expect.element(status()).toHaveTextContent('3 commandes mises à jour.');
    expect(api.sent(TELL).map(idsIn)).toEqual([[1, 2, 3], [2]]);
  });

  it('are sent in parts, and keep the remaining orders selected when they are stopped', async () => {
    await page.viewport(360, 740);
    const many = Array.from({ length: 401 }, (_, index) => ({ ...order, id: index + 1, reference: `FC-${index + 1}` }));
    const api = openTelling(many);
    await selectAllOnPage();
    await bar().getByRole('button', { name: 'Sélectionner les 401 commandes trouvées' }).click();
    await expect.element(bar().getByText('401 commandes sélectionnées')).toBeVisible();
    const release = api.hold(TELL);
    await bar().getByRole('button', { name: 'Dire au client' }).click();
    await page.getByLabelText('Texte').fill('Bonjour');
    expectNarrow();
    await button('Continuer').click();
    await button('Confirmer').click();
    await expect.poll(() => api.sent(TELL)).toHaveLength(1);
    await button('Arrêter').click();
    release();
    await expect.element(status()).toHaveTextContent('200 commandes mises à jour, 201 non traitées.');
    expect(api.sent(TELL).map((body) => idsIn(body).length)).toEqual([200]);
    expectNarrow();
    await button('Fermer').click();
    await expect.element(bar().getByText('201 commandes sélectionnées')).toBeVisible();
  });
});

describe('a search that finds no listed order', () => {
  it('offers the archived parcels that it finds [READ-012]', async () => {
    openOrders([{ ...order, archivedAt: '2026-11-20T10:00:00.000Z' }], '/orders?filter={"q":"FC-7ABC"}');
    await expect.element(button('1 colis archivé')).toBeVisible();
  });

  it('asks whether a reference that looks alike was meant [READ-004]', async () => {
    const api = openOrders([], '/orders?filter={"q":"DEMOOOO3"}');
    api.respond('GET /api/orders/DEMOOOO3/matches', 200, { orders: [], suggestion: 'DEMO0003' });
    await button('Vouliez-vous dire DEMO0003\u00a0?').click();
    await expect.element(page.getByLabelText('Rechercher une référence')).toHaveValue('DEMO0003');
  });
});
