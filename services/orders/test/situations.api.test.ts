import { randomUUID } from 'node:crypto';
import { longDate } from '@fasocolis/contracts/dates';
import type { Order, OrderEvent, OwnOrder } from '@fasocolis/contracts/orders';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await seedOrderStatuses(orders.database);
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

const send = async (url: string, payload: object, method: 'POST' | 'PATCH' = 'POST') => {
  const response = await call(orders.app, { method, url, payload }, asAdmin());
  if (response.statusCode >= 300) throw new Error(response.body);
  return response;
};
const setStatus = ({ id }: Order, status: string) => send(`/api/orders/${id}`, { status }, 'PATCH');
const situationOf = async ({ reference }: Order, as?: Parameters<typeof call>[2]) =>
  (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<Order>().situation;
const day = (offset: number) => new Date(Date.now() + offset * 24 * 3600 * 1000).toISOString().slice(0, 10);

/** An order of user 2 that a consignment brought to its pick-up, and the event that opened it. */
async function readyOrder(place?: string) {
  const order = await orders.createOrder({ userId: 2, mode: 'AIR', estimatedDelivery: day(9) });
  const definition = await orders.database.milestoneDefinition.findFirstOrThrow({
    where: { mode: 'AIR', opensPickup: true },
  });
  const consignment = (await send('/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' })).json();
  await send(`/api/consignments/${consignment.id}/orders`, {
    lines: [{ line: 1, orderId: order.id }],
    dryRun: false,
  });
  const body = { definitionId: definition.id, ...(place && { place }) };
  const milestone = (await send(`/api/consignments/${consignment.id}/milestones`, body)).json();
  await orders.applyMilestone(milestone.id);
  return order;
}
const lastEvent = async ({ reference }: Order) =>
  (await call(orders.app, { url: `/api/orders/${reference}/events` })).json<OrderEvent[]>().at(-1);

describe('the situation of an order', () => {
  it('is the expected day, and the delay from the day after on [CARD-001]', async () => {
    const order = await orders.createOrder({ estimatedDelivery: day(0) });
    expect(await situationOf(order)).toMatchObject({ kind: 'expected', text: longDate(day(0)) });
    await orders.database.order.update({ where: { id: order.id }, data: { estimatedDelivery: new Date(day(-1)) } });
    const text = `En retard\u00a0: prévu le ${longDate(day(-1))}`;
    expect(await situationOf(order)).toMatchObject({ kind: 'late', text });
  });

  it('has beside it the last place of the parcel, for its owner only', async () => {
    const order = await readyOrder('Bobo-Dioulasso');
    // An event without a place.
    await setStatus(order, 'PROCESSING');
    const listed = (await call(orders.app, { url: '/api/orders/user/2' }, asUser(2))).json<OwnOrder[]>();
    expect(listed.find(({ id }) => id === order.id)?.lastPlace).toBe('Bobo-Dioulasso');
    expect((await call(orders.app, { url: `/api/orders/${order.reference}` })).json()).not.toHaveProperty('lastPlace');
  });

  it('is "À retirer" where its milestone was, with the way to the code for each reader [CARD-001]', async () => {
    const order = await readyOrder('Bobo-Dioulasso');
    const ready = { kind: 'ready', text: 'À retirer', town: 'Bobo-Dioulasso' };
    const everyone = 'Le code de retrait est dans le compte du client de ce colis.';
    // An agent who is the owner hands parcels over, and sees no code.
    const owningAgent = { ...asUser(2), isAgent: true };
    for (const as of [undefined, asUser(3), asAdmin(), owningAgent]) {
      expect(await situationOf(order, as)).toMatchObject({ ...ready, next: everyone });
    }
    expect(await situationOf(order, asUser(2))).toMatchObject({
      ...ready,
      next: "Donnez le code de retrait à l'agent.",
    });
    expect(await situationOf(order, { ...asUser(2), isVerified: false } as never)).toMatchObject({
      ...ready,
      next: expect.stringContaining('vérifiez votre adresse email'),
    });
  });

  it('is "À retirer" at the default place of the milestone that a status stands for', async () => {
    const order = await orders.createOrder({ mode: 'SEA' });
    await orders.database.milestoneDefinition.updateMany({
      where: { mode: 'SEA', status: 'ARRIVED', opensPickup: false },
      data: { isActive: false },
    });
    await setStatus(order, 'ARRIVED');
    expect(await situationOf(order)).toMatchObject({ kind: 'ready', town: 'Ouagadougou' });
  });

  it('is no longer "À retirer" once the order was set back, or its event withdrawn', async () => {
    const [setBack, withdrawn] = [await readyOrder(), await readyOrder()];
    await setStatus(setBack, 'IN_TRANSIT');
    expect(await situationOf(setBack)).toMatchObject({ kind: 'expected' });
    const event = await lastEvent(withdrawn);
    await send(`/api/orders/${withdrawn.id}/events/${event?.id}/withdraw`, { reason: 'Erreur' });
    expect(await situationOf(withdrawn)).toMatchObject({ kind: 'expected' });
  });

  it('after a hand-over is the day and the receiver as "Salif T.", for everybody [CARD-001]', async () => {
    const order = await readyOrder();
    await send(`/api/handovers/${order.id}`, { receiverName: 'Salif Traoré', reason: 'Carte vérifiée' });
    const text = `Remis le ${longDate(new Date())} à Salif T.`;
    for (const as of [undefined, asUser(2), asUser(3)]) {
      expect(await situationOf(order, as)).toMatchObject({ kind: 'delivered', text });
    }
  });

  it('after a hand-over to what is no name is the day alone', async () => {
    const order = await readyOrder();
    await send(`/api/handovers/${order.id}`, { receiverName: '70 12 34 56', reason: 'Carte vérifiée' });
    expect(await situationOf(order)).toMatchObject({ text: `Livré le ${longDate(new Date())}` });
    expect(await lastEvent(order)).toMatchObject({ note: `Remis le ${longDate(new Date())}` });
  });

  it('after a delivery is its day, also when news came later [CARD-001]', async () => {
    const order = await orders.createOrder({ estimatedDelivery: day(9) });
    await setStatus(order, 'DELIVERED');
    const furthestStepAt = new Date('2026-11-20T10:00:00Z');
    await orders.database.order.update({ where: { id: order.id }, data: { furthestStepAt } });
    expect(await situationOf(order)).toMatchObject({ kind: 'delivered', text: 'Livré le 20 novembre 2026' });
  });

  it('of a lost or returned parcel is what happens next, as the definition says it [CARD-001, CARD-009]', async () => {
    await orders.database.orderStatusDefinition.updateMany({ data: { isActive: true } });
    for (const [status, text, next] of [
      ['LOST', 'Perdu', 'Nous le cherchons. Contactez le service client pour connaître la suite.'],
      ['RETURNED', 'Retourné', 'Contactez le service client pour savoir comment le recevoir.'],
    ] as const) {
      const order = await orders.createOrder({ estimatedDelivery: day(9) });
      await setStatus(order, status);
      expect(await situationOf(order)).toMatchObject({ label: '', text, next });
    }
  });
});

