import { randomUUID } from 'node:crypto';
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

const query = (filter: object) => new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
const idsOf = async (filter: object) => {
  const response = await call(orders.app, { url: `/api/orders?${query(filter)}` }, asAdmin());
  return response.json<Order[]>().map(({ id }) => id);
};

describe('the length of the list of orders', () => {
  it('is counted up to 10,000 with a filter, and exact without one', async () => {
    const before = await orders.database.order.count({ where: { archivedAt: null } });
    await orders.database.$executeRaw`
      INSERT INTO orders (reference, reference_key, status, mode)
      SELECT 'LONG-' || n, 'LONG' || n, 'ORDER_CONFIRMED', 'SEA' FROM generate_series(1, 10002) AS n`;
    const rangeOf = async (filter: object) =>
      (await call(orders.app, { url: `/api/orders?range=[0,4]&${query(filter)}` }, asAdmin())).headers['content-range'];
    expect(await rangeOf({ mode: 'SEA' })).toBe('orders 0-4/10001');
    expect(await rangeOf({})).toBe(`orders 0-4/${before + 10_002}`);
    await orders.database.order.deleteMany({ where: { reference: { startsWith: 'LONG-' } } });
  });
});

describe('a list without a search', () => {
  it.each(['/api/claims', '/api/order-problems', '/api/milestones', '/api/order-events'])(
    'refuses the filter "q" instead of ignoring it: %s',
    async (path) => {
      const list = (filter: object) => call(orders.app, { url: `${path}?${query(filter)}` }, asAdmin());
      expect((await list({})).statusCode).toBe(200);
      expect((await list({ q: 'FC-7' })).statusCode).toBe(400);
    },
  );
});

describe('the order of the list', () => {
  it.each(['ASC', 'DESC'])('has orders without a value last on every page: %s', async (direction) => {
    const days = ['2031-01-01', null, '2031-01-02', null, '2031-01-03'];
    const ids: number[] = [];
    for (const estimatedDelivery of days) ids.push((await orders.createOrder({ estimatedDelivery })).id);
    const [first, e1, second, e2, third] = ids;
    const dated = [first, second, third];
    const expected = direction === 'ASC' ? [...dated, e1, e2] : [...dated.toReversed(), e2, e1];
    for (const [offset, limit] of [
      [0, 5],
      [0, 2],
      [2, 2],
      [3, 2],
      [4, 1],
      [5, 2],
    ] as const) {
      const sort = JSON.stringify(['estimatedDelivery', direction]);
      const url = `/api/orders?${query({ id: ids })}&sort=${sort}&range=[${offset},${offset + limit - 1}]`;
      const page = (await call(orders.app, { url }, asAdmin())).json<Order[]>();
      expect(page.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit));
    }
  });
});

