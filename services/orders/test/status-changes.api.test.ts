import type { Order } from '@fasocolis/contracts/orders';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { toldOf as toldBy } from './ways-in.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const patch = (id: number, payload: object) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
const save = ({ id: orderId, reference }: Order, userId: number) =>
  call(orders.app, { method: 'POST', url: '/api/orders/save', payload: { orderId, reference } }, asUser(userId));

const toldOf = (orderId: number) => toldBy(orders, orderId);

describe('a new status of an order', () => {
  it('emits one event to the other services, with all that they need', async () => {
    const order = await orders.createOrder({ userId: 2 });
    await save(order, 3);
    await patch(order.id, { status: 'ARRIVED', latestUpdate: 'À Ouagadougou' });
    await patch(order.id, { status: 'ARRIVED', latestUpdate: 'En douane' });
    expect((await toldOf(order.id)).filter(({ cause }) => cause === 'status')).toEqual([
      {
        cause: 'status',
        title: 'Arrivée au Burkina',
        note: 'À Ouagadougou',
        occurredAt: expect.any(String),
        eventId: expect.any(Number),
        reference: order.reference,
        status: 'ARRIVED',
        ownerId: 2,
        saverIds: [3],
        recipient: null,
        pickupCode: null,
      },
    ]);
  });

  it('names the owner and all users who saved the order, each once', async () => {
    const order = await orders.createOrder({ userId: 2 });
    const { id } = order;
    for (const userId of [2, 3, 1]) await save(order, userId);
    await patch(id, { status: 'IN_TRANSIT', notifyCustomer: true });
    expect(await toldOf(id)).toMatchObject([{ ownerId: 2, saverIds: [1, 3] }]);
  });

  it('is not emitted when the administrator switches that off, and names nobody for an order without owner and saver', async () => {
    const owned = await orders.createOrder({ userId: 2 });
    await patch(owned.id, { status: 'IN_TRANSIT', notifyCustomer: false });
    const unowned = await orders.createOrder();
    await patch(unowned.id, { status: 'IN_TRANSIT' });
    expect(await toldOf(owned.id)).toEqual([]);
    expect(await toldOf(unowned.id)).toMatchObject([{ ownerId: null, saverIds: [], recipient: null }]);
    expect((await patch(owned.id, { status: 'ARRIVED', notifyCustomer: 'false' })).statusCode).toBe(400);
  });

  it('names the recipient with a phone number [WA-001]', async () => {
    const recipient = { recipientName: 'Awa Ouédraogo', recipientPhone: '+226 70 12 34 56' };
    const owned = await orders.createOrder({ userId: 2, ...recipient });
    await patch(owned.id, { status: 'IN_TRANSIT' });
    expect(await toldOf(owned.id)).toMatchObject([
      { ownerId: 2, recipient: { phone: '+22670123456', name: 'Awa Ouédraogo', consent: false } },
    ]);
    const withoutNumber = await orders.createOrder({ recipientName: 'Awa' });
    await patch(withoutNumber.id, { status: 'IN_TRANSIT' });
    expect(await toldOf(withoutNumber.id)).toMatchObject([{ recipient: null }]);
  });

  it('has whether the recipient agreed to messages, which another number has not [WA-004]', async () => {
    const recipient = { recipientPhone: '+22670123456', recipientConsent: true };
    const { id } = await orders.createOrder(recipient);
    expect((await patch(id, { pieces: 2 })).json()).toMatchObject(recipient);
    await patch(id, { status: 'IN_TRANSIT' });
    expect((await patch(id, { recipientPhone: '+22670123457' })).json()).toMatchObject({ recipientConsent: false });
    await patch(id, { status: 'ARRIVED' });
    expect((await toldOf(id)).map(({ recipient: told }) => told?.consent)).toEqual([true, false]);
    expect((await patch(id, { recipientConsent: 'oui' })).statusCode).toBe(400);
  });

  it('is not emitted while the status and the text stay the same, or when the text is removed', async () => {
    const { id } = await orders.createOrder({ userId: 2 });
    await patch(id, { status: 'ORDER_CONFIRMED' });
    await patch(id, { status: 'ORDER_CONFIRMED', latestUpdate: 'Bien reçue' });
    await patch(id, { status: 'ORDER_CONFIRMED', latestUpdate: 'Bien reçue' });
    await patch(id, { status: 'ORDER_CONFIRMED', latestUpdate: '' });
    expect(await toldOf(id)).toMatchObject([{ cause: 'news', note: 'Bien reçue', ownerId: 2 }]);
  });

  it('is emitted with its label, also a defined one, and without a note when there is none', async () => {
    const { id } = await orders.createOrder({ userId: 2 });
    const payload = { code: 'AT_DEPOT_7', label: 'Au dépôt de Bobo', displayOrder: 7 };
    await call(orders.app, { method: 'POST', url: '/api/order-statuses', payload }, asAdmin());
    await patch(id, { status: 'PROCESSING', latestUpdate: 'Emballé' });
    await patch(id, { status: 'AT_DEPOT_7' });
    const told = new Map((await toldOf(id)).map(({ title, note }) => [title, note]));
    expect(Object.fromEntries(told)).toEqual({ 'Au dépôt de Bobo': null, 'En Traitement': 'Emballé' });
  });
});
