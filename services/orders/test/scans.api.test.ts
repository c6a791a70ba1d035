import { randomUUID } from 'node:crypto';
import type { Consignment } from '@fasocolis/contracts/consignments';
import { longDate } from '@fasocolis/contracts/dates';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import { type ScanOutcome, UNUSUAL_REFERENCE } from '@fasocolis/contracts/scans';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

const AT = new Date(Date.now() - DAY_MS).toISOString();
const scan = (mode: string, reference: string, data: object = {}) => ({
  id: randomUUID(),
  mode,
  reference,
  at: AT,
  ...data,
});
const send = (scans: object[], as = asAgent(9)) =>
  call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans } }, as);
const sent = async (...scans: object[]) => (await send(scans)).json<ScanOutcome[]>();
const historyOf = async (reference: string) =>
  (await call(orders.app, { url: `/api/orders/${reference}/events` })).json<OrderEvent[]>();
const find = async (reference: string, as = asAdmin()) =>
  (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<Order>();
const newConsignment = async () => {
  const payload = { mode: 'AIR', departureCity: 'Guangzhou' };
  return (
    await call(orders.app, { method: 'POST', url: '/api/consignments', payload }, asAgent(9))
  ).json<Consignment>();
};

describe('a scan', () => {
  it('in "Recevoir" creates an unknown reference or records its receipt, at the time of the scan [SCAN-003]', async () => {
    const unknown = orders.newReference();
    const known = await orders.createOrder({ mode: 'SEA' });
    await orders.ageOrder(known.id, 2);
    const outcomes = await sent(scan('receive', ` ${unknown.toLowerCase()} `), scan('receive', known.reference));
    expect(outcomes).toMatchObject([{ outcome: 'done' }, { outcome: 'done', orderId: known.id }]);
    for (const reference of [unknown, known.reference]) {
      const event = { milestone: "Reçu à l'entrepôt", place: 'Guangzhou', status: 'PROCESSING', occurredAt: AT };
      expect(await historyOf(reference)).toContainEqual(expect.objectContaining(event));
    }
    expect(await find(unknown)).toMatchObject({
      status: 'PROCESSING',
      reference: unknown.toLowerCase(),
      createdAt: AT,
    });
    expect(await sent(scan('receive', unknown))).toMatchObject([{ outcome: 'already' }]);
  });

  it('in "Recevoir" asks about a text of which a word is a known reference', async () => {
    await orders.createOrder({ reference: 'HOPW-1' });
    const both = 'HOPW-2 HOPW-1';
    expect(await sent(scan('receive', both))).toMatchObject([{ outcome: 'conflict', message: UNUSUAL_REFERENCE }]);
    expect(await sent(scan('receive', both, { isConfirmed: true }))).toMatchObject([{ outcome: 'done' }]);
  });

  it('in "Mettre dans l’expédition" adds the order [SCAN-003]', async () => {
    const [{ id, code }, other] = [await newConsignment(), await newConsignment()];
    const { reference } = await orders.createOrder();
    const load = (consignmentId?: number) => sent(scan('load', reference, { consignmentId }));
    expect(await load()).toMatchObject([{ outcome: 'conflict', message: 'Choisissez une expédition' }]);
    expect(await load(2_000_000_000)).toMatchObject([{ outcome: 'conflict', message: 'Expédition non trouvée' }]);
    expect(await load(id)).toMatchObject([{ outcome: 'done' }]);
    expect(await load(id)).toMatchObject([{ outcome: 'already' }]);
    expect(await load(other.id)).toMatchObject([{ outcome: 'conflict', message: `Déjà dans l’expédition ${code}` }]);
    expect(await find(reference)).toMatchObject({ consignment: { id } });
  });

  it('in "Arrivé" records the arrival, unless the order is further along [SCAN-003]', async () => {
    const { reference } = await orders.createOrder();
    expect(await sent(scan('arrive', reference))).toMatchObject([{ outcome: 'done' }]);
    expect(await find(reference)).toMatchObject({
      status: 'ARRIVED',
      latestUpdate: 'Arrivé à Ouagadougou',
    });
    const again = await sent(
      scan('arrive', reference),
      scan('receive', reference),
      scan('arrive', orders.newReference()),
    );
    expect(again).toMatchObject([
      { outcome: 'already' },
      { outcome: 'already' },
      { outcome: 'conflict', message: 'Référence inconnue' },
    ]);
  });

  it('in "Remettre" hands the parcel over, or says why not [SCAN-003]', async () => {
    const { id, reference } = await orders.createOrder({ userId: 2 });
    await orders.ageOrder(id, 2);
    await orders.database.order.update({ where: { id }, data: { pickupCode: '123456' } });
    const handing = { code: '123456', receiverName: 'Awa Ouédraogo' };
    const outcomes = await sent(
      scan('hand-over', reference, { ...handing, code: '654321' }),
      scan('hand-over', reference, { code: '123456' }),
      scan('hand-over', reference, handing),
      scan('hand-over', reference, handing),
    );
    expect(outcomes).toMatchObject([
      { outcome: 'conflict', message: 'Code erroné. Il reste 4 essais.' },
      { outcome: 'conflict' },
      { outcome: 'done', order: { status: 'DELIVERED' } },
      { outcome: 'already' },
    ]);
    expect(await find(reference, asUser(2))).toMatchObject({
      latestUpdate: `Remis le ${longDate(AT)} à Awa O.`,
    });
  });

  it('in "Remettre" names the order that it refuses, and takes a reason to release it from the administrator', async () => {
    const { id, reference } = await orders.createOrder({ userId: 2 });
    await orders.ageOrder(id, 2);
    await orders.database.order.update({ where: { id }, data: { pickupCode: '123456', due: 5000 } });
    const handing = { code: '123456', receiverName: 'Awa Ouédraogo' };
    const released = { ...handing, releaseReason: 'Bon client' };
    const outcomes = await sent(scan('hand-over', reference, handing), scan('hand-over', reference, released));
    expect(outcomes).toMatchObject([
      { outcome: 'conflict', orderId: id, message: 'Il reste 5\u202f000\u00a0FCFA à payer.' },
      { outcome: 'conflict', orderId: id, message: expect.stringContaining('Seul l’administrateur') },
    ]);
    expect((await send([scan('hand-over', reference, released)], asAdmin())).json()).toMatchObject([
      { outcome: 'done' },
    ]);
  });

  it('is applied once under its id, however often and at the same moment it is sent [SCAN-003]', async () => {
    const reference = orders.newReference();
    const scans = [
      scan('receive', reference),
      scan('arrive', reference),
      scan('hand-over', reference, { code: '000000', receiverName: 'Awa' }),
    ];
    const responses = await Promise.all(Array.from({ length: 6 }, () => sent(...scans)));
    for (const response of responses) {
      expect(response.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'conflict']);
    }
    expect(await historyOf(reference)).toHaveLength(3);
  });

  it('that is refused does not stop the others, and its conflict is kept [SCAN-003]', async () => {
    const [first, last] = [orders.newReference(), orders.newReference()];
    const scans = [
      scan('receive', first),
      scan('receive', 'ab'),
      scan('receive', 'FC-ABCDEFG2'),
      scan('receive', last),
    ];
    for (let delivery = 0; delivery < 2; delivery += 1) {
      expect(await sent(...scans)).toMatchObject([
        { id: scans[0]?.id, outcome: 'done' },
        { outcome: 'conflict', message: "Ce code n'est pas une référence de colis." },
        { outcome: 'conflict', message: 'Cette référence contient une erreur. Vérifiez-la.' },
        { id: scans[3]?.id, outcome: 'done' },
      ]);
    }
  });

  it('of an archived order, or one at its end, is a conflict', async () => {
    const [archived, gone] = [await orders.createOrder(), await orders.createOrder()];
    await orders.database.order.update({ where: { id: archived.id }, data: { archivedAt: new Date() } });
    await orders.database.orderStatusDefinition.create({
      data: { code: 'GONE', codeKey: 'GONE', label: 'Parti', searchText: '', displayOrder: 9, kind: 'end' },
    });
    await orders.database.order.update({ where: { id: gone.id }, data: { status: 'GONE' } });
    expect(await sent(scan('arrive', archived.reference), scan('arrive', gone.reference))).toMatchObject([
      { outcome: 'conflict', message: 'Ce colis est archivé' },
      { outcome: 'conflict', message: 'Ce colis est déjà terminé' },
    ]);
  });

  it.each([
    ['no scans', []],
    ['an id that is no UUID', [{ ...scan('receive', 'ABCD'), id: '7' }]],
    ['an unknown mode', [scan('lose', 'ABCD')]],
    ['no time', [{ ...scan('receive', 'ABCD'), at: 'hier' }]],
    ['too many scans', Array.from({ length: 101 }, () => scan('receive', 'ABCD'))],
  ])('in a request with %s is refused', async (_what, scans) => {
    expect((await send(scans)).statusCode).toBe(400);
  });

  it('is read as on the device: prefixes, separators, courier codes and links [READ-010, READ-011]', async () => {
    const [a, b, c, d] = [orders.newReference(), orders.newReference(), `YT75${Date.now()}`, `SF13${Date.now()}`];
    const codes = [`]C1${a}`, `${b}\u001d`, `{"k1":"${c}"}`, `${d}|MMM=xx`, `https://old.example/c/${a}`];
    const outcomes = await sent(...codes.map((code) => scan('receive', code)));
    expect(outcomes.map(({ outcome, order }) => [outcome, order?.aliases[0] ?? order?.reference])).toEqual([
      ...[a, b, c, d].map((reference) => ['done', reference]),
      ['already', a],
    ]);
  });

  it.each([
    ['WIFI:S:net;T:WPA;P:x;;', 'réseau Wi-Fi'],
    ['https://wa.me/22670123456', 'lien vers un autre site'],
    ['MSG:hello', 'message'],
    ['wxp://f2f0', 'paiement'],
  ])('of %s creates nothing, and the conflict names the kind [READ-011]', async (code, kind) => {
    const before = await orders.database.order.count();
    const refusal = { outcome: 'conflict', message: expect.stringContaining(kind) };
    expect(await sent(scan('receive', code))).toMatchObject([refusal]);
    expect(await orders.database.order.count()).toBe(before);
  });

  it('of an unknown code that does not look like a reference creates it only after a confirmation [READ-011]', async () => {
    const code = `BGS)èèAX)${orders.newReference()}`;
    expect(await sent(scan('receive', code))).toMatchObject([{ outcome: 'conflict', message: UNUSUAL_REFERENCE }]);
    expect(await sent(scan('receive', code, { isConfirmed: true }))).toMatchObject([
      { outcome: 'done', order: { reference: code } },
    ]);
    expect(await sent(scan('arrive', code))).toMatchObject([{ outcome: 'done' }]);
  });

  it('with characters that no reference has is a conflict, and customers may send none', async () => {
    expect(await sent(scan('receive', 'AB%CD'), scan('arrive', '%%%%'))).toMatchObject([
      { outcome: 'conflict' },
      { outcome: 'conflict' },
    ]);
    expect((await send([scan('receive', 'ABCD')], asUser(2))).statusCode).toBe(403);
  });
});

