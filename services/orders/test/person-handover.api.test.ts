import { randomUUID } from 'node:crypto';
import { domainEvents } from '@fasocolis/contracts/events';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { NEVER_ARRIVED } from '@fasocolis/contracts/pickup';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const PERSON = { receiverName: 'Awa Ouédraogo' };
let phones = 0;
/** A number that no other test uses. */
function newPhone(): string {
  phones += 1;
  return `+226701${String(phones).padStart(5, '0')}`;
}
const parcelsFor = (id: number, as = asAgent(9)) => call(orders.app, { url: `/api/handovers/${id}/parcels` }, as);
const handOver = (id: number, body: object, as = asAgent(9)) =>
  call(orders.app, { method: 'POST', url: `/api/handovers/${id}`, payload: { ...PERSON, ...body } }, as);
const find = (id: number) => orders.database.order.findUniqueOrThrow({ where: { id } });
const statusesOf = async (parcels: StaffOrder[]) => {
  const rows = await orders.database.order.findMany({ where: { id: { in: parcels.map(({ id }) => id) } } });
  return [...new Set(rows.map(({ status }) => status))];
};

/** Parcels that wait for the person with a number, each with a code of its own. */
async function waiting(count: number, body: object = {}): Promise<StaffOrder[]> {
  const person = { recipientPhone: newPhone(), recipientName: 'Awa Ouédraogo', ...body };
  const parcels: StaffOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    const order = await orders.createOrder(person);
    const data = { status: 'ARRIVED', furthestStep: 'ARRIVED', pickupCode: String(100_000 + index) };
    await orders.database.order.update({ where: { id: order.id }, data });
    parcels.push(order);
  }
  return parcels;
}

const idsOf = (parcels: StaffOrder[]) => parcels.map(({ id }) => id);

describe('the parcels of a person', () => {
  it('are those that wait for the same number, and nobody else’s [CNT-006]', async () => {
    const phone = newPhone();
    const [first, second] = await waiting(2, { recipientPhone: phone, userId: 2, pieces: 2 });
    await waiting(1, { recipientPhone: newPhone(), userId: 2 });
    const travelling = await orders.createOrder({ recipientPhone: phone });
    const [handedOver] = await waiting(1, { recipientPhone: phone });
    if (!first || !second || !handedOver) throw new Error('no parcels');
    await handOver(handedOver.id, { reason: 'Connue' });
    const found = (await parcelsFor(first.id)).json<StaffOrder[]>();
    expect(found).toMatchObject([
      { id: first.id, pieces: 2, recipientPhone: phone },
      { id: second.id, pieces: 2 },
    ]);
    const ofTravelling = (await parcelsFor(travelling.id)).json<StaffOrder[]>();
    expect(idsOf(ofTravelling)).toEqual([travelling.id, first.id, second.id]);
  });

  it('are those of an account and its verified number, where a parcel names no number [CNT-006]', async () => {
    const phone = newPhone();
    await orders.database.accountNumber.create({ data: { userId: 3, phone, changedAt: new Date() } });
    const [named] = await waiting(1, { recipientPhone: phone });
    const [unnamed] = await waiting(1, { recipientPhone: null, userId: 3 });
    for (const [one, other] of [
      [named, unnamed],
      [unnamed, named],
    ]) {
      expect(idsOf((await parcelsFor(one?.id ?? 0)).json())).toEqual([one?.id, other?.id]);
    }
  });

  it('are shown to staff only', async () => {
    const [parcel] = await waiting(1);
    expect((await parcelsFor(parcel?.id ?? 0, asUser(2))).statusCode).toBe(403);
    expect((await parcelsFor(2_000_000_000)).statusCode).toBe(404);
  });
});

