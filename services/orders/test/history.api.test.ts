import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, OWNER, PHONE, recordsOf, SAVER, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

type NewOrder = Awaited<ReturnType<Staff['newOrder']>>;

/** A way in which something happens to an order, and what it is. */
interface Way {
  take: (order: NewOrder) => Promise<unknown>;
  /** What the order says afterwards. */
  state: { status: string; latestUpdate: string | null; furthestStep: string };
  /** What the event says; its status is the order's. */
  event: { note: string | null; milestoneLabel?: string; place?: string };
  told: { cause: string; title: string; note: string | null };
  action?: string;
}

const [DEPARTED, ARRIVED, DELIVERED] = ['IN_TRANSIT', 'ARRIVED', 'DELIVERED'];
const unchanged = { status: 'ORDER_CONFIRMED', furthestStep: 'ORDER_CONFIRMED' };
const reached = (status: string) => ({ status, furthestStep: status });
const NEWS = 'Il manque la facture';
const NEW_DATE = 'Nouvelle date estimée\u00a0: 31 décembre 2027';
const FIRST_DATE = 'Date estimée\u00a0: 31 décembre 2027';

/** The dialog for one order and for many sends the same request. */
const WAYS: [name: string, way: Way][] = [
  ...(['the form', 'the dialog "Dire au client"'] as const).map((name): [string, Way] => [
    name,
    {
      take: ({ id }) =>
        name === 'the form'
          ? staff.edit(id, { status: DEPARTED, latestUpdate: 'Vol ET605' })
          : staff.tell(id, { status: DEPARTED, text: 'Vol ET605' }),
      state: { ...reached(DEPARTED), latestUpdate: 'Vol ET605' },
      event: { note: 'Vol ET605' },
      told: { cause: 'status', title: 'En Transit', note: 'Vol ET605' },
    },
  ]),
  ...['the form', 'the dialog'].map((name): [string, Way] => [
    `a text in ${name} without another status`,
    {
      take: ({ id, status }) =>
        name === 'the form' ? staff.edit(id, { status, latestUpdate: NEWS }) : staff.tell(id, { text: NEWS }),
      state: { ...unchanged, latestUpdate: NEWS },
      event: { note: NEWS },
      told: { cause: 'news', title: 'Nouvelles de votre colis', note: NEWS },
    },
  ]),
  [
    'a date in the dialog',
    {
      take: ({ id }) => staff.tell(id, { estimatedDelivery: '2027-12-31', text: 'Tempête' }),
      state: { ...unchanged, latestUpdate: `${FIRST_DATE}. Tempête` },
      event: { note: `${FIRST_DATE}. Tempête` },
      told: { cause: 'news', title: FIRST_DATE, note: 'Tempête' },
    },
  ],
  [
    'a later date',
    {
      async take({ id }) {
        await orders.database.order.update({ where: { id }, data: { estimatedDelivery: new Date('2027-12-01') } });
        await staff.edit(id, { estimatedDelivery: '2027-12-31', reason: 'Tempête' });
      },
      state: { ...unchanged, latestUpdate: `${NEW_DATE}. Tempête` },
      event: { note: `${NEW_DATE}. Tempête` },
      told: { cause: 'news', title: NEW_DATE, note: 'Tempête' },
    },
  ],
  [
    'a receive scan',
    {
      take: ({ reference }) => staff.scan('receive', reference),
      state: { ...reached('PROCESSING'), latestUpdate: "Reçu à l'entrepôt, Guangzhou" },
      event: { note: null, milestoneLabel: "Reçu à l'entrepôt", place: 'Guangzhou' },
      told: { cause: 'milestone', title: "Reçu à l'entrepôt, Guangzhou", note: null },
    },
  ],
  [
    'an arrival scan',
    {
      take: ({ reference }) => staff.scan('arrive', reference),
      state: { ...reached(ARRIVED), latestUpdate: 'Arrivé à Ouagadougou' },
      event: { note: null, milestoneLabel: 'Arrivé à Ouagadougou', place: 'Ouagadougou' },
      told: { cause: 'milestone', title: 'Arrivé à Ouagadougou', note: null },
    },
  ],
  [
    'a milestone',
    {
      take: ({ consignmentId }) => staff.pass(consignmentId, 'Parti de Chine', { note: 'Vol ET605' }),
      state: { ...reached(DEPARTED), latestUpdate: 'Parti de Chine, Guangzhou. Vol ET605' },
      event: { note: 'Vol ET605', milestoneLabel: 'Parti de Chine', place: 'Guangzhou' },
      told: { cause: 'milestone', title: 'Parti de Chine, Guangzhou', note: 'Vol ET605' },
    },
  ],
  ...['the counter', 'a scan'].map((place): [string, Way] => [
    `a hand-over at ${place}`,
    {
      take: ({ id, reference }) =>
        place === 'a scan'
          ? staff.scan('hand-over', reference, {
              ...{ reason: 'Code perdu', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' },
            })
          : staff.handOver(id),
      state: { ...reached(DELIVERED), latestUpdate: expect.stringMatching(/^Remis le .* à Awa O\.$/) },
      event: { note: expect.stringMatching(/^Remis le .* à Awa O\.$/) },
      told: { cause: 'status', title: 'Livrée', note: expect.stringMatching(/^Remis le .* à Awa O\.$/) },
      action: 'handed-over',
    },
  ]),
];

describe.each(WAYS)('%s', (_name, { take, state, event, told, action = 'changed' }) => {
  it('leaves the row of the order as its newest event says [HIST-001]', async () => {
    const before = await staff.newOrder();
    await take(before);
    const { order, events } = await recordsOf(orders, before.id);
    const at = events.at(-1)?.occurredAt;
    expect(order).toMatchObject({ ...state, latestUpdateTime: at, lastEventAt: at });
    expect(order.furthestStepAt).toEqual(state.furthestStep === unchanged.furthestStep ? order.createdAt : at);
    expect(order.updatedAt.getTime()).toBeGreaterThan(Date.parse(before.updatedAt));
  });

  it('adds one event of the person who acted [HIST-001]', async () => {
    const { id, ...order } = await staff.newOrder();
    await take({ id, ...order });
    const { events } = await recordsOf(orders, id);
    expect(events).toHaveLength(2);
    const plain = { milestoneLabel: null, place: null, withdrawnAt: null };
    expect(events[1]).toMatchObject({ ...plain, ...event, status: state.status, userId: AGENT });
  });

  it('adds one entry with the new values to the change log [HIST-001]', async () => {
    const { id, ...order } = await staff.newOrder();
    const { log: before } = await recordsOf(orders, id);
    await take({ id, ...order });
    const added = (await recordsOf(orders, id)).log.slice(before.length);
    expect(added).toHaveLength(1);
    const { latestUpdate } = state;
    expect(added[0]).toMatchObject({ action, userId: AGENT, requestId: expect.any(String), after: { latestUpdate } });
    expect(added[0]?.before).toMatchObject({ latestUpdate: null });
  });

  it('gives no pick-up code without a milestone that opens the pick-up [HIST-001]', async () => {
    const order = await staff.newOrder();
    await take(order);
    expect((await recordsOf(orders, order.id)).order.pickupCode).toBeNull();
  });

  it('emits one event for owner, saver and recipient [HIST-001]', async () => {
    const order = await staff.newOrder();
    await take(order);
    const { events, told: all } = await recordsOf(orders, order.id);
    const { reference } = order;
    const { id: eventId, occurredAt } = events.at(-1) ?? {};
    const recipient = { phone: PHONE, name: null, consent: false };
    const audience = { ownerId: OWNER, saverIds: [SAVER], recipient, pickupCode: null };
    expect(all).toEqual([
      { ...told, ...audience, reference, status: state.status, eventId, occurredAt: occurredAt?.toISOString() },
    ]);
  });

  it('is undone by a withdrawal, of which other services hear [HIST-001]', async () => {
    const order = await staff.newOrder();
    await take(order);
    const { events } = await recordsOf(orders, order.id);
    const eventId = events.at(-1)?.id ?? 0;
    await staff.withdraw(order.id, eventId);
    const { order: after, log } = await recordsOf(orders, order.id);
    expect(after).toMatchObject({ ...unchanged, latestUpdate: null, latestUpdateTime: null });
    expect(after.lastEventAt).toEqual(events[0]?.occurredAt);
    expect(log.at(-1)).toMatchObject({
      action: 'event-withdrawn',
      userId: AGENT,
      after: { eventId, reason: 'Erreur' },
    });
    const where = { name: 'order.history-withdrawn', data: { path: ['orders', '0', 'eventId'], equals: eventId } };
    expect(await orders.database.outboxEvent.count({ where })).toBe(1);
  });
});

let references = 0;
const BEGINNINGS: [name: string, begin: (reference: string) => Promise<unknown>, events: number][] = [
  ['the form', (reference) => staff.send('POST', '/api/orders', { reference }), 1],
  [
    'an import',
    (reference) => staff.send('POST', '/api/orders/import', { lines: [{ line: 1, reference }], dryRun: false }),
    1,
  ],
  ['a receive scan', (reference) => staff.scan('receive', reference), 2],
];

describe.each(BEGINNINGS)('an order that %s creates', (_name, begin, count) => {
  it('begins with one event, one entry and without a message [HIST-001]', async () => {
    references += 1;
    const reference = `BEGIN${references}AB`;
    await begin(reference);
    const { id, createdAt } = await orders.database.order.findFirstOrThrow({ where: { reference } });
    const { events, log, order } = await recordsOf(orders, id);
    expect([events.length, log.length]).toEqual([count, count]);
    const first = { ...{ status: 'ORDER_CONFIRMED', note: null, userId: AGENT, occurredAt: createdAt } };
    expect(events[0]).toMatchObject(first);
    expect(log[0]).toMatchObject({ action: 'created', name: reference, userId: AGENT, requestId: expect.any(String) });
    expect(log[0]?.after).toMatchObject({ reference, status: 'ORDER_CONFIRMED', recipientConsent: false });
    expect(order.pickupCode).toBeNull();
  });
});