describe('the filters of the list of orders', () => {
  it('find orders with something left to pay, and those without [PAY-009]', async () => {
    const [unpaid, half, paid] = [await orders.createOrder(), await orders.createOrder(), await orders.createOrder()];
    const send = (url: string, payload: object) => call(orders.app, { method: 'POST', url, payload }, asAdmin());
    for (const { id } of [unpaid, half, paid]) {
      await send(`/api/ledgers/${id}/charges`, { kind: 'freight', amount: 1000 });
    }
    for (const [{ id }, amount] of [[half, 500] as const, [paid, 1000] as const]) {
      await send('/api/payments', { id: randomUUID(), method: 'cash', amount, orderIds: [id] });
    }
    expect(await idsOf({ unpaid: true })).toEqual([half.id, unpaid.id]);
    const free = await idsOf({ unpaid: false });
    expect(free).toContain(paid.id);
    expect(free).not.toContain(half.id);
  });

  it('find several statuses', async () => {
    const { id } = await orders.createOrder();
    const payload = { status: 'ARRIVED' };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    expect(await idsOf({ status: ['ARRIVED', 'DELIVERED'] })).toEqual([id]);
  });

  it('find orders by mode, including unknown modes', async () => {
    const sea = await orders.createOrder({ mode: 'SEA' });
    const unknown = await orders.createOrder();
    expect(await idsOf({ mode: 'SEA' })).toEqual([sea.id]);
    expect(await idsOf({ mode: 'unknown' })).toContain(unknown.id);
    expect(await idsOf({ mode: 'unknown' })).not.toContain(sea.id);
  });

  it('find an estimated delivery between two days, both included', async () => {
    const { id } = await orders.createOrder({ estimatedDelivery: '2031-05-10' });
    for (const filter of [
      { estimatedFrom: '2031-05-10' },
      { estimatedFrom: '2031-05-01', estimatedTo: '2031-05-10' },
    ]) {
      expect(await idsOf(filter)).toEqual([id]);
    }
    expect(await idsOf({ estimatedFrom: '2031-05-11' })).toEqual([]);
  });

  it('find a creation between two days, both included', async () => {
    const { id } = await orders.createOrder();
    await orders.database.order.update({ where: { id }, data: { createdAt: new Date('2020-02-03T23:59:00Z') } });
    expect(await idsOf({ createdFrom: '2020-02-03', createdTo: '2020-02-03' })).toEqual([id]);
    expect(await idsOf({ createdTo: '2020-02-02' })).toEqual([]);
  });

  it('find orders without recipient, and without phone [OFF-004]', async () => {
    const nameless = await orders.createOrder();
    const owned = await orders.createOrder({ userId: 2 });
    const named = await orders.createOrder({ recipientName: 'Awa' });
    const reachable = await orders.createOrder({ recipientName: 'Ali', recipientPhone: '+22670123456' });
    const id = [nameless, owned, named, reachable].map((order) => order.id);
    expect(await idsOf({ id, withoutRecipient: true })).toEqual([nameless.id]);
    expect(new Set(await idsOf({ id, withoutPhone: true }))).toEqual(new Set([nameless.id, owned.id, named.id]));
    expect(await idsOf({ id, withoutPhone: false })).toEqual([reachable.id]);
  });

  it('find arrived orders that nobody collected, and late ones that did not arrive [OFF-004]', async () => {
    const estimatedDelivery = '2030-01-01';
    const created = [];
    for (const status of ['IN_TRANSIT', 'ARRIVED', 'DELIVERED']) {
      const order = await orders.createOrder({ estimatedDelivery });
      const url = `/api/orders/${order.id}`;
      expect((await call(orders.app, { method: 'PATCH', url, payload: { status } }, asAdmin())).statusCode).toBe(200);
      created.push(order.id);
    }
    const punctual = await orders.createOrder({ estimatedDelivery });
    const [underWay, arrived] = created;
    await orders.database.order.updateMany({
      where: { id: { in: created } },
      data: { estimatedDelivery: new Date('2020-01-01') },
    });
    const today = await orders.createOrder({ estimatedDelivery: new Date().toISOString().slice(0, 10) });
    const id = [...created, punctual.id, today.id];
    expect(await idsOf({ id, uncollected: true })).toEqual([arrived]);
    expect(await idsOf({ id, late: true })).toEqual([underWay]);
    const undated = await orders.createOrder();
    const others = [...id, undated.id].filter((each) => each !== underWay);
    expect(new Set(await idsOf({ id: [...id, undated.id], late: false }))).toEqual(new Set(others));
  });

  it('count the orders that have not ended exactly, as the dashboard does [OFF-004]', async () => {
    const rangeOf = async (filter: object) =>
      (await call(orders.app, { url: `/api/orders?range=[0,0]&${query(filter)}` }, asAdmin())).headers['content-range'];
    const total = async (filter: object) => Number((await rangeOf(filter))?.toString().split('/')[1]);
    const before = await total({ ended: false });
    const { id } = await orders.createOrder();
    expect(await total({ ended: false })).toBe(before + 1);
    const payload = { status: 'DELIVERED' };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    expect(await total({ ended: false })).toBe(before);
  });

  it.each([
    { mode: 'TRAIN' },
    { silent: 'oui' },
    { late: 1 },
    { withoutPhone: 'oui' },
    { createdFrom: 'hier' },
    { status: Array(101).fill('ARRIVED') },
  ])('refuse %j', async (filter) => {
    expect((await call(orders.app, { url: `/api/orders?${query(filter)}` }, asAdmin())).statusCode).toBe(400);
  });
});