describe('the hand-over to a person', () => {
  it('opens all parcels with the code of one, under one name and with one message [CNT-006]', async () => {
    const parcels = await waiting(11, { userId: 2 });
    const [first, ...others] = parcels;
    const response = await handOver(first?.id ?? 0, { code: '100004', orderIds: idsOf(others) });
    expect([response.statusCode, response.json()]).toMatchObject([200, { id: first?.id, status: 'DELIVERED' }]);
    expect(await statusesOf(parcels)).toEqual(['DELIVERED']);
    const proofs = await orders.database.handover.findMany({ where: { orderId: { in: idsOf(parcels) } } });
    expect(proofs).toHaveLength(11);
    expect(new Set(proofs.map(({ receiverName, reason }) => `${receiverName} ${reason}`))).toEqual(
      new Set(['Awa Ouédraogo null']),
    );
    const events = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-extended' } });
    const told = events
      .map(({ data }) => domainEvents['order.history-extended'].parse(data))
      .filter((event) => event.orders.some(({ orderId }) => orderId === first?.id));
    expect(told.map((event) => event.orders.map(({ orderId }) => orderId))).toEqual([idsOf(parcels)]);
  });

  it('takes one payment for all of them, and is refused as a whole with a rest [CNT-006]', async () => {
    const parcels = await waiting(3);
    const [first, ...others] = parcels;
    for (const { id } of parcels) {
      const payload = { kind: 'freight', amount: 10_000 };
      await call(orders.app, { method: 'POST', url: `/api/ledgers/${id}/charges`, payload }, asAgent(9));
    }
    const handing = { code: '100000', orderIds: idsOf(others) };
    const pay = (amount: number) => ({ ...handing, payment: { id: randomUUID(), method: 'cash', amount } });
    expect((await handOver(first?.id ?? 0, pay(20_000))).json()).toMatchObject({ code: 'balance-due' });
    expect(await statusesOf(parcels)).toEqual(['ARRIVED']);
    expect((await handOver(first?.id ?? 0, pay(30_000))).statusCode).toBe(200);
    expect(await Promise.all(idsOf(parcels).map(find))).toMatchObject([{ paid: 10_000 }, { paid: 10_000 }, {}]);
    expect(await orders.database.payment.count({ where: { shares: { some: { orderId: first?.id ?? 0 } } } })).toBe(1);
  });

  it('with something left to pay needs the credit of every owner', async () => {
    const recipientPhone = newPhone();
    const parcels = [
      ...(await waiting(1, { recipientPhone, userId: 2 })),
      ...(await waiting(1, { recipientPhone, userId: 3 })),
    ];
    const [first, second] = idsOf(parcels);
    for (const id of idsOf(parcels)) {
      const payload = { kind: 'freight', amount: 10_000 };
      await call(orders.app, { method: 'POST', url: `/api/ledgers/${id}/charges`, payload }, asAgent(9));
    }
    const giveCredit = (userId: number) => orders.database.creditCustomer.create({ data: { userId, grantedBy: 1 } });
    await giveCredit(2);
    const handing = { code: '100000', orderIds: [second] };
    expect((await handOver(first ?? 0, handing)).json()).toMatchObject({ code: 'balance-due' });
    await giveCredit(3);
    expect((await handOver(first ?? 0, handing)).statusCode).toBe(200);
  });

  it('counts a wrong code for each of the parcels, so that none of them gives five more [CNT-006]', async () => {
    const parcels = await waiting(3);
    const [first, second, third] = idsOf(parcels);
    for (const code of ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(6))) {
      expect((await handOver(first ?? 0, { code, orderIds: [second] })).statusCode).toBe(400);
    }
    for (const id of [first, second]) {
      expect((await handOver(id ?? 0, { code: '100000', orderIds: [third] })).statusCode).toBe(429);
    }
    expect((await handOver(third ?? 0, { code: '100002' })).statusCode).toBe(200);
  });

  it('is refused with a parcel of another person, one that is not ready and one that does not exist [CNT-006]', async () => {
    const [mine] = await waiting(1);
    const [foreign] = await waiting(1);
    const travelling = await orders.createOrder({ recipientPhone: mine?.recipientPhone });
    for (const other of [foreign, travelling]) {
      const response = await handOver(mine?.id ?? 0, { code: '100000', orderIds: [other?.id] });
      expect(response.statusCode).toBe(409);
    }
    expect((await handOver(mine?.id ?? 0, { code: '100000', orderIds: [2_000_000_000] })).statusCode).toBe(404);
    const tooMany = Array.from({ length: 50 }, (_, index) => index + 1);
    expect((await handOver(mine?.id ?? 0, { code: '100000', orderIds: tooMany })).statusCode).toBe(400);
    expect(await find(mine?.id ?? 0)).toMatchObject({ status: 'ARRIVED' });
  });
});