describe('a scan of a piece', () => {
  const link = (reference: string, piece: number) => `https://colis.example.com/c/${reference}?p=${piece}`;
  const sentOne = async (mode: string, reference: string, data: object = {}) => {
    const [outcome] = await sent(scan(mode, reference, data));
    if (!outcome) throw new Error('no outcome');
    return outcome;
  };
  const newParcel = async (body: object = {}) => {
    const order = await orders.createOrder({ pieces: 3, ...body });
    await orders.ageOrder(order.id, 2);
    return order;
  };
  const stepsOf = async (id: number, step: string) =>
    (await orders.database.pieceStep.findMany({ where: { orderId: id, step }, orderBy: { piece: 'asc' } })).map(
      ({ piece, userId, occurredAt }) => [piece, userId, occurredAt.toISOString()],
    );

  it.each([
    ['receive', 'PROCESSING'],
    ['arrive', 'ARRIVED'],
  ])('in the mode "%s" marks it, and the order takes the step with the last piece [CNT-001]', async (mode, status) => {
    const { id, reference } = await newParcel();
    const marked = [1, 2].map((count) => ({ step: mode, count }));
    expect(await sentOne(mode, reference, { piece: 2 })).toMatchObject({
      outcome: 'done',
      order: { status: 'ORDER_CONFIRMED', passedPieces: marked[0] },
    });
    expect(await sentOne(mode, link(reference, 2))).toMatchObject({ outcome: 'already' });
    expect(await sentOne(mode, link(reference, 1))).toMatchObject({
      outcome: 'done',
      order: { status: 'ORDER_CONFIRMED', passedPieces: marked[1], isDeletable: false },
    });
    expect(await sentOne(mode, `${reference}/3`)).toMatchObject({
      outcome: 'done',
      order: { status, passedPieces: null },
    });
    expect(await stepsOf(id, mode)).toEqual([1, 2, 3].map((piece) => [piece, 9, AT]));
    expect(await historyOf(reference)).toHaveLength(2);
  });

  it('in "Mettre dans l’expédition" loads it, and the order is in the consignment with the last piece [CNT-001]', async () => {
    const { reference } = await newParcel({ pieces: 2 });
    const [{ id: consignmentId }, other] = [await newConsignment(), await newConsignment()];
    const load = (data: object) => sentOne('load', reference, { consignmentId, ...data });
    expect(await load({ piece: 1 })).toMatchObject({
      outcome: 'done',
      order: { consignment: null, passedPieces: { step: 'load', count: 1 } },
    });
    expect(await load({ piece: 1 })).toMatchObject({ outcome: 'already' });
    expect(await load({ piece: 2 })).toMatchObject({ outcome: 'done', order: { consignment: { id: consignmentId } } });
    expect(await load({ piece: 2, consignmentId: other.id })).toMatchObject({ outcome: 'conflict' });
  });

  it('that was added by a list counts the pieces of the order, and loses them when it is taken out', async () => {
    const { id, reference } = await newParcel({ pieces: 2 });
    const { id: consignmentId } = await newConsignment();
    const path = `/api/consignments/${consignmentId}/orders`;
    const payload = { lines: [{ line: 1, orderId: id }], dryRun: false };
    await call(orders.app, { method: 'POST', url: path, payload }, asAgent(9));
    expect(await sentOne('load', reference, { consignmentId, piece: 1 })).toMatchObject({
      outcome: 'done',
      order: { passedPieces: { step: 'load', count: 1 } },
    });
    await call(orders.app, { method: 'DELETE', url: `${path}/${id}` }, asAgent(9));
    expect(await stepsOf(id, 'load')).toEqual([]);
  });

  it('that was loaded alone does not keep the consignment from being deleted, and is unloaded with it', async () => {
    const { id, reference } = await newParcel({ pieces: 2 });
    const { id: consignmentId } = await newConsignment();
    await sentOne('load', reference, { consignmentId, piece: 1 });
    const deleted = await call(orders.app, { method: 'DELETE', url: `/api/consignments/${consignmentId}` }, asAgent(9));
    expect(deleted.statusCode).toBe(200);
    expect(await stepsOf(id, 'load')).toEqual([]);
  });

  it('in "Remettre" counts it, and the hand-over of the order hands over all of them [CNT-001]', async () => {
    const { id, reference } = await newParcel();
    expect(await sentOne('hand-over', reference, { piece: 1 })).toMatchObject({
      outcome: 'done',
      order: { status: 'ORDER_CONFIRMED', passedPieces: { step: 'hand-over', count: 1 } },
    });
    const payload = { reason: 'Code perdu', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' };
    const handedOver = await call(orders.app, { method: 'POST', url: `/api/handovers/${id}`, payload }, asAgent(9));
    expect(handedOver.json()).toMatchObject({ status: 'DELIVERED', passedPieces: null });
    expect((await stepsOf(id, 'hand-over')).map(([piece]) => piece)).toEqual([1, 2, 3]);
    expect(await sentOne('hand-over', reference, { piece: 2 })).toMatchObject({ outcome: 'already' });
  });

  it('shows "2 sur 3" to staff and to the owner, and to nobody else [CNT-001]', async () => {
    const { reference } = await newParcel({ userId: 2 });
    await sent(scan('receive', reference, { piece: 1 }), scan('receive', reference, { piece: 3 }));
    const passedPieces = { step: 'receive', count: 2 };
    expect(await find(reference)).toMatchObject({ passedPieces });
    expect(await find(reference, asUser(2))).toMatchObject({ passedPieces });
    expect(await find(reference, asUser(3))).not.toHaveProperty('passedPieces');
  });

  it('is listed for staff with each of its steps, who scanned it and what it weighed', async () => {
    const { id, reference } = await newParcel();
    await sent(
      scan('receive', reference, { piece: 3, carton: { weightGrams: 12_500 } }),
      scan('receive', reference, { piece: 1 }),
      scan('arrive', reference, { piece: 3 }),
    );
    const listed = await call(orders.app, { url: `/api/orders/${id}/pieces` }, asAgent(9));
    const marked = { at: AT, byUserId: 9, weightGrams: null };
    expect(listed.json()).toEqual([
      { piece: 1, step: 'receive', ...marked },
      { piece: 3, step: 'receive', ...marked, weightGrams: 12_500 },
      { piece: 3, step: 'arrive', ...marked },
    ]);
  });

  it('that the order does not have is a conflict, until the number of pieces is corrected', async () => {
    const { id, reference } = await newParcel({ pieces: 2 });
    expect(await sentOne('receive', reference, { piece: 3 })).toMatchObject({
      ...{ outcome: 'conflict', orderId: id },
      message: 'Ce colis a 2 pièces\u00a0: corrigez leur nombre dans le dossier, puis renvoyez.',
    });
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { pieces: 3 } }, asAdmin());
    expect(await sentOne('receive', reference, { piece: 3 })).toMatchObject({ outcome: 'done' });
  });

  it.each([
    ['receive', 'PROCESSING'],
    ['arrive', 'ARRIVED'],
  ])(
    'completes the step of the mode "%s" once the number of pieces is corrected to those that have it [CNT-001]',
    async (mode, status) => {
      const { id, reference } = await newParcel();
      for (const piece of [1, 2]) await sentOne(mode, reference, { piece });
      const payload = { pieces: 2 };
      const corrected = await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
      expect(corrected.json()).toMatchObject({ pieces: 2, status });
      expect(await sentOne(mode, reference, { piece: 2 })).toMatchObject({ outcome: 'already', order: { status } });
    },
  );

  it('of an order without a number of pieces is one of the whole parcel [CNT-001]', async () => {
    const { reference } = await newParcel({ pieces: null });
    expect(await sentOne('receive', reference, { piece: 1 })).toMatchObject({
      outcome: 'done',
      order: { status: 'PROCESSING' },
    });
  });

  it('finds an order whose own reference ends like a piece', async () => {
    const reference = `${orders.newReference()}/2`;
    const { id } = await orders.createOrder({ reference });
    expect(await sentOne('receive', reference)).toMatchObject({ outcome: 'done', orderId: id });
  });

  it('is taken back with the event of the order that it completed, and with a hand-over', async () => {
    const { id, reference } = await newParcel({ pieces: 2 });
    const minutesLater = new Date(Date.parse(AT) + 60_000).toISOString();
    await sent(scan('receive', reference, { piece: 1 }), scan('receive', reference, { piece: 2, at: minutesLater }));
    const { id: eventId } = await orders.database.orderEvent.findFirstOrThrow({
      where: { orderId: id, status: 'PROCESSING' },
    });
    const url = `/api/orders/${id}/events/${eventId}/withdraw`;
    await call(orders.app, { method: 'POST', url, payload: { reason: 'Erreur' } }, asAgent(9));
    expect((await stepsOf(id, 'receive')).map(([piece]) => piece)).toEqual([1]);
    expect(await sentOne('receive', reference, { piece: 2 })).toMatchObject({
      outcome: 'done',
      order: { status: 'PROCESSING' },
    });
  });

  it('sent at the same moment as all others gives the order its step once [CNT-001]', async () => {
    const { id, reference } = await newParcel({ pieces: 6 });
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map((piece) => sentOne('receive', reference, { piece })));
    expect(responses.map(({ outcome }) => outcome)).toEqual(Array(6).fill('done'));
    expect(await orders.database.orderEvent.count({ where: { orderId: id, status: 'PROCESSING' } })).toBe(1);
  });
});

