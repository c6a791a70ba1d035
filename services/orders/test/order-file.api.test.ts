import { randomUUID } from 'node:crypto';
import type { Order, OrderEvent, StaffOrder, UpdatedOrder } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
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
const change = async (id: number, payload: object) => (await patch(id, payload)).json<UpdatedOrder>();
const post = (url: string, payload: object, as = asAdmin()) => call(orders.app, { method: 'POST', url, payload }, as);
const find = (reference: string, as?: ReturnType<typeof asUser>) =>
  call(orders.app, { url: `/api/orders/${encodeURIComponent(reference)}` }, as);
const eventsOf = async ({ reference }: Order) =>
  (await call(orders.app, { url: `/api/orders/${reference}/events` })).json<OrderEvent[]>();
const fileOf = async (orderId: number, as = asAdmin()) =>
  call(orders.app, { url: `/api/order-events?filter=${JSON.stringify({ orderId })}&sort=["id","ASC"]` }, as);
const withdraw = (id: number, eventId: number | null, reason = 'Mauvais colis') =>
  post(`/api/orders/${id}/events/${eventId}/withdraw`, { reason });

const toldOf = (orderId: number) => toldBy(orders, orderId);

const FIELDS = {
  estimatedDelivery: '2026-12-24',
  userId: 2,
  recipientName: 'Awa Marie Ouédraogo',
  recipientPhone: '+22670123456',
  mode: 'SEA',
  pieces: 3,
  weightGrams: 12_500,
  volumeCm3: 125_000,
  contents: 'Chaussures, 20 paires',
};

