import type { Order } from '@fasocolis/contracts/orders';
import type { TellingOutcome, TellingPreview } from '@fasocolis/contracts/tell-customers';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { recordsOf, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

const post = (path: string, payload: object, as = asAgent(9)) =>
  call(orders.app, { method: 'POST', url: `/api/orders/${path}`, payload }, as);
const tell = async (ids: number[], news: object) =>
  (await post('tell', { orderIds: ids, ...news })).json<TellingOutcome[]>();
const preview = async (ids: number[], news: object) =>
  (await post('tell/preview', { orderIds: ids, ...news })).json<TellingPreview>();
const orderOf = (id: number) => orders.database.order.findUniqueOrThrow({ where: { id } });
const dateOf = async (id: number) => (await orderOf(id)).estimatedDelivery?.toISOString().slice(0, 10) ?? null;
const archive = ({ id }: Order) => staff.edit(id, { archived: true });
const dated = (estimatedDelivery: string, body: object = {}) => orders.createOrder({ estimatedDelivery, ...body });

describe('telling customers', () => {
  it('of a status, a text and a date makes one event of each order, and says what became of each [HIST-005]', async () => {
    const [first, second] = [await dated('2027-01-01'), await dated('2027-01-01')];
    const archived = await dated('2027-01-01');
    await archive(archived);
    const news = { status: 'IN_TRANSIT', text: 'Vol ET605', estimatedDelivery: '2027-02-03' };
    const outcomes = await tell([second.id, archived.id, first.id, 999_999], news);
    expect(outcomes).toMatchObject([
      { orderId: second.id, outcome: 'done', eventId: expect.any(Number) },
      { orderId: archived.id, outcome: 'refused', message: expect.stringContaining('archivé') },
      { orderId: first.id, outcome: 'done', eventId: expect.any(Number) },
      { orderId: 999_999, outcome: 'refused', message: 'Commande non trouvée' },
    ]);
    const latestUpdate = 'Nouvelle date estimée\u00a0: 3 février 2027. Vol ET605';
    for (const { id } of [first, second]) {
      const { events, order, told } = await recordsOf(orders, id);
      expect(order).toMatchObject({ status: 'IN_TRANSIT', latestUpdate, estimatedDelivery: new Date('2027-02-03') });
      expect(events).toHaveLength(2);
      expect(told).toMatchObject([{ title: 'En Transit', note: latestUpdate }]);
    }
  });

  it('keeps the status of each order unless one is given [HIST-005]', async () => {
    const [first, second] = [await orders.createOrder(), await orders.createOrder()];
    await staff.edit(second.id, { status: 'ARRIVED' });
    await tell([first.id, second.id], { status: '', text: 'Le bateau est à Tema.' });
    expect([(await orderOf(first.id)).status, (await orderOf(second.id)).status]).toEqual([
      'ORDER_CONFIRMED',
      'ARRIVED',
    ]);
  });

  it('tells of an earlier date and of a first one too', async () => {
    const [earlier, first] = [await dated('2027-03-01'), await orders.createOrder()];
    await tell([earlier.id, first.id], { estimatedDelivery: '2027-02-03' });
    expect((await recordsOf(orders, earlier.id)).told).toMatchObject([
      { title: 'Nouvelle date estimée\u00a0: 3 février 2027' },
    ]);
    expect((await recordsOf(orders, first.id)).told).toMatchObject([{ title: 'Date estimée\u00a0: 3 février 2027' }]);
  });

  it('is undone by withdrawing its event, a first date included', async () => {
    for (const [id, before] of [
      [(await dated('2027-03-01')).id, '2027-03-01'],
      [(await orders.createOrder()).id, null],
    ] as const) {
      const [outcome] = await tell([id], { status: 'IN_TRANSIT', estimatedDelivery: '2027-02-03' });
      await staff.withdraw(id, outcome?.eventId ?? 0);
      expect([await dateOf(id), (await orderOf(id)).status]).toEqual([before, 'ORDER_CONFIRMED']);
    }
  });

  it('notifies nobody when the administrator switches that off [HIST-005]', async () => {
    const { id } = await orders.createOrder({ userId: 2, recipientPhone: '+22670123456' });
    await tell([id], { text: 'Corrigé', notifyCustomer: false });
    expect((await recordsOf(orders, id)).told).toEqual([]);
  });

  it('leaves orders that are so already', async () => {
    const { id } = await dated('2027-02-03');
    const news = { status: 'ORDER_CONFIRMED', estimatedDelivery: '2027-02-03' };
    expect(await tell([id], news)).toEqual([{ orderId: id, outcome: 'unchanged', message: 'Déjà ainsi' }]);
    await tell([id], { text: 'Bonjour' });
    expect(await tell([id], { text: 'Bonjour' })).toMatchObject([{ outcome: 'unchanged' }]);
  });

  it('has no further effect when its request is repeated', async () => {
    const { id } = await dated('2027-01-01');
    const news = { shiftDays: 10, unchangedSince: (await preview([id], { shiftDays: 10 })).at };
    expect(await tell([id], news)).toMatchObject([{ outcome: 'done' }]);
    expect(await tell([id], news)).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('entre-temps') },
    ]);
    expect(await dateOf(id)).toBe('2027-01-11');
  });

  it('of 200 orders at once is one request, and of more is refused', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 200; n += 1) ids.push((await orders.createOrder()).id);
    const outcomes = await tell(ids, { status: 'IN_TRANSIT' });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'done'));
    expect((await post('tell', { orderIds: Array.from({ length: 201 }, (_, n) => n + 1), text: 'a' })).statusCode).toBe(
      400,
    );
  });

  it.each([
    ['nothing to tell', {}, 'text'],
    ['blank fields', { status: ' ', text: '', estimatedDelivery: '', shiftDays: 0 }, 'text'],
    ['an unknown status', { status: 'NEVER_DEFINED' }, 'status'],
    ['a date that is none', { estimatedDelivery: '2027-02-30' }, 'estimatedDelivery'],
    ['a date and a shift', { estimatedDelivery: '2027-02-03', shiftDays: 3 }, 'shiftDays'],
    ['a shift by years', { shiftDays: 4000 }, 'shiftDays'],
  ])('is refused with %s', async (_what, news, field) => {
    const { id } = await orders.createOrder();
    for (const path of ['tell', 'tell/preview']) {
      const response = await post(path, { orderIds: [id], ...news });
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().errors)).toEqual([field]);
    }
  });

  it('is for staff only', async () => {
    const { id } = await orders.createOrder({ userId: 3 });
    for (const path of ['tell', 'tell/preview']) {
      expect((await post(path, { orderIds: [id], text: 'a' }, asUser(3))).statusCode).toBe(403);
    }
  });
});

