import type { Consignment, MemberOutcome } from '@fasocolis/contracts/consignments';
import type { Order } from '@fasocolis/contracts/orders';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  call(orders.app, { method, url, ...(payload && { payload }) }, asAdmin());
const createConsignment = async (body: object = {}) =>
  (await send('POST', '/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou', ...body })).json<Consignment>();

type Line = { reference: string | null } | { orderId: number };
const add = ({ id }: Pick<Consignment, 'id'>, lines: Line[], dryRun = false) =>
  send('POST', `/api/consignments/${id}/orders`, {
    lines: lines.map((line, at) => ({ line: at + 1, ...line })),
    dryRun,
  });
const added = async (...parameters: Parameters<typeof add>) => (await add(...parameters)).json<MemberOutcome[]>();
const membershipsOf = (orderId: number) => orders.database.consignmentOrder.findMany({ where: { orderId } });
const changesOf = ({ id }: Order) =>
  orders.database.change.findMany({ where: { subject: 'order', subjectId: String(id) }, orderBy: { id: 'asc' } });

describe('an order in a consignment', () => {
  it('keeps its transport until it is removed from the consignment or this is closed', async () => {
    const consignment = await createConsignment();
    const { id } = await orders.createOrder();
    await add(consignment, [{ orderId: id }]);
    const setMode = (mode: string | null) =>
      call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { mode } }, asAdmin());
    for (const mode of ['SEA', null]) {
      const response = await setMode(mode);
      expect([response.statusCode, response.json().errors]).toEqual([
        409,
        { mode: `Ce colis est dans l’expédition ${consignment.code}\u00a0: retirez-le d’abord de l’expédition.` },
      ]);
    }
    await send('PATCH', `/api/consignments/${consignment.id}`, { closed: true });
    expect((await setMode('SEA')).json()).toMatchObject({ mode: 'SEA' });
  });
});

describe('adding orders to a consignment', () => {
  it('checks each line on its own and adds the valid ones [CONS-002]', async () => {
    const consignment = await createConsignment();
    const other = await createConsignment();
    const [typed, selected, taken, archived, bySea, renamed] = await Promise.all(
      [{}, {}, {}, {}, { mode: 'SEA' }, {}].map((body) => orders.createOrder(body)),
    );
    if (!typed || !selected || !taken || !archived || !bySea || !renamed) throw new Error('Six orders');
    await add(other, [{ orderId: taken.id }]);
    await send('PATCH', `/api/orders/${archived.id}`, { archived: true });
    await send('PATCH', `/api/orders/${renamed.id}`, { reference: `${renamed.reference}-NEW` });
    const lines: Line[] = [
      { reference: ` ${typed.reference.toLowerCase()} ` },
      { orderId: selected.id },
      { reference: typed.reference },
      { reference: 'INCONNU-1' },
      { reference: 'ab' },
      { reference: null },
      { reference: taken.reference },
      { reference: archived.reference },
      { reference: bySea.reference },
      { reference: renamed.reference },
    ];
    const expected = (good: string) => [
      { line: 1, outcome: good, order: { id: typed.id } },
      { line: 2, outcome: good, order: { id: selected.id } },
      { line: 3, outcome: 'refused', message: 'Colis déjà présent dans la liste à la ligne 1' },
      { line: 4, outcome: 'refused', message: 'Référence inconnue' },
      { line: 5, outcome: 'refused', message: 'Le code de référence doit contenir au moins 4 caractères' },
      { line: 6, outcome: 'refused', message: 'Le code de référence doit contenir au moins 4 caractères' },
      { line: 7, outcome: 'refused', message: `Déjà dans l’expédition ${other.code}` },
      { line: 8, outcome: 'refused', message: 'Ce colis est archivé' },
      { line: 9, outcome: 'refused', message: 'Ce colis voyage par bateau' },
      { line: 10, outcome: good, order: { id: renamed.id } },
    ];
    expect(await added(consignment, lines, true)).toMatchObject(expected('ready'));
    expect(await membershipsOf(typed.id)).toEqual([]);
    expect(await added(consignment, lines)).toMatchObject(expected('added'));
    expect(await membershipsOf(typed.id)).toMatchObject([{ consignmentId: consignment.id, userId: 1 }]);
    expect(await added(consignment, [{ orderId: typed.id }])).toMatchObject([{ outcome: 'already' }]);
    await orders.database.order.update({ where: { id: typed.id }, data: { archivedAt: new Date() } });
    expect(await added(consignment, [{ orderId: typed.id }])).toMatchObject([
      { outcome: 'refused', message: 'Ce colis est archivé' },
    ]);
  });

  it('and removing them is in the file of the order, and not shown to customers [CONS-002]', async () => {
    const consignment = await createConsignment();
    const order = await orders.createOrder({ userId: 2 });
    await add(consignment, [{ orderId: order.id }]);
    const seen = await call(orders.app, { url: `/api/orders/${order.reference}` }, asUser(2));
    expect(seen.json()).not.toHaveProperty('consignment');
    expect((await call(orders.app, { url: `/api/orders/${order.reference}/events` })).json()).toHaveLength(1);
    const removal = `/api/consignments/${consignment.id}/orders/${order.id}`;
    expect((await send('DELETE', removal)).statusCode).toBe(200);
    expect((await send('DELETE', removal)).statusCode).toBe(404);
    const { code } = consignment;
    expect(await changesOf(order)).toMatchObject([
      { action: 'created' },
      {
        action: 'changed',
        userId: 1,
        before: { consignment: null, mode: null },
        after: { consignment: code, mode: 'AIR' },
      },
      { action: 'changed', userId: 1, before: { consignment: code }, after: { consignment: null } },
    ]);
    expect(await orders.database.outboxEvent.count({ where: { data: { path: ['orderId'], equals: order.id } } })).toBe(
      0,
    );
  });

  it('accepts one of twenty concurrent requests that add an order to different consignments [CONS-002]', async () => {
    const order = await orders.createOrder();
    const consignments = await Promise.all(Array.from({ length: 20 }, () => createConsignment()));
    const outcomes = await Promise.all(consignments.map((each) => added(each, [{ orderId: order.id }])));
    const count = (wanted: string) => outcomes.filter(([each]) => each?.outcome === wanted).length;
    expect([count('added'), count('refused')]).toEqual([1, 19]);
    expect(await membershipsOf(order.id)).toHaveLength(1);
  });

  it('is refused by the database itself where two consignments are open', async () => {
    const [order, other] = [await orders.createOrder(), await orders.createOrder()];
    const [first, second] = [await createConsignment(), await createConsignment()];
    const write = ({ id: consignmentId }: Consignment, { id: orderId } = order) =>
      orders.database.consignmentOrder.create({ data: { consignmentId, orderId } });
    await write(first);
    await expect(write(second)).rejects.toMatchObject({ code: 'P2002' });
    await send('PATCH', `/api/consignments/${first.id}`, { closed: true });
    await write(second);
    await send('PATCH', `/api/consignments/${second.id}`, { closed: true });
    await expect(write(second, other)).rejects.toMatchObject({ code: 'P2003' });
  });

  it('is refused while the consignment is being closed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const consignment = await createConsignment();
      const order = await orders.createOrder();
      const [adding] = await Promise.all([
        add(consignment, [{ orderId: order.id }]),
        send('PATCH', `/api/consignments/${consignment.id}`, { closed: true }),
      ]);
      expect([200, 409]).toContain(adding.statusCode);
      const memberships = await membershipsOf(order.id);
      expect(memberships).toMatchObject(adding.statusCode === 200 ? [{ isOpen: false }] : []);
    }
  });

  it.each([
    ['no lines', { lines: [], dryRun: true }],
    ['a line twice', { lines: [1, 1].map((line) => ({ line, reference: 'ABCD' })), dryRun: true }],
    [
      'too many lines',
      { lines: Array.from({ length: 501 }, (_, line) => ({ line: line + 1, orderId: 1 })), dryRun: true },
    ],
    ['an id and a reference', { lines: [{ line: 1, orderId: 1, reference: 'ABCD' }], dryRun: true }],
    ['an impossible id', { lines: [{ line: 1, orderId: 2 ** 31 }], dryRun: true }],
    ['no mode of running', { lines: [{ line: 1, orderId: 1 }] }],
  ])('with %s is refused', async (_what, body) => {
    const { id } = await createConsignment();
    expect((await send('POST', `/api/consignments/${id}/orders`, body)).statusCode).toBe(400);
  });

  it('to a consignment that does not exist is a 404', async () => {
    expect((await add({ id: 2_000_000_000 }, [{ reference: 'ABCD' }])).statusCode).toBe(404);
  });
});

