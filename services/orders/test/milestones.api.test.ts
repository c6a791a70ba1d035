import type { Consignment } from '@fasocolis/contracts/consignments';
import { domainEvents } from '@fasocolis/contracts/events';
import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';
import type { Order, OrderEvent, OwnOrder } from '@fasocolis/contracts/orders';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
let definitions: MilestoneDefinition[];
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
  definitions = (await get('/api/milestone-definitions')).json();
});
afterAll(() => orders.close());

const get = (url: string, as = asAdmin()) => call(orders.app, { url }, as);
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  call(orders.app, { method, url, ...(payload && { payload }) }, asAdmin());

type Mode = 'AIR' | 'SEA';
const definitionOf = (label: string, mode: Mode = 'AIR') =>
  definitions.find((each) => each.label === label && each.mode === mode)?.id ?? 0;

/** A consignment with orders of these kinds. */
async function loaded(mode: Mode, ...bodies: object[]) {
  const body = { mode, departureCity: 'Guangzhou' };
  const { id } = (await send('POST', '/api/consignments', body)).json<Consignment>();
  const members: Order[] = [];
  for (const order of bodies) members.push(await orders.createOrder(order));
  const lines = members.map((order, at) => ({ line: at + 1, orderId: order.id }));
  if (lines.length > 0) await send('POST', `/api/consignments/${id}/orders`, { lines, dryRun: false });
  return { id, members };
}

const record = (consignmentId: number, body: object) =>
  send('POST', `/api/consignments/${consignmentId}/milestones`, body);

const find = async (id: number) =>
  (await get(`/api/milestones?filter={"id":${id}}`)).json<Milestone[]>()[0] as Milestone;
const orderOf = async ({ reference }: Order, as = asAdmin()) =>
  (await get(`/api/orders/${reference}`, as)).json<OwnOrder>();
const historyOf = async ({ reference }: Order) =>
  (await call(orders.app, { url: `/api/orders/${reference}/events` })).json<OrderEvent[]>();
const stateOf = async (id: number) =>
  (await get(`/api/consignments?filter={"id":${id}}`)).json<Consignment[]>()[0]?.state;

/** The events for other services that name an order. */
async function emittedOf({ id }: Order) {
  const rows = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-extended' } });
  const events = rows.map(({ data }) => domainEvents['order.history-extended'].parse(data));
  return events.filter((event) => event.orders.some(({ orderId }) => orderId === id));
}

describe('the milestones of a fresh installation', () => {
  it('are those of each mode, with a status each and the ports to choose from [CONS-003]', () => {
    const of = (mode: Mode) =>
      definitions.filter((each) => each.mode === mode).map(({ label, status }) => [label, status]);
    expect(of('AIR')).toEqual([
      ["Reçu à l'entrepôt", 'PROCESSING'],
      ['Parti de Chine', 'IN_TRANSIT'],
      ['En transit', 'IN_TRANSIT'],
      ['Arrivé à Ouagadougou', 'ARRIVED'],
      ['En douane', 'CUSTOMS'],
      ['Prêt au retrait', 'ARRIVED'],
    ]);
    expect(of('SEA')).toEqual([
      ["Reçu à l'entrepôt", 'PROCESSING'],
      ['Chargé', 'PROCESSING'],
      ['Parti de Chine', 'IN_TRANSIT'],
      ['Arrivé au port', 'IN_TRANSIT'],
      ['En route vers le Burkina', 'IN_TRANSIT'],
      ['À la frontière', 'IN_TRANSIT'],
      ['Arrivé à Ouagadougou', 'ARRIVED'],
      ['En douane', 'CUSTOMS'],
      ['Prêt au retrait', 'ARRIVED'],
    ]);
    const port = definitions.find(({ label }) => label === 'Arrivé au port');
    expect(port).toMatchObject({ places: ['Lomé', 'Abidjan', 'Tema', 'Cotonou'], defaultPlace: null });
  });
});

