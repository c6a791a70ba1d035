import type { Change } from '@fasocolis/contracts/changes';
import { asAdmin, asAgent, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const admin = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) =>
  call(orders.app, { method, url, headers, ...(payload && { payload }) }, asAdmin());
const list = (filter: object, as = asAdmin()) =>
  call(orders.app, { url: `/api/order-changes?filter=${encodeURIComponent(JSON.stringify(filter))}` }, as);
const changesOf = async (subject: string, subjectId: number) =>
  (await list({ subject, subjectId: String(subjectId) })).json<Change[]>();

describe('the change log of orders', () => {
  it('contains the user, the time, the values before and after, and the request [DOSS-008]', async () => {
    const { id, reference } = await orders.createOrder({ pieces: 1 });
    const requestId = crypto.randomUUID();
    await admin('PATCH', `/api/orders/${id}`, { pieces: 2, mode: 'AIR' }, { 'x-request-id': requestId });
    const [newest] = await changesOf('order', id);
    expect(newest).toEqual({
      id: expect.any(Number),
      subject: 'order',
      subjectId: String(id),
      name: reference,
      action: 'changed',
      userId: 1,
      before: { pieces: 1, mode: null },
      after: { pieces: 2, mode: 'AIR' },
      requestId,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('contains every change of an order from its creation to its deletion', async () => {
    const { id } = await orders.createOrder();
    await admin('PATCH', `/api/orders/${id}`, { archived: true });
    await admin('PATCH', `/api/orders/${id}`, { archived: false });
    await admin('DELETE', `/api/orders/${id}`);
    const actions = (await changesOf('order', id)).map(({ action }) => action);
    expect(actions.toReversed()).toEqual(['created', 'archived', 'unarchived', 'deleted']);
  });

  it('contains news and withdrawn events with their reason', async () => {
    const { id } = await orders.createOrder();
    const [{ eventId }] = (await admin('POST', '/api/orders/tell', { orderIds: [id], text: 'À Tema' })).json();
    await admin('POST', `/api/orders/${id}/events/${eventId}/withdraw`, { reason: 'Mauvais bateau' });
    const [withdrawn, told] = await changesOf('order', id);
    expect(told).toMatchObject({ action: 'changed', after: { latestUpdate: 'À Tema' } });
    expect(withdrawn).toMatchObject({ action: 'event-withdrawn', after: { reason: 'Mauvais bateau', note: 'À Tema' } });
  });

  it('contains imported orders', async () => {
    const lines = [{ line: 2, reference: 'IMPORTED-1' }];
    const [outcome] = (await admin('POST', '/api/orders/import', { lines, dryRun: false })).json();
    expect(await changesOf('order', outcome.order.id)).toMatchObject([{ action: 'created', userId: 1 }]);
  });

  it('contains definitions of statuses', async () => {
    const body = { code: 'LOGGED', label: 'Au port', displayOrder: 6 };
    const { id } = (await admin('POST', '/api/order-statuses', body)).json();
    await admin('PATCH', `/api/order-statuses/${id}`, { label: 'Au quai' });
    await admin('PATCH', `/api/order-statuses/${id}`, { label: 'Au quai' });
    await admin('DELETE', `/api/order-statuses/${id}`);
    const changes = await changesOf('order-status', id);
    expect(changes.map(({ action }) => action).toReversed()).toEqual(['created', 'changed', 'deleted']);
    expect(changes[1]).toMatchObject({ name: 'LOGGED', before: { label: 'Au port' }, after: { label: 'Au quai' } });
  });

  it('says that an order lost its owner with the account, without personal data', async () => {
    const { id, reference } = await orders.createOrder({ userId: 3, recipientName: 'Awa' });
    await admin('PATCH', `/api/orders/${id}`, { recipientPhone: '+22670123456' });
    const other = await orders.createOrder({ userId: 2, recipientName: 'Issa' });
    const event = { id: crypto.randomUUID(), name: 'user.deleted', data: {} };
    await orders.database.$transaction(async (transaction) =>
      eventHandlers['user.deleted']?.(transaction, { userId: 3 }, event, () => {}),
    );
    const none = { name: reference, before: null, after: null };
    expect(await changesOf('order', id)).toMatchObject([
      { ...none, action: 'anonymized', userId: null },
      { ...none, action: 'changed', userId: 1 },
      { ...none, action: 'created', userId: 1 },
    ]);
    expect(await changesOf('order', other.id)).toMatchObject([{ after: { recipientName: 'Issa' } }]);
  });

  it('finds changes by parts of the reference, by user and by days [OFF-010]', async () => {
    const { reference } = await orders.createOrder({ reference: 'JOURNAL-77' });
    const today = new Date().toISOString().slice(0, 10);
    for (const q of ['journal-7', ' journal  77', '77 JOURNAL']) {
      const found = (await list({ q, userId: 1, from: today, to: today })).json();
      expect(found, q).toMatchObject([{ name: reference }]);
    }
    for (const other of [{ userId: 2 }, { from: '2026-01-01', to: '2026-01-01' }, { q: 'journal-8' }]) {
      expect((await list({ q: 'JOURNAL-77', userId: 1, from: today, to: today, ...other })).json()).toEqual([]);
    }
  });

  it.each([
    "UPDATE changes SET name = 'x'",
    "UPDATE changes SET name = 'x', before = NULL, after = NULL",
    'UPDATE changes SET user_id = 2, before = NULL, after = NULL',
    `UPDATE changes SET after = '{"pieces":1}'`,
    'DELETE FROM changes',
    'TRUNCATE changes',
  ])('refuses %s [DOSS-008]', async (sql) => {
    await orders.createOrder();
    await expect(orders.database.$executeRawUnsafe(sql)).rejects.toThrow('append-only');
  });

  it.each(impossibleListQueries('id', 'userId'))('responds to an impossible list %j', async (query) => {
    const response = await call(orders.app, { url: '/api/order-changes', query }, asAdmin());
    expect([200, 400]).toContain(response.statusCode);
  });

  it.each(['0000-01-01', '9999-12-31'])('refuses the day %s', async (from) => {
    expect((await list({ from })).statusCode).toBe(400);
  });

  it('is exported as a workbook with the entries that the filter finds [OFF-010]', async () => {
    const { id, reference } = await orders.createOrder({ pieces: 3, mode: 'AIR', estimatedDelivery: '2030-01-31' });
    const query = { filter: JSON.stringify({ subjectId: String(id) }) };
    const response = await call(orders.app, { url: '/api/order-changes/export/excel', query }, asAdmin());
    expect(response.headers['content-disposition']).toBe('attachment; filename="journal.xlsx"');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows = workbook.getWorksheet('Journal')?.getSheetValues() as unknown[][];
    expect(rows.slice(2).map((row) => row.slice(1, 6))).toEqual([
      [expect.any(Date), 'n° 1', 'Commande', reference, 'Création'],
    ]);
    const lines = ['Statut\u00a0: Commande Confirmée', 'Pièces\u00a0: 3', 'Transport\u00a0: Avion'];
    expect(String(rows[2]?.[7]).split('\n')).toEqual(expect.arrayContaining(lines));
    expect(rows[2]?.[7]).toContain('31/01/2030');
    expect((await call(orders.app, { url: '/api/order-changes/export/excel' }, asUser(2))).statusCode).toBe(403);
  });

  it('is exported with the label of a status that the administrator defined', async () => {
    const status = { code: 'JRN_DOUANE', displayOrder: 90, label: 'Contrôle douanier à Ouaga', kind: 'waiting' };
    expect((await admin('POST', '/api/order-statuses', status)).statusCode).toBe(201);
    const { id } = await orders.createOrder();
    await admin('PATCH', `/api/orders/${id}`, { status: status.code });
    const query = { filter: JSON.stringify({ subject: 'order', subjectId: String(id) }) };
    const response = await call(orders.app, { url: '/api/order-changes/export/excel', query }, asAdmin());
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows = workbook.getWorksheet('Journal')?.getSheetValues() as unknown[][];
    expect(rows[2]?.slice(6, 8)).toEqual([
      'Statut\u00a0: Commande Confirmée',
      'Statut\u00a0: Contrôle douanier à Ouaga',
    ]);
  });

  it('is exported with the names of agents and of settings that the screen shows', async () => {
    await call(orders.app, { method: 'POST', url: '/api/orders', payload: { reference: 'JRN-NOMS' } }, asAgent(9));
    const url = '/api/payment-settings';
    await call(orders.app, { method: 'PATCH', url, payload: { storageFreeDays: 11 } }, asAdmin());
    const response = await call(orders.app, { url: '/api/order-changes/export/excel' }, asAdmin());
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows = workbook.getWorksheet('Journal')?.getSheetValues() as unknown[][];
    expect(rows[1]?.[2]).toBe('Qui');
    expect(rows.slice(2, 4).map((row) => row.slice(2, 5))).toEqual([
      ['n° 1', 'Paramètre', 'Paiements'],
      ['Issa Kaboré', 'Commande', 'JRN-NOMS'],
    ]);
  });

  it('is for administrators only', async () => {
    expect((await list({}, asUser(2))).statusCode).toBe(403);
  });
});