describe('correcting an order', () => {
  it('sets every field and leaves absent ones unchanged [DOSS-002]', async () => {
    const { id } = await orders.createOrder();
    const reference = orders.newReference();
    const before = await change(id, { reference, ...FIELDS, recipientPhone: '+226 70-12-34-56' });
    expect(before).toMatchObject({ reference, ...FIELDS });
    const after = await change(id, { pieces: 4, mode: null });
    expect(after).toMatchObject({ ...FIELDS, reference, pieces: 4, mode: null });
    const former = orders.newReference();
    await change(id, { reference: former });
    expect((await find(reference)).json()).toMatchObject({ id, reference: former });
    const other = await orders.createOrder();
    for (const taken of [reference, former, former.toLowerCase()]) {
      expect((await patch(other.id, { reference: taken })).statusCode).toBe(409);
      expect((await post('/api/orders', { reference: taken })).statusCode).toBe(409);
    }
  });

  it.each([
    ['recipientPhone', '70 12 34', 'Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56'],
    ['recipientPhone', '+225 0', 'Ce numéro semble incomplet. Exemple\u00a0: +225 01 23 45 67 89'],
    ['mode', 'TRAIN', 'Choisissez avion, bateau ou inconnu'],
    ['pieces', 0, 'Le nombre de pièces doit être un nombre entier entre 1 et 10\u00a0000'],
    ['weightGrams', -1, 'Le poids doit être compris entre 1 g et 100\u00a0000 kg'],
    ['volumeCm3', 0, 'Le volume doit être compris entre 1 cm³ et 1\u00a0000 m³'],
    ['contents', 'x'.repeat(301), 'Ce champ ne doit pas dépasser 300 caractères'],
    ['userId', 999, 'Utilisateur non trouvé'],
    ['estimatedDelivery', 'demain', 'Veuillez saisir une date valide'],
    ['reference', 'ab', 'Le code de référence doit contenir au moins 4 caractères'],
  ])('refuses %s %s with a message at the field', async (field, value, message) => {
    const { id } = await orders.createOrder();
    const response = await patch(id, { [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ [field]: message });
  });

  it('accepts a former reference of the same order', async () => {
    const { id, reference } = await orders.createOrder();
    const next = orders.newReference();
    await change(id, { reference: next });
    expect((await patch(id, { reference })).statusCode).toBe(200);
    expect((await find(next)).json()).toMatchObject({ id, reference });
  });

  it('assigns a reference to one order when several request it concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, reference } = await orders.createOrder();
      const rivals = await Promise.all([orders.createOrder(), orders.createOrder()]);
      const responses = await Promise.all([
        patch(id, { reference: orders.newReference() }),
        post('/api/orders', { reference }),
        ...rivals.map((rival) => patch(rival.id, { reference })),
      ]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 409, 409, 409]);
      expect((await find(reference)).json()).toMatchObject({ id });
    }
  });

  it('refuses a former reference in an import', async () => {
    const { id, reference } = await orders.createOrder();
    const next = orders.newReference();
    await change(id, { reference: next });
    const response = await post('/api/orders/import', { lines: [{ line: 2, reference }], dryRun: false });
    expect(response.json()).toEqual([
      { line: 2, outcome: 'refused', message: `Référence déjà enregistrée\u00a0: c’est le colis ${next}` },
    ]);
  });

  it('refuses to overwrite the change of another administrator', async () => {
    const { id, updatedAt } = await orders.createOrder();
    await change(id, { pieces: 2 });
    const response = await patch(id, { pieces: 5, updatedAt });
    expect(response.statusCode).toBe(409);
    expect(response.json().errors).toEqual({ updatedAt: expect.stringContaining('modifiée entre-temps') });
    expect((await change(id, { status: 'PROCESSING' })).pieces).toBe(2);
  });

  it('loses no field when two administrators save one version concurrently', async () => {
    const { id, updatedAt } = await orders.createOrder();
    const responses = await Promise.all([
      patch(id, { pieces: 2, updatedAt }),
      patch(id, { weightGrams: 900, updatedAt }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a later date', () => {
  it('is an event with its reason, of which customers are notified [DOSS-003]', async () => {
    const order = await orders.createOrder({ estimatedDelivery: '2026-12-01', userId: 2 });
    await change(order.id, { estimatedDelivery: '2026-12-05', reason: 'Tempête à Guangzhou' });
    const note = 'Nouvelle date estimée\u00a0: 5 décembre 2026. Tempête à Guangzhou';
    expect((await eventsOf(order)).at(-1)).toMatchObject({ note, status: 'ORDER_CONFIRMED' });
    expect(await toldOf(order.id)).toMatchObject([
      {
        cause: 'news',
        title: 'Nouvelle date estimée\u00a0: 5 décembre 2026',
        note: 'Tempête à Guangzhou',
        ownerId: 2,
      },
    ]);
  });

  it('that is withdrawn before another one gives back the date before both', async () => {
    const order = await orders.createOrder({ estimatedDelivery: '2026-12-10' });
    const first = await change(order.id, { estimatedDelivery: '2026-12-20' });
    const second = await change(order.id, { estimatedDelivery: '2026-12-30' });
    await withdraw(order.id, first.eventId);
    expect((await find(order.reference)).json()).toMatchObject({ estimatedDelivery: '2026-12-30' });
    await withdraw(order.id, second.eventId);
    expect((await find(order.reference)).json()).toMatchObject({ estimatedDelivery: '2026-12-10' });
  });

  it('that is withdrawn leaves a date that was corrected since', async () => {
    const order = await orders.createOrder({ estimatedDelivery: '2026-12-10' });
    const later = await change(order.id, { estimatedDelivery: '2026-12-20' });
    await change(order.id, { estimatedDelivery: '2026-12-15' });
    await withdraw(order.id, later.eventId);
    expect((await find(order.reference)).json()).toMatchObject({ estimatedDelivery: '2026-12-15' });
  });

  it('is corrected without an event where the journey has ended', async () => {
    const order = await orders.createOrder({ estimatedDelivery: '2026-12-01', userId: 2 });
    await change(order.id, { status: 'DELIVERED' });
    expect(await change(order.id, { estimatedDelivery: '2026-12-05' })).toMatchObject({
      ...{ estimatedDelivery: '2026-12-05', eventId: null },
    });
  });

  it.each([
    ['an earlier date', '2026-12-10', '2026-12-05'],
    ['a first date', null, '2026-12-05'],
    ['no date any more', '2026-12-10', null],
  ])('%s is not an event', async (_, before, after) => {
    const order = await orders.createOrder({ estimatedDelivery: before, userId: 2 });
    expect(await change(order.id, { estimatedDelivery: after })).toMatchObject({
      estimatedDelivery: after,
      eventId: null,
    });
    expect(await eventsOf(order)).toHaveLength(1);
  });

  it('notifies no customer when the administrator switches that off', async () => {
    const { id } = await orders.createOrder({ estimatedDelivery: '2026-12-01', userId: 2 });
    await change(id, { estimatedDelivery: '2026-12-05', notifyCustomer: false });
    expect(await toldOf(id)).toEqual([]);
  });
});

describe('withdrawing an event', () => {
  it('restores what the remaining events say [DOSS-004]', async () => {
    const order = await orders.createOrder();
    const { id } = order;
    const left = await change(id, { status: 'IN_TRANSIT', latestUpdate: 'Parti' });
    const { eventId } = await change(id, { status: 'DELIVERED', latestUpdate: 'Remis' });
    const response = await withdraw(id, eventId, 'Remis à un autre');
    expect(response.statusCode).toBe(200);
    const { status, latestUpdate, latestUpdateTime, lastEventAt, furthestStep } = left;
    expect(response.json()).toMatchObject({ status, latestUpdate, latestUpdateTime, lastEventAt, furthestStep });
    expect((await eventsOf(order)).map((event) => event.status)).toEqual(['ORDER_CONFIRMED', 'IN_TRANSIT']);
    const all = (await fileOf(id)).json<OrderEvent[]>();
    const withdrawn = { at: expect.any(String), byUserId: 1, reason: 'Remis à un autre' };
    expect(all.at(-1)).toMatchObject({ status: 'DELIVERED', byUserId: 1, withdrawn });
    const [first] = all;
    expect((await withdraw(id, first?.id ?? 0)).statusCode).toBe(409);
  });

  it('emits an event that withdraws its messages', async () => {
    const { id } = await orders.createOrder({ userId: 2 });
    const { eventId } = await change(id, { status: 'ARRIVED' });
    await withdraw(id, eventId);
    const events = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-withdrawn' } });
    expect(events.map(({ data }) => data)).toContainEqual({ orders: [{ orderId: id, eventId }], correction: null });
  });

  it('restores the date before a later one', async () => {
    const { id } = await orders.createOrder({ estimatedDelivery: '2026-12-01' });
    const { eventId } = await change(id, { estimatedDelivery: '2026-12-05' });
    expect((await withdraw(id, eventId)).json()).toMatchObject({ estimatedDelivery: '2026-12-01' });
  });

  it('is refused twice, without a reason, and for an event of another order', async () => {
    const { id } = await orders.createOrder();
    const { eventId } = await change(id, { status: 'PROCESSING' });
    const other = await orders.createOrder();
    expect((await withdraw(other.id, eventId)).statusCode).toBe(404);
    expect((await withdraw(id, eventId, ' ')).json().errors).toEqual({ reason: 'Indiquez la raison' });
    await withdraw(id, eventId);
    expect((await withdraw(id, eventId)).statusCode).toBe(409);
  });

  it('is shown with its author, to administrators only', async () => {
    const order = await orders.createOrder();
    expect((await fileOf(order.id, asUser(2))).statusCode).toBe(403);
    const [event] = await eventsOf(order);
    expect(event).not.toHaveProperty('byUserId');
  });
});

describe('deleting an order', () => {
  const remove = (id: number, as = asAdmin()) => call(orders.app, { method: 'DELETE', url: `/api/orders/${id}` }, as);

  it('deletes it while it has only its creation event, and archives it otherwise [DOSS-005]', async () => {
    const mistake = await orders.createOrder();
    expect((await remove(mistake.id)).statusCode).toBe(200);
    expect((await find(mistake.reference)).statusCode).toBe(404);
    const order = await orders.createOrder();
    await change(order.id, { status: 'PROCESSING' });
    expect((await remove(order.id)).statusCode).toBe(409);
    const total = async () => (await call(orders.app, { url: '/api/orders' }, asAdmin())).headers['content-range'];
    const before = Number(String(await total()).split('/')[1]);
    await change(order.id, { archived: true });
    expect(await total()).toMatch(new RegExp(`/${before - 1}$`));
    const response = await find(order.reference);
    expect(response.statusCode).toBe(410);
    expect(response.json()).toMatchObject({ message: "Ce colis n'est plus suivi.", code: 'gone' });
  });

  const scan = async (reference: string, mode = 'receive') => {
    const scans = [{ id: randomUUID(), mode, reference, at: new Date().toISOString() }];
    return (await post('/api/scans', { scans })).json<ScanOutcome[]>();
  };
  const scannedOrder = async () => {
    const reference = orders.newReference();
    const [outcome] = await scan(reference);
    return { id: outcome?.orderId ?? 0, reference, isDeletable: outcome?.order?.isDeletable };
  };
  const isDeletable = async ({ reference }: { reference: string }) =>
    (await find(reference, asAdmin())).json<StaffOrder>().isDeletable;

  it('deletes an order that a scan created, with the receipt that the scan recorded [HIST-009]', async () => {
    const mistake = await scannedOrder();
    expect(mistake.isDeletable).toBe(true);
    expect(await scan(mistake.reference)).toMatchObject([{ outcome: 'already' }]);
    expect((await remove(mistake.id)).statusCode).toBe(200);
    expect((await find(mistake.reference)).statusCode).toBe(404);
  });

  it('does not count events that were withdrawn, whatever created the order [HIST-009]', async () => {
    for (const order of [await scannedOrder(), await orders.createOrder()]) {
      const { eventId } = await change(order.id, { status: 'IN_TRANSIT' });
      expect([await isDeletable(order), (await remove(order.id)).statusCode]).toEqual([false, 409]);
      await post(`/api/orders/${order.id}/events/${eventId}/withdraw`, { reason: 'Erreur' });
      expect([await isDeletable(order), (await remove(order.id)).statusCode]).toEqual([true, 200]);
    }
  });

  it('refuses an order that a scan did not create but received [HIST-009]', async () => {
    const order = await orders.createOrder();
    await scan(order.reference);
    expect([await isDeletable(order), (await remove(order.id)).statusCode]).toEqual([false, 409]);
  });

  it('refuses an order that was scanned again elsewhere after a scan created it [HIST-009]', async () => {
    const order = await scannedOrder();
    await scan(order.reference, 'arrive');
    expect([await isDeletable(order), (await remove(order.id)).statusCode]).toEqual([false, 409]);
  });

  it('is offered to staff only', async () => {
    expect((await find((await orders.createOrder({ userId: 2 })).reference, asUser(2))).json()).not.toHaveProperty(
      'isDeletable',
    );
  });

  it('finds an archived order by its id and filter, for administrators', async () => {
    const { id } = await orders.createOrder();
    await change(id, { archived: true });
    const list = async (filter: object) =>
      (await call(orders.app, { url: `/api/orders?filter=${JSON.stringify(filter)}` }, asAdmin())).json<Order[]>();
    expect(await list({ id })).toMatchObject([{ id, archivedAt: expect.any(String) }]);
    expect((await list({ archived: true })).map((order) => order.id)).toContain(id);
  });

  it('refuses changes of an archived order until it is restored', async () => {
    const { id } = await orders.createOrder();
    await change(id, { archived: true });
    expect((await patch(id, { status: 'ARRIVED' })).json().message).toContain('archivé');
    expect((await post('/api/orders/tell', { orderIds: [id], text: 'Bonjour' })).json()).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('archivé') },
    ]);
    expect(await change(id, { archived: false })).toMatchObject({ archivedAt: null });
  });

  it('hides an archived order from the saved orders and from its owner', async () => {
    const order = await orders.createOrder({ userId: 3 });
    await post('/api/orders/save', { orderId: order.id }, asUser(3));
    await change(order.id, { archived: true });
    for (const url of ['/api/orders/saved/3', '/api/orders/user/3']) {
      expect((await call(orders.app, { url }, asUser(3))).json()).toEqual([]);
    }
  });

  it('is for administrators only', async () => {
    const { id } = await orders.createOrder();
    expect((await remove(id, asUser(2))).statusCode).toBe(403);
  });
});