it('services get the situations of orders in one line, of those that have one', async () => {
  const [expected, unknown] = [await orders.createOrder({ estimatedDelivery: day(9) }), await orders.createOrder()];
  const request = {
    ...({ method: 'POST', url: '/internal/orders/situations' } as const),
    payload: { orderIds: [expected.id, unknown.id, 2_000_000_000] },
  };
  const response = await call(orders.app, request, { kind: 'service', name: 'notify' });
  const line = `Livraison estimée\u00a0: ${longDate(day(9))}.`;
  expect(response.json()).toEqual([{ orderId: expected.id, line }]);
  expect((await call(orders.app, request, asAdmin())).statusCode).toBe(403);
});

describe('a parcel behind the personal link of a number', () => {
  const shownTo = async (phone: string, { reference }: Pick<Order, 'reference'>) => {
    const request = { method: 'POST', url: '/internal/orders/of-number', payload: { phone, reference } } as const;
    return (await call(orders.app, request, { kind: 'service', name: 'notify' })).json();
  };
  const NOTHING = { situation: null, pickupCode: null };

  it('has its code for the number of its recipient and the verified one of its owner, and for no other [TEL-008]', async () => {
    const order = await readyOrder();
    const [recipientPhone, verified, claimed] = ['+22676110001', '+22676110002', '+22676110003'];
    const { pickupCode } = await orders.database.order.update({ where: { id: order.id }, data: { recipientPhone } });
    await orders.database.accountNumber.createMany({
      data: [
        { userId: 2, phone: verified, changedAt: new Date() },
        { userId: 3, phone: claimed, changedAt: new Date() },
      ],
    });
    const next = "Donnez le code de retrait à l'agent.";
    for (const phone of [recipientPhone, verified]) {
      expect(await shownTo(phone, order)).toMatchObject({ situation: { kind: 'ready', next }, pickupCode });
    }
    expect(await shownTo(claimed, order)).toEqual(NOTHING);
    expect(await shownTo(recipientPhone, { reference: 'FC-INCONNU' })).toEqual(NOTHING);
    await orders.database.order.update({ where: { id: order.id }, data: { archivedAt: new Date() } });
    expect(await shownTo(recipientPhone, order)).toEqual(NOTHING);
  });

  it('says what is left to pay while it waits for its recipient, and to no other number', async () => {
    const recipientPhone = '+22676110005';
    const order = await readyOrder();
    await orders.database.order.update({ where: { id: order.id }, data: { recipientPhone } });
    const post = (url: string, payload: object) => call(orders.app, { method: 'POST', url, payload }, asAdmin());
    await post(`/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 57_600 });
    await post('/api/payments', { id: randomUUID(), method: 'cash', amount: 600, orderIds: [order.id] });
    expect(await shownTo(recipientPhone, order)).toMatchObject({ rest: 57_000 });
    expect(await shownTo('+22676110006', order)).toEqual(NOTHING);
    await setStatus(order, 'DELIVERED');
    expect(await shownTo(recipientPhone, order)).not.toHaveProperty('rest');
  });

  it('has no code before it is ready, and none once it is handed over [TEL-008]', async () => {
    const recipientPhone = '+22676110004';
    const waiting = await orders.createOrder({ recipientPhone });
    expect(await shownTo(recipientPhone, waiting)).toMatchObject({ pickupCode: null });
    const order = await readyOrder();
    await orders.database.order.update({ where: { id: order.id }, data: { recipientPhone } });
    await setStatus(order, 'DELIVERED');
    expect(await shownTo(recipientPhone, order)).toMatchObject({ situation: { kind: 'delivered' }, pickupCode: null });
  });
});
