import { randomUUID } from 'node:crypto';
import type { Consignment } from '@fasocolis/contracts/consignments';
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
const longDate = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
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
      latestUpdate: `Remis le ${longDate.format(Date.parse(AT))} à Awa O.`,
    });
  });

  it('is applied once under its id, however often and at the same moment it is sent [SCAN-003]', async () => {
    const reference = orders.newReference();
    const scans = [
      scan('receive', reference),
      scan('arrive', reference),
      scan('hand-over', reference, { code: '000000', receiverName: 'Awa' }),
    ];
    const answers = await Promise.all(Array.from({ length: 6 }, () => sent(...scans)));
    for (const answer of answers) {
      expect(answer.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'conflict']);
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
    expect(outcomes.map(({ outcome, order }) => [outcome, order?.reference])).toEqual([
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