describe('the recipient', () => {
  it('is shown to the public as a first name and an initial, and completely to the owner [DOSS-010]', async () => {
    const { reference } = await orders.createOrder({ ...FIELDS, reference: orders.newReference() });
    for (const viewer of [undefined, asUser(3)]) {
      const order = (await find(reference, viewer)).json<Order>();
      expect(order.recipientName).toBe('Awa O.');
      expect(order).not.toHaveProperty('recipientPhone');
    }
    const { recipientName, recipientPhone } = FIELDS;
    expect((await find(reference, asUser(2))).json()).toMatchObject({ recipientName, recipientPhone });
  });

  it.each([
    ['Awa', 'Awa'],
    ['awa ouédraogo', 'awa O.'],
    ['Awa  (mère)', 'Awa'],
  ])('"%s" is shown to the public as "%s"', async (recipientName, shown) => {
    const { reference } = await orders.createOrder({ recipientName });
    expect((await find(reference)).json().recipientName).toBe(shown);
  });

  it('is found by a part of the name or phone', async () => {
    const { id } = await orders.createOrder({ recipientName: 'Boukaré Zongo', recipientPhone: '+22676000099' });
    for (const recipient of ['boukare', 'ZONGO', '7600009']) {
      const url = `/api/orders?filter=${encodeURIComponent(JSON.stringify({ recipient }))}`;
      expect((await call(orders.app, { url }, asAdmin())).json()).toMatchObject([{ id }]);
    }
  });
});

it.each([
  '70 12 34 56',
  '0022670123456',
  '226 70 12 34 56',
  '＋226 70123456',
  '\u202a+226 70 12 34 56\u202c',
  '+226 22670123456',
])('stores the number of a recipient in one form, created or corrected with %j [READ-006]', async (recipientPhone) => {
  const created = await orders.createOrder({ recipientPhone });
  const { id } = await orders.createOrder();
  const correction = { method: 'PATCH', url: `/api/orders/${id}`, payload: { recipientPhone } } as const;
  const corrected = (await call(orders.app, correction, asAdmin())).json();
  expect([created.recipientPhone, corrected.recipientPhone]).toEqual(['+22670123456', '+22670123456']);
});

it('keeps a number that was entered before numbers were read, until it is corrected [READ-006]', async () => {
  const { id } = await orders.createOrder();
  await orders.database.order.update({ where: { id }, data: { recipientPhone: '+226701234' } });
  const correct = (payload: object) =>
    call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
  expect((await correct({ recipientPhone: '+226701234', pieces: 2 })).json()).toMatchObject({ pieces: 2 });
  expect((await correct({ recipientPhone: '+2267012345' })).statusCode).toBe(400);
});