describe('the manifest of a consignment', () => {
  it('has its orders, recipients, pieces, weights, totals and numbers as a workbook [CONS-008] [CNT-007]', async () => {
    const consignment = await createConsignment({
      ...{ code: 'MANIFEST/1', carrierNumber: '071-12345675', billOfLading: 'COSU6171', bescNumber: 'BF-2026-1' },
    });
    const fields = { userId: 2, recipientName: '=Awa', recipientPhone: '+22670123456', pieces: 2, weightGrams: 1500 };
    const measures = { ...fields, volumeCm3: 120_000, contents: 'Chaussures' };
    const [first, second] = [await orders.createOrder(measures), await orders.createOrder({ pieces: 3 })];
    await add(consignment, [{ orderId: first.id }, { orderId: second.id }]);
    const url = `/api/consignments/${consignment.id}/export/excel?clientCodePrefix=FASO`;
    const response = await call(orders.app, { url }, asAdmin());
    expect(response.headers['content-disposition']).toContain('manifeste-MANIFEST-1.xlsx');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows: unknown[] = [];
    workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    expect(rows).toEqual([
      ['Référence', 'Client', 'Destinataire', 'Téléphone', 'Pièces', 'Poids (kg)', 'Volume (m³)', 'Contenu'],
      [first.reference, 'FASO1002', '=Awa', '+22670123456', 2, 1.5, 0.12, 'Chaussures'],
      [second.reference, undefined, undefined, undefined, 3],
      ['Total', undefined, undefined, undefined, 5, 1.5, 0.12],
      ['1 colis sans poids'],
      ['1 colis sans volume'],
      ['LTA ou conteneur\u00a0: 071-12345675'],
      ['Connaissement\u00a0: COSU6171'],
      ['BESC\u00a0: BF-2026-1'],
    ]);
    expect((await call(orders.app, { url: '/api/consignments/0/export/excel' }, asAdmin())).statusCode).toBe(404);
  });
});