it.each(['entrepot', 'Entrepôt reçu', " recu  a L'ENTREPOT "])(
  'milestone definitions are found by the words of their labels: %j [READ-012]',
  async (q) => {
    const found = async (filter: object) =>
      (await get(`/api/milestone-definitions?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json<
        MilestoneDefinition[]
      >();
    expect(
      (await found({ q }))
        .map(({ label, mode }) => [label, mode])
        .toSorted(([, a], [, b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ["Reçu à l'entrepôt", 'AIR'],
      ["Reçu à l'entrepôt", 'SEA'],
    ]);
    expect(await found({ q, mode: 'AIR' })).toHaveLength(1);
  },
);

describe('a milestone definition', () => {
  const BODY = { mode: 'SEA', label: 'Transbordé', status: 'IN_TRANSIT', position: 4 };

  it('is created, changed and deleted, and each change is logged [CONS-003]', async () => {
    const created = (await send('POST', '/api/milestone-definitions', BODY)).json<MilestoneDefinition>();
    expect(created).toMatchObject({ ...BODY, places: [], defaultPlace: null, isActive: true, opensPickup: false });
    const url = `/api/milestone-definitions/${created.id}`;
    const change = { places: ['Singapour', 'Colombo'], defaultPlace: 'Colombo' };
    expect((await send('PATCH', url, change)).json()).toEqual({ ...created, ...change });
    expect((await send('DELETE', url)).statusCode).toBe(200);
    expect((await send('PATCH', url, change)).statusCode).toBe(404);
    expect((await send('DELETE', url)).statusCode).toBe(404);
    const changes = await orders.database.change.findMany({
      where: { subject: 'milestone-definition', subjectId: String(created.id) },
      orderBy: { id: 'asc' },
    });
    expect(changes).toMatchObject([
      { action: 'created', name: 'Transbordé' },
      { action: 'changed', before: { places: null }, after: { places: 'Singapour, Colombo' } },
      { action: 'deleted' },
    ]);
  });

  it.each([
    ['label', 'x', 400, 'Le libellé doit contenir au moins 2 caractères'],
    ['label', 'Chargé', 409, 'Ce mode de transport a déjà un jalon de ce nom'],
    ['status', 'UNHEARD_OF', 400, "Ce statut n'existe pas ou n'est plus actif"],
    ['mode', 'TRAIN', 400, 'Choisissez avion ou bateau'],
    ['position', 0, 400, 'La position doit être un nombre entier supérieur à 0'],
    ['defaultPlace', 'Dakar', 400, 'Le lieu par défaut doit être un des lieux à choisir'],
  ])('is refused with %s %j and a message at the field', async (field, value, status, message) => {
    const body = { ...BODY, label: 'Refusé', places: ['Lomé'], [field]: value };
    const response = await send('POST', '/api/milestone-definitions', body);
    expect(response.statusCode).toBe(status);
    expect(response.json().errors).toEqual({ [field]: message });
  });
});

describe('recording a milestone', () => {
  it('waits ten seconds with its place and time, and changes nothing yet [CONS-005]', async () => {
    const { id, members } = await loaded('AIR', {});
    const occurredAt = '2026-11-01T08:00:00.000Z';
    const response = await record(id, { definitionId: definitionOf('Parti de Chine'), occurredAt, note: 'Vol ET605' });
    expect(response.statusCode).toBe(201);
    const milestone = response.json<Milestone>();
    expect(milestone).toMatchObject({
      ...{ consignmentId: id, label: 'Parti de Chine', status: 'IN_TRANSIT', place: 'Guangzhou', note: 'Vol ET605' },
      ...{ state: 'pending', occurredAt, byUserId: 1, total: 0, applied: 0, skipped: 0 },
    });
    const wait = Date.parse(milestone.dueAt) - Date.parse(milestone.createdAt);
    expect(Math.abs(wait - 10_000)).toBeLessThan(1000);
    expect(await Promise.all(members.map(historyOf))).toMatchObject([[{ status: 'ORDER_CONFIRMED' }]]);
    expect(await stateOf(id)).toBe('preparing');
  });

  it('is taken back within ten seconds as if it had never been recorded, and not after them [CONS-005]', async () => {
    const { id } = await loaded('AIR', {});
    const body = { definitionId: definitionOf('Parti de Chine') };
    const first = (await record(id, body)).json<Milestone>();
    expect((await send('DELETE', `/api/milestones/${first.id}`)).json()).toEqual({ message: 'Jalon annulé' });
    expect(await find(first.id)).toBeUndefined();
    expect((await send('DELETE', `/api/milestones/${first.id}`)).statusCode).toBe(404);
    const second = (await record(id, body)).json<Milestone>();
    await orders.database.milestone.update({ where: { id: second.id }, data: { dueAt: new Date() } });
    const late = await send('DELETE', `/api/milestones/${second.id}`);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe(
      'Le délai d’annulation est passé\u00a0: choisissez «\u00a0Reprendre ce jalon\u00a0».',
    );
    const changes = await orders.database.change.findMany({
      where: { subject: 'consignment', subjectId: String(id) },
      orderBy: { id: 'asc' },
    });
    const actions = ['created', 'milestone-recorded', 'milestone-cancelled', 'milestone-recorded'];
    expect(changes.map(({ action }) => action)).toEqual(actions);
    expect(changes[1]).toMatchObject({ after: { milestone: 'Parti de Chine, Guangzhou' }, userId: 1 });
  });

  it('either takes effect or is taken back when both come at the moment it is due', async () => {
    const { id, members } = await loaded('AIR', {});
    for (const label of ["Reçu à l'entrepôt", 'Parti de Chine', 'Arrivé à Ouagadougou']) {
      const { id: milestoneId } = (await record(id, { definitionId: definitionOf(label) })).json<Milestone>();
      const [cancelled] = await Promise.all([
        send('DELETE', `/api/milestones/${milestoneId}`),
        orders.applyMilestone(milestoneId).catch(() => {}),
      ]);
      const [history = []] = await Promise.all(members.map(historyOf));
      expect(history.some(({ milestone }) => milestone === label)).toBe(cancelled.statusCode === 409);
    }
  });

  it.each([
    ['definitionId', 0, 'Choisissez un jalon'],
    ['definitionId', 2_000_000_000, 'Ce jalon n’existe pas pour ce mode de transport'],
    ['occurredAt', 'hier', 'Indiquez une date et une heure'],
    ['occurredAt', '2099-01-01T00:00:00.000Z', 'L’heure ne peut pas être dans le futur'],
    ['place', 'Dakar', 'Choisissez un lieu\u00a0: Lomé, Abidjan, Tema, Cotonou'],
    ['place', ' ', 'Indiquez le lieu'],
  ])('is refused with %s %j and a message at the field', async (field, value, message) => {
    const { id } = await loaded('SEA');
    const body = { definitionId: definitionOf('Arrivé au port', 'SEA'), place: 'Lomé', [field]: value };
    const response = await record(id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ [field]: message });
  });

  it('is refused when it is no longer offered, and two minutes before its time', async () => {
    const { id } = await loaded('AIR');
    const body = { definitionId: definitionOf('En transit'), place: 'Addis-Abeba' };
    const occurredAt = new Date(Date.now() + 120_000).toISOString();
    expect(Object.keys((await record(id, { ...body, occurredAt })).json().errors)).toEqual(['occurredAt']);
    const setActive = (isActive: boolean) =>
      send('PATCH', `/api/milestone-definitions/${body.definitionId}`, { isActive });
    expect((await setActive(false)).statusCode).toBe(200);
    expect(Object.keys((await record(id, body)).json().errors)).toEqual(['definitionId']);
    await setActive(true);
    expect((await record(id, body)).statusCode).toBe(201);
  });

  it('is refused on a closed consignment, an unknown one, and a second time while it is on its way', async () => {
    const { id } = await loaded('AIR');
    const body = { definitionId: definitionOf('Parti de Chine') };
    const recorded = (await record(id, body)).json<Milestone>();
    expect((await record(id, body)).statusCode).toBe(409);
    expect((await send('PATCH', `/api/consignments/${id}`, { closed: true })).statusCode).toBe(409);
    await orders.applyMilestone(recorded.id);
    expect((await send('PATCH', `/api/consignments/${id}`, { closed: true })).statusCode).toBe(200);
    expect((await record(id, body)).statusCode).toBe(409);
    expect((await record(0, body)).statusCode).toBe(404);
  });
});

describe('the place of a milestone that names none', () => {
  const placed = async (departureCity: string, label: string, agent: number) => {
    const payload = { mode: 'SEA', departureCity };
    const { id } = (await send('POST', '/api/consignments', payload)).json<Consignment>();
    const body = { definitionId: definitionOf(label, 'SEA') };
    const url = `/api/consignments/${id}/milestones`;
    return (await call(orders.app, { method: 'POST', url, payload: body }, asAgent(agent))).json<Milestone>().place;
  };
  const [UNKNOWN, IN_YIWU, IN_BOBO] = [9, 10, 11];

  it.each([
    ["the consignment's", ' guangzhou', 'Parti de Chine', IN_YIWU, 'Guangzhou'],
    ["the agent's", 'Xiamen', 'Parti de Chine', IN_YIWU, 'Yiwu'],
    ['the usual one', 'Xiamen', 'Parti de Chine', UNKNOWN, 'Ningbo'],
    ['the usual one', 'Guangzhou', 'Prêt au retrait', IN_BOBO, 'Ouagadougou'],
  ])('is %s where its definition lists no other: from %s "%s" [CNT-007]', async (_whose, from, label, agent, place) => {
    expect(await placed(from, label, agent)).toBe(place);
  });

  it("is the agent's also of a milestone that a scan records, where the definition lists it [CNT-007]", async () => {
    const id = definitionOf('Arrivé à Ouagadougou');
    const places = ['Ouagadougou', 'Bobo-Dioulasso'];
    await send('PATCH', `/api/milestone-definitions/${id}`, { places });
    const placesOf = async (agent: number) => {
      const order = await orders.createOrder({ mode: 'AIR' });
      const scans = ['receive', 'arrive'].map((mode) => {
        return { id: crypto.randomUUID(), mode, reference: order.reference, at: new Date().toISOString() };
      });
      await call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans } }, asAgent(agent));
      return (await historyOf(order)).flatMap(({ place }) => place ?? []);
    };
    expect(await placesOf(IN_YIWU)).toEqual(['Yiwu', 'Ouagadougou']);
    expect(await placesOf(IN_BOBO)).toEqual(['Guangzhou', 'Bobo-Dioulasso']);
    expect(await placesOf(UNKNOWN)).toEqual(['Guangzhou', 'Ouagadougou']);
    await send('PATCH', `/api/milestone-definitions/${id}`, { places: [] });
  });
});

describe('a milestone of a consignment', () => {
  it('becomes an event of each order, with its place and time [CONS-004] [CONS-007]', async () => {
    const { id, members } = await loaded('SEA', {}, { userId: 2 });
    for (const order of members) await orders.ageOrder(order.id, 1);
    const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
    const milestone = await staff.pass(id, 'Arrivé au port', {
      mode: 'SEA',
      place: 'Tema',
      occurredAt,
      note: 'Quai 3',
    });
    expect(milestone).toMatchObject({ state: 'done', total: 2, applied: 2, skipped: 0 });
    for (const order of members) {
      const event = {
        status: 'IN_TRANSIT',
        label: 'En Transit',
        milestone: 'Arrivé au port',
        place: 'Tema',
        occurredAt,
      };
      expect(await historyOf(order)).toMatchObject([{ status: 'ORDER_CONFIRMED' }, { ...event, note: 'Quai 3' }]);
      expect(await orderOf(order)).toMatchObject({
        ...{ status: 'IN_TRANSIT', furthestStep: 'IN_TRANSIT' },
        ...{ latestUpdate: 'Arrivé au port, Tema. Quai 3', latestUpdateTime: occurredAt },
      });
    }
    expect(await stateOf(id)).toBe('departed');
  });

  it('moves the consignment to departed and arrived, and never back [CONS-001]', async () => {
    const { id } = await loaded('AIR');
    const states: unknown[] = [];
    for (const label of [
      "Reçu à l'entrepôt",
      'Parti de Chine',
      'Arrivé à Ouagadougou',
      'En douane',
      'Parti de Chine',
    ]) {
      await staff.pass(id, label);
      states.push(await stateOf(id));
    }
    expect(states).toEqual(['preparing', 'departed', 'arrived', 'arrived', 'arrived']);
  });

  it('skips and counts orders that are further along, at their end or archived [CONS-004]', async () => {
    const { id, members } = await loaded('AIR', {}, {}, {}, {}, {});
    const [here, arrived, returned, archived, customs] = members;
    if (!here || !arrived || !returned || !archived || !customs) throw new Error('Five orders');
    const changes: [Order, object][] = [
      [arrived, { status: 'ARRIVED' }],
      [returned, { status: 'DELIVERED' }],
      [archived, { archived: true }],
    ];
    for (const [order, change] of changes) await send('PATCH', `/api/orders/${order.id}`, change);
    const milestone = await staff.pass(id, 'Parti de Chine');
    expect(milestone).toMatchObject({ total: 5, applied: 2, skipped: 3 });
    expect((await get(`/api/milestones/${milestone.id}/skipped`)).json()).toEqual([
      { id: arrived.id, reference: arrived.reference, reason: 'further' },
      { id: returned.id, reference: returned.reference, reason: 'ended' },
      { id: archived.id, reference: archived.reference, reason: 'archived' },
    ]);
    expect((await get('/api/milestones/0/skipped')).statusCode).toBe(404);
    expect(await historyOf(arrived)).toHaveLength(2);
  });

  it('skips orders that passed a later milestone of the same status', async () => {
    const { id, members } = await loaded('AIR', {});
    await staff.pass(id, 'Prêt au retrait');
    expect(await staff.pass(id, 'Arrivé à Ouagadougou')).toMatchObject({ applied: 0, skipped: 1 });
    expect(await staff.pass(id, 'En douane')).toMatchObject({ applied: 0, skipped: 1 });
    const [order] = members;
    expect(order && (await orderOf(order))).toMatchObject({ status: 'ARRIVED' });
  });

  it('applies under the furthest step when its status is not one of the five', async () => {
    const { id, members } = await loaded('AIR', {});
    const [order] = members;
    await staff.pass(id, 'Arrivé à Ouagadougou');
    await staff.pass(id, 'En douane');
    expect(order && (await orderOf(order))).toMatchObject({ status: 'CUSTOMS', furthestStep: 'ARRIVED' });
    await staff.pass(id, 'Prêt au retrait');
    expect(order && (await orderOf(order))).toMatchObject({ status: 'ARRIVED', furthestStep: 'ARRIVED' });
  });

  it('is applied once however often and by however many processes it is run [CONS-004]', async () => {
    const { id, members } = await loaded('AIR', ...Array.from({ length: 12 }, () => ({ userId: 3 })));
    const { id: milestoneId } = (await record(id, { definitionId: definitionOf('Parti de Chine') })).json<Milestone>();
    await Promise.all([1, 2, 3].map(() => orders.applyMilestone(milestoneId)));
    await orders.applyMilestone(milestoneId);
    expect(await orders.database.orderEvent.count({ where: { milestoneId } })).toBe(members.length);
    expect(await find(milestoneId)).toMatchObject({ state: 'done', applied: members.length });
    const [first] = members;
    const named = members.map(({ id: orderId, reference }) => ({ orderId, reference, ownerId: 3 }));
    expect(first && (await emittedOf(first))).toMatchObject([{ orders: named }]);
  });

  it('waits for an earlier one of its consignment', async () => {
    const { id } = await loaded('AIR', {});
    const first = (await record(id, { definitionId: definitionOf("Reçu à l'entrepôt") })).json<Milestone>();
    const second = (await record(id, { definitionId: definitionOf('Parti de Chine') })).json<Milestone>();
    await expect(orders.applyMilestone(second.id)).rejects.toThrow('waits for an earlier one');
    await orders.applyMilestone(first.id);
    await orders.applyMilestone(second.id);
    expect(await find(second.id)).toMatchObject({ state: 'done', applied: 1 });
  });

  it('is emitted once with all orders, their owners, savers and recipients [CONS-006] [WA-001]', async () => {
    const phone = '+22670123456';
    const { id, members } = await loaded('AIR', { userId: 2, recipientPhone: phone }, { userId: 3 }, {});
    const [first, second, nobodys] = members;
    if (!first || !second || !nobodys) throw new Error('Three orders');
    await orders.database.savedOrder.create({ data: { userId: 3, orderId: first.id } });
    await staff.pass(id, 'Parti de Chine', { note: 'Vol ET605' });
    const of = ({ id: orderId, reference }: Order) => ({ orderId, reference, status: 'IN_TRANSIT', pickupCode: null });
    const recipient = { phone, name: null, consent: false };
    expect(await emittedOf(first)).toMatchObject([
      {
        ...{ cause: 'milestone', title: 'Parti de Chine, Guangzhou', note: 'Vol ET605' },
        orders: [
          { ...of(first), ownerId: 2, saverIds: [3], recipient },
          { ...of(second), ownerId: 3, saverIds: [], recipient: null },
          { ...of(nobodys), ownerId: null, saverIds: [], recipient: null },
        ],
      },
    ]);
  });

  it('is withdrawn from one order like any other event', async () => {
    const { id, members } = await loaded('AIR', {}, {});
    const [order, other] = members;
    if (!order || !other) throw new Error('Two orders');
    await staff.pass(id, "Reçu à l'entrepôt", { place: 'Yiwu' });
    await staff.pass(id, 'Parti de Chine');
    const event = (await historyOf(order)).at(-1);
    await send('POST', `/api/orders/${order.id}/events/${event?.id}/withdraw`, { reason: 'Resté au sol' });
    expect(await orderOf(order)).toMatchObject({ status: 'PROCESSING', latestUpdate: "Reçu à l'entrepôt, Yiwu" });
    expect(await orderOf(other)).toMatchObject({ status: 'IN_TRANSIT' });
  });

  it('that passed before an order was entered is an event at its creation [HIST-008]', async () => {
    const { id, members } = await loaded('AIR', {}, {});
    const [known, entered] = members;
    await orders.ageOrder(known?.id ?? 0, 5);
    const occurredAt = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();
    await staff.pass(id, 'Parti de Chine', { occurredAt });
    expect(known && (await orderOf(known))).toMatchObject({ latestUpdateTime: occurredAt });
    expect(entered && (await orderOf(entered))).toMatchObject({
      ...{ status: 'IN_TRANSIT', latestUpdateTime: entered?.createdAt },
    });
    expect(entered && (await historyOf(entered))).toMatchObject([
      { status: 'ORDER_CONFIRMED', occurredAt: entered?.createdAt },
      { status: 'IN_TRANSIT', occurredAt: entered?.createdAt },
    ]);
  });

  it('ends the silence of an order, however long ago it was, from its own time', async () => {
    const { id, members } = await loaded('AIR', {});
    const [order] = members;
    const orderId = order?.id ?? 0;
    await orders.ageOrder(orderId, 60);
    const occurredAt = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await staff.pass(id, 'Parti de Chine', { occurredAt });
    expect(order && (await orderOf(order))).toMatchObject({ lastEventAt: occurredAt, isSilent: false });
  });

  it('is logged in the file of each order', async () => {
    const { id, members } = await loaded('AIR', {});
    await staff.pass(id, 'Parti de Chine');
    const changes = await orders.database.change.findMany({
      where: { subject: 'order', subjectId: String(members[0]?.id) },
      orderBy: { id: 'desc' },
      take: 1,
    });
    const after = { status: 'IN_TRANSIT', latestUpdate: 'Parti de Chine, Guangzhou' };
    expect(changes).toMatchObject([{ userId: AGENT, before: { status: 'ORDER_CONFIRMED' }, after }]);
  });
});

describe('the milestone that opens the pick-up', () => {
  it('gives an order a six-digit code that only its owner sees [SCAN-004]', async () => {
    const { id, members } = await loaded('AIR', { userId: 2 });
    const [order] = members;
    if (!order) throw new Error('One order');
    await orders.database.savedOrder.create({ data: { userId: 3, orderId: order.id } });
    await staff.pass(id, 'Prêt au retrait');
    const { pickupCode } = await orderOf(order, asUser(2));
    expect(pickupCode).toMatch(/^\d{6}$/);
    const visitor = await call(orders.app, { url: `/api/orders/${order.reference}` });
    for (const body of [visitor.json(), await orderOf(order, asUser(3)), await orderOf(order)]) {
      expect(body).not.toHaveProperty('pickupCode');
    }
    expect(await emittedOf(order)).toMatchObject([{ orders: [{ ownerId: 2, saverIds: [3], pickupCode }] }]);
    const history = await historyOf(order);
    await send('POST', `/api/orders/${order.id}/events/${history.at(-1)?.id}/withdraw`, { reason: 'Trop tôt' });
    expect(await orderOf(order, asUser(2))).toMatchObject({ pickupCode: null });
  });
});