describe('a scan of a label without a piece, of a parcel of several', () => {
  const PROMPT = 'Les 3 cartons sont là\u00a0?';

  it.each(['receive', 'load', 'arrive', 'hand-over'])(
    'in the mode "%s" asks whether all are there, and marks all of them then [CNT-001]',
    async (mode) => {
      const { id, reference } = await orders.createOrder({ pieces: 3 });
      await orders.ageOrder(id, 2);
      const { id: consignmentId } = await newConsignment();
      const person = { reason: 'Code perdu', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' };
      const details = { consignmentId, ...person };
      const refused = { outcome: 'conflict', message: PROMPT, orderId: id };
      expect(await sent(scan(mode, reference, details))).toMatchObject([refused]);
      expect(await orders.database.pieceStep.count({ where: { orderId: id } })).toBe(0);
      const [confirmed] = await sent(scan(mode, reference, { ...details, isConfirmed: true }));
      expect(confirmed).toMatchObject({ outcome: 'done', order: { passedPieces: null } });
      expect(await orders.database.pieceStep.count({ where: { orderId: id, step: mode } })).toBe(3);
      expect(await sent(scan(mode, reference, details))).toMatchObject([{ outcome: 'already' }]);
    },
  );

  it('asks nothing when each piece was scanned', async () => {
    const { reference } = await orders.createOrder({ pieces: 2 });
    await sent(scan('receive', reference, { piece: 1 }), scan('receive', reference, { piece: 2 }));
    expect(await sent(scan('receive', reference))).toMatchObject([{ outcome: 'already' }]);
  });
});