describe('GET /api/orders/export/excel', () => {
  const download = (filter: object, as = asAdmin()) =>
    call(orders.app, { url: `/api/orders/export/excel?${query(filter)}` }, as);

  it('responds with the workbook of the orders that match the filter', async () => {
    const measures = { pieces: 2, weightGrams: 1500, volumeCm3: 125_000, contents: 'Chaussures' };
    const goods = { goodsKind: 'battery', declaredValue: 45_000 };
    const fields = { ...goods, recipientName: '=Awa', recipientPhone: '+22670123456', mode: 'AIR', ...measures };
    const first = await orders.createOrder({ ...fields, estimatedDelivery: '2032-01-02' });
    await orders.database.order.update({ where: { id: first.id }, data: { due: 9000, paid: 4000 } });
    const consignment = { code: 'AIR-2032-001', mode: 'AIR' as const, departureCity: 'Yiwu', searchText: '' };
    await orders.database.consignment.create({ data: { ...consignment, orders: { create: { orderId: first.id } } } });
    const second = await orders.createOrder({ estimatedDelivery: '2032-01-03' });
    await orders.createOrder({ estimatedDelivery: '2033-01-01' });
    const response = await download({ estimatedFrom: '2032-01-01', estimatedTo: '2032-12-31' });
    expect(response.headers['content-disposition']).toBe('attachment; filename="commandes.xlsx"');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows = (workbook.getWorksheet('Commandes')?.getSheetValues().slice(2) ?? []) as unknown[][];
    expect(rows.map((row) => row[1])).toEqual([second.reference, first.reference]);
    expect(rows[1]?.slice(1, 13)).toEqual([
      first.reference,
      'Commande Confirmée',
      '=Awa',
      '+22670123456',
      'Avion',
      2,
      1.5,
      0.125,
      'Chaussures',
      'Batterie',
      45_000,
      new Date('2032-01-02'),
    ]);
    expect(rows[1]?.slice(-4)).toEqual(['AIR-2032-001', 9000, 4000, 5000]);
    const sheet = workbook.getWorksheet('Commandes');
    expect(sheet?.getRow(3).getCell(12).numFmt).toBe('dd/mm/yyyy');
    expect(sheet?.autoFilter).toMatch(/^A1:[L-Z]1$/);
  });

  it('is for administrators only', async () => {
    expect((await download({}, asUser(2))).statusCode).toBe(403);
  });
});

describe('the search in the list of orders', () => {
  it.each([
    '71 99 88 77',
    '+226 71 99 88 77',
    '71-99-88-77',
    '0022671998877',
    '\u202a+226 71 99 88 77\u202c',
    'awa 71998877',
    'ouedraogo awa',
    'Awa OUÉDRAOGO',
  ])('finds the recipient by %j, alone and as a filter [READ-012, OFF-003]', async (text) => {
    const { id } = await orders.createOrder({ recipientName: 'Awa Marie Ouédraogo', recipientPhone: '+22671998877' });
    expect(await idsOf({ q: text })).toContain(id);
    expect(await idsOf({ recipient: text })).toContain(id);
    expect(await idsOf({ recipient: `${text} zongo` })).not.toContain(id);
  });

  it('for one or two letters finds the words and references that begin with them [READ-012, OFF-003]', async () => {
    const li = await orders.createOrder({ recipientName: 'Wei Li', reference: 'XQ-LI-1' });
    const ali = await orders.createOrder({ recipientName: 'Ali Zongo', reference: 'XQ-LI-2' });
    const found = (ids: number[]) => [li.id, ali.id].filter((id) => ids.includes(id));
    expect(found(await idsOf({ q: 'li' }))).toEqual([li.id]);
    expect(found(await idsOf({ q: 'l w' }))).toEqual([li.id]);
    expect(found(await idsOf({ q: 'xq' }))).toEqual([li.id, ali.id]);
  });

  it('finds an order by a former reference and a part of it [READ-012, OFF-003]', async () => {
    const { id } = await orders.createOrder({ reference: 'ZALMARKT-01' });
    const payload = { reference: '773111222333444' };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    for (const q of ['ZALMARKT01', 'zalmarkt', '773111222333444']) expect(await idsOf({ q }), q).toEqual([id]);
  });

  it('finds the orders of a customer by the client code, whatever its prefix [INT-001]', async () => {
    const { id } = await orders.createOrder({ userId: 3 });
    for (const q of ['FASO1003', 'bgs-1003']) expect(await idsOf({ q })).toContain(id);
    expect(await idsOf({ q: 'FASO1002' })).not.toContain(id);
    const named = await orders.createOrder({ reference: 'BGSC1003' });
    expect(await idsOf({ q: 'bgsc1003' })).toEqual([named.id]);
  });

  it('finds archived orders where they are requested, with their number [READ-012]', async () => {
    const { id } = await orders.createOrder({ reference: 'ARCHIVED-SEARCH-77' });
    await orders.database.order.update({ where: { id }, data: { archivedAt: new Date() } });
    expect(await idsOf({ q: 'archived search 77' })).toEqual([]);
    const url = `/api/orders?range=[0,0]&${query({ q: 'archived search 77', archived: true })}`;
    expect((await call(orders.app, { url }, asAdmin())).headers['content-range']).toBe('orders 0-0/1');
  });

  it('finds all that a pasted text names: several references, a link, a sentence [READ-003]', async () => {
    const [one, two] = [
      await orders.createOrder({ reference: 'PASTED-1X' }),
      await orders.createOrder({ reference: 'PASTED-2X' }),
    ];
    expect(new Set(await idsOf({ q: 'PASTED-1X, pasted 2x' }))).toEqual(new Set([one.id, two.id]));
    expect(await idsOf({ q: 'https://colis.example/c/PASTED-1X?w=a' })).toEqual([one.id]);
    expect(await idsOf({ q: 'le colis PASTED-2X svp' })).toEqual([two.id]);
  });
});
