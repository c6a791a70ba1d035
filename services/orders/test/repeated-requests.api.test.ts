import { randomUUID } from 'node:crypto';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

const post = (url: string, payload: object, key: string, as = asAdmin()) =>
  call(orders.app, { method: 'POST', url, payload, headers: { 'idempotency-key': key } }, as);

const consignment = { mode: 'AIR', departureCity: 'Guangzhou' };
const definition = { mode: 'AIR', label: 'Contrôle', position: 40, status: 'IN_TRANSIT', isActive: true };

/** Everything that a request may create. */
async function rows(): Promise<number> {
  const { database } = orders;
  const counts = await Promise.all([
    database.order.count(),
    database.orderEvent.count(),
    database.consignment.count(),
    database.milestone.count(),
    database.orderStatusDefinition.count(),
    database.milestoneDefinition.count(),
    database.charge.count(),
    database.change.count(),
    database.outboxEvent.count(),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

const CREATIONS = {
  'an order': async () => ['/api/orders', { reference: `FC-${randomUUID().slice(0, 8)}`, status: 'CONFIRMED' }],
  'a consignment': async () => ['/api/consignments', consignment],
  'a status': async () => [
    '/api/order-statuses',
    { code: `S_${randomUUID().slice(0, 6)}`, label: 'Un statut', displayOrder: 9, isActive: true, kind: 'waiting' },
  ],
  'a milestone definition': async () => [
    '/api/milestone-definitions',
    { ...definition, label: `Contrôle ${randomUUID()}`.slice(0, 40) },
  ],
  'a milestone': async () => {
    const { id } = (await post('/api/consignments', consignment, randomUUID())).json<{ id: number }>();
    const { id: definitionId } = await orders.database.milestoneDefinition.findFirstOrThrow({
      where: { mode: 'AIR', isActive: true, defaultPlace: { not: null } },
    });
    return [`/api/consignments/${id}/milestones`, { definitionId }];
  },
  'a charge': async () => [
    `/api/ledgers/${(await orders.createOrder()).id}/charges`,
    { kind: 'packing', label: 'Emballage', amount: '5 000' },
  ],
  'an import': async () => [
    '/api/orders/import',
    { lines: [{ line: 2, reference: `FC-${randomUUID().slice(0, 8)}` }], dryRun: false },
  ],
  'news of an order': async () => [
    '/api/orders/tell',
    { orderIds: [(await orders.createOrder()).id], text: 'Arrivé au dépôt', notifyCustomer: false },
  ],
} satisfies Record<string, () => Promise<[string, object]>>;

it.each(Object.entries(CREATIONS))(
  '%s that is sent twice with one key is written once, with the same response both times [OFF-001]',
  async (_name, make) => {
    const [url, body] = (await make()) as [string, object];
    const key = randomUUID();
    const before = await rows();
    const [first, second] = await Promise.all([post(url, body, key), post(url, body, key)]);
    expect(first.statusCode, first.body).toBeLessThan(300);
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.json()).toEqual(first.json());
    const written = await rows();
    expect(written).toBeGreaterThan(before);
    expect((await post(url, body, key)).json()).toEqual(first.json());
    expect(await rows()).toBe(written);
  },
);

/** What makes each of them another one. */
const CHANGES: Record<keyof typeof CREATIONS, object> = {
  'an order': { recipientName: 'Awa Traoré' },
  'a consignment': { departureCity: 'Yiwu' },
  'a status': { label: 'Un autre statut' },
  'a milestone definition': { label: 'Un autre contrôle' },
  'a milestone': { note: 'Vol retardé' },
  'a charge': { amount: '6 000' },
  'an import': { dryRun: false, lines: [{ line: 2, reference: 'FC-AUTRE1' }] },
  'news of an order': { text: 'Reparti du dépôt' },
};

it.each(Object.entries(CREATIONS))(
  '%s with the key of another content is refused with what to do, and nothing of it is stored',
  async (name, make) => {
    const [url, body] = (await make()) as [string, object];
    const key = randomUUID();
    const first = await post(url, body, key);
    const written = await rows();
    const refused = await post(url, { ...body, ...CHANGES[name as keyof typeof CREATIONS] }, key);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('Rechargez la page') });
    expect(await rows()).toBe(written);
    expect((await post(url, body, key)).json()).toEqual(first.json());
  },
);

it('a key is not shared by two operations', async () => {
  const key = randomUUID();
  expect((await post('/api/consignments', consignment, key)).statusCode).toBe(201);
  expect((await post('/api/orders', { reference: 'FC-AUTRE', status: 'CONFIRMED' }, key)).statusCode).toBe(409);
});

it('a creation that was refused can be sent again with its key', async () => {
  const key = randomUUID();
  const taken = await orders.createOrder();
  const body = { reference: taken.reference, status: 'CONFIRMED' };
  expect((await post('/api/orders', body, key)).statusCode).toBe(409);
  const free = { ...body, reference: `FC-${randomUUID().slice(0, 8)}` };
  expect((await post('/api/orders', free, key)).statusCode).toBe(201);
});

it('keys of different callers have nothing in common', async () => {
  const key = randomUUID();
  const agent = { ...asUser(7), isAgent: true };
  const [mine, theirs] = [
    await post('/api/consignments', consignment, key),
    await post('/api/consignments', consignment, key, agent),
  ];
  expect(theirs.statusCode, theirs.body).toBe(201);
  expect(theirs.json().id).not.toBe(mine.json().id);
});

it('a key that is too long is refused', async () => {
  expect((await post('/api/consignments', consignment, 'x'.repeat(101))).statusCode).toBe(400);
});