describe('the hand-over of a parcel that never arrived', () => {
  it('asks for a confirmation with a reason, which the change log keeps [CNT-006]', async () => {
    const order = await orders.createOrder();
    const refused = await handOver(order.id, { reason: 'Carte vérifiée' });
    expect([refused.statusCode, refused.json().errors]).toEqual([409, { neverArrivedReason: NEVER_ARRIVED }]);
    const confirmed = { reason: 'Carte vérifiée', neverArrivedReason: 'Oublié au scan' };
    expect((await handOver(order.id, confirmed)).statusCode).toBe(200);
    const where = { subjectId: String(order.id), action: 'handed-over' };
    expect(await orders.database.change.findFirst({ where })).toMatchObject({
      after: { neverArrivedReason: 'Oublié au scan' },
    });
  });

  it('takes all parcels and the payment by a scan that was made without a network', async () => {
    const parcels = await waiting(3);
    for (const { id } of parcels) {
      const payload = { kind: 'freight', amount: 10_000 };
      await call(orders.app, { method: 'POST', url: `/api/ledgers/${id}/charges`, payload }, asAgent(9));
    }
    const [first, ...others] = parcels;
    const payment = { id: randomUUID(), method: 'cash', amount: 30_000 };
    const handing = { ...PERSON, code: '100000', orderIds: idsOf(others), payment };
    const scan = { id: randomUUID(), mode: 'hand-over', reference: first?.reference, ...handing };
    const payload = { scans: [{ ...scan, at: new Date().toISOString(), isConfirmed: true }] };
    const sent = await call(orders.app, { method: 'POST', url: '/api/scans', payload }, asAgent(9));
    expect(sent.json()).toMatchObject([{ outcome: 'done' }]);
    expect(await statusesOf(parcels)).toEqual(['DELIVERED']);
    expect(await Promise.all(idsOf(parcels).map(find))).toMatchObject(parcels.map(() => ({ paid: 10_000 })));
  });

  it('is already done for the scan that a device keeps when the response of the hand-over was lost', async () => {
    const parcels = await waiting(3);
    const [first, second, third] = parcels;
    for (const { id } of parcels) {
      const payload = { kind: 'freight', amount: 10_000 };
      await call(orders.app, { method: 'POST', url: `/api/ledgers/${id}/charges`, payload }, asAgent(9));
    }
    const send = async (orderIds: unknown[], payment: object) => {
      const scan = { id: randomUUID(), mode: 'hand-over', reference: first?.reference, at: new Date().toISOString() };
      const payload = { scans: [{ ...scan, ...PERSON, code: '100000', orderIds, payment, isConfirmed: true }] };
      return (await call(orders.app, { method: 'POST', url: '/api/scans', payload }, asAgent(9))).json<ScanOutcome[]>();
    };
    const payment = { id: randomUUID(), method: 'cash', amount: 20_000 };
    expect((await handOver(first?.id ?? 0, { code: '100000', orderIds: [second?.id], payment })).statusCode).toBe(200);
    expect(await send([second?.id], payment)).toMatchObject([{ outcome: 'already' }]);
    expect(await orders.database.payment.count({ where: { shares: { some: { orderId: first?.id ?? 0 } } } })).toBe(1);
    // Another device has handed over the first two only.
    expect(await send([second?.id, third?.id], { ...payment, id: randomUUID(), amount: 10_000 })).toMatchObject([
      { outcome: 'conflict', message: `Ce colis est déjà remis, sans ${third?.reference}.` },
    ]);
    expect(await find(third?.id ?? 0)).toMatchObject({ status: 'ARRIVED', paid: 0 });
  });

  it('is a conflict of a scan that was made offline, until it says why [CNT-006]', async () => {
    const { reference } = await orders.createOrder();
    const send = async (body: object) => {
      const at = new Date().toISOString();
      const scan = { id: randomUUID(), mode: 'hand-over', reference, at, reason: 'Connue', ...PERSON, ...body };
      const request = { method: 'POST', url: '/api/scans', payload: { scans: [scan] } } as const;
      return (await call(orders.app, request, asAgent(9))).json<ScanOutcome[]>();
    };
    expect(await send({})).toMatchObject([{ outcome: 'conflict', message: NEVER_ARRIVED }]);
    expect(await send({ neverArrivedReason: 'Oublié au scan' })).toMatchObject([{ outcome: 'done' }]);
  });
});