describe('shifting the dates of orders', () => {
  it('moves each by the same number of days, and leaves those without a date and those that have ended [HIST-007]', async () => {
    const [early, late, none, ended] = [
      await dated('2027-01-01'),
      await dated('2027-02-25'),
      await orders.createOrder(),
      await dated('2027-01-01'),
    ];
    await staff.edit(ended.id, { status: 'DELIVERED' });
    const outcomes = await tell([early.id, late.id, none.id, ended.id], { shiftDays: 10, text: 'Tempête' });
    expect(await Promise.all([early.id, late.id, none.id, ended.id].map(dateOf))).toEqual([
      ...['2027-01-11', '2027-03-07'],
      ...[null, '2027-01-01'],
    ]);
    expect(outcomes.map(({ message }) => message)).toEqual([
      undefined,
      undefined,
      'Sans date à décaler',
      'Déjà terminé, date inchangée',
    ]);
    expect((await recordsOf(orders, early.id)).told).toMatchObject([
      { title: 'Nouvelle date estimée\u00a0: 11 janvier 2027', note: 'Tempête' },
    ]);
  });

  it('is left out, with its reason, for one that has ended, whether the date is shifted or given [HIST-007]', async () => {
    const { id } = await dated('2027-01-01');
    await staff.edit(id, { status: 'DELIVERED' });
    for (const news of [{ shiftDays: 10 }, { estimatedDelivery: '2027-03-01' }]) {
      const [outcome] = await tell([id], { ...news, text: 'Retard du bateau' });
      expect(outcome).toMatchObject({ message: 'Déjà terminé, date inchangée' });
    }
    expect(await orderOf(id)).toMatchObject({ estimatedDelivery: new Date('2027-01-01'), latestUpdate: null });
  });

  it('moves them back by a negative number', async () => {
    const { id } = await dated('2027-03-02');
    await tell([id], { shiftDays: -3 });
    expect(await dateOf(id)).toBe('2027-02-27');
  });
});

describe('the preview', () => {
  it('counts the orders that change, each person once, and the orders that are left with the reason [HIST-007]', async () => {
    const ids = [
      (await dated('2027-01-01', { userId: 2, recipientPhone: '+22670123456' })).id,
      (await dated('2027-01-01', { userId: 2 })).id,
      (await dated('2027-01-01', { recipientPhone: '+22676000001' })).id,
      (await dated('2027-01-01', { recipientPhone: '+22676000001' })).id,
      (await orders.createOrder({ userId: 1 })).id,
    ];
    await orders.database.savedOrder.create({ data: { orderId: ids[1] ?? 0, userId: 3 } });
    const archived = await dated('2027-01-01', { userId: 1 });
    await archive(archived);
    expect(await preview([...ids, archived.id], { shiftDays: 10 })).toEqual({
      orders: 4,
      people: 3,
      reach: { site: 2, whatsapp: 1, nobody: 0 },
      left: [
        { reason: 'Sans date à décaler', orders: 1 },
        { reason: expect.stringContaining('archivé'), orders: 1 },
      ],
      at: expect.any(String),
    });
    expect(await preview(ids, { shiftDays: 10, notifyCustomer: false })).toMatchObject({ orders: 4, people: 0 });
    expect(await dateOf(ids[0] ?? 0)).toBe('2027-01-01');
  });

  it('counts the orders that name nobody, besides the people of the site and of WhatsApp [OFF-008]', async () => {
    const ids = [
      (await orders.createOrder({ userId: 2 })).id,
      (await orders.createOrder({ recipientPhone: '+22676000009' })).id,
      (await orders.createOrder({ recipientName: 'Awa' })).id,
      (await orders.createOrder()).id,
    ];
    expect(await preview(ids, { text: 'Bonjour' })).toMatchObject({
      people: 2,
      reach: { site: 1, whatsapp: 1, nobody: 2 },
    });
    expect(await preview(ids, { text: 'Bonjour', notifyCustomer: false })).not.toHaveProperty('reach');
  });

  it('says that people cannot be counted while accounts are unavailable', async () => {
    const other = await startOrders();
    const { id } = await other.createOrder({ userId: 2 });
    await other.stopAuth();
    const payload = { orderIds: [id], text: 'Bonjour' };
    const response = await call(other.app, { method: 'POST', url: '/api/orders/tell/preview', payload }, asAdmin());
    expect(response.statusCode).toBe(503);
    await other.close();
  });
});
