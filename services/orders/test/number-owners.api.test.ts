import { domainEvents } from '@fasocolis/contracts/events';
import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { Order } from '@fasocolis/contracts/orders';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPhoneChange, findNumberOwners, forgetNumber } from '../src/history/phone-changes.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

let numbers = 0;
function nextNumber() {
  numbers += 1;
  return `+22674${String(150_000 + numbers).padStart(6, '0')}`;
}

let instant = Date.parse('2026-11-26T10:00:00.000Z');
function nextInstant() {
  instant += 1000;
  return instant;
}
/** As the event of auth says it; each is later than the ones before, unless given. */
function nowOwns(userId: number, verifiedPhone: string | null, at = nextInstant()) {
  const event = { userId, verifiedPhone, at: new Date(at).toISOString(), former: null };
  return orders.database.$transaction((transaction) => applyPhoneChange(transaction, event, null));
}

const patch = ({ id }: Order, payload: object) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAgent(9));
const rowOf = ({ id }: Order) => orders.database.order.findUniqueOrThrow({ where: { id } });
const ownerOf = async (order: Order) => (await rowOf(order)).userId;
const listOf = async (userId: number) =>
  (await call(orders.app, { url: `/api/orders/user/${userId}` }, asUser(userId))).json<Order[]>();

describe('an order whose recipient has the verified number of an account', () => {
  it('belongs to the account from the moment the number is verified, with list, code and export [TEL-006]', async () => {
    const phone = nextNumber();
    const order = await orders.createOrder({ recipientPhone: phone });
    await orders.database.order.update({ where: { id: order.id }, data: { pickupCode: '482913' } });
    await nowOwns(51, phone);
    expect(await listOf(51)).toMatchObject([{ reference: order.reference, pickupCode: '482913' }]);
    const payload = { userId: 51, verifiedEmail: null, hasVerifiedPhone: true };
    const url = personalDataOperations.readPersonalData.path;
    const data = await call(orders.app, { method: 'POST', url, payload }, { kind: 'service', name: 'auth' });
    expect(data.body).toContain('482913');
  });

  it('belongs to it when it is created or gets the number, and is announced to it [TEL-006]', async () => {
    const phone = nextNumber();
    await nowOwns(52, phone);
    const created = await orders.createOrder({ recipientPhone: phone });
    const changed = await orders.createOrder();
    await patch(changed, { recipientPhone: phone });
    expect(await Promise.all([created, changed].map(ownerOf))).toEqual([52, 52]);
    await patch(created, { status: 'IN_TRANSIT' });
    const events = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-extended' } });
    const told = events.flatMap(({ data }) => domainEvents['order.history-extended'].parse(data).orders);
    expect(told.find(({ orderId }) => orderId === created.id)).toMatchObject({ ownerId: 52 });
  });

  it('leaves it when the account or the order loses the number [TEL-006]', async () => {
    const phone = nextNumber();
    await nowOwns(53, phone);
    const [lost, renumbered] = [
      await orders.createOrder({ recipientPhone: phone }),
      await orders.createOrder({ recipientPhone: phone }),
    ];
    await patch(renumbered, { recipientPhone: nextNumber() });
    expect(await ownerOf(renumbered)).toBeNull();
    await nowOwns(53, null);
    expect(await ownerOf(lost)).toBeNull();
  });

  it('goes with the number to another account, with another code [TEL-006]', async () => {
    const phone = nextNumber();
    await nowOwns(54, phone);
    const order = await orders.createOrder({ recipientPhone: phone });
    await orders.database.order.update({ where: { id: order.id }, data: { pickupCode: '111111' } });
    const at = nextInstant();
    // In the other order than they happened.
    await nowOwns(55, phone, at);
    await nowOwns(54, null, at);
    expect(await rowOf(order)).toMatchObject({ userId: 55, pickupCode: expect.not.stringMatching('111111') });
  });

  it('stays with another owner whom staff has chosen [TEL-006]', async () => {
    const phone = nextNumber();
    const order = await orders.createOrder({ userId: 3, recipientPhone: phone });
    await nowOwns(56, phone);
    expect(await ownerOf(order)).toBe(3);
    await nowOwns(56, null);
    expect(await ownerOf(order)).toBe(3);
  });

  it('keeps the code that the recipient may have when the number is verified [TEL-006]', async () => {
    const phone = nextNumber();
    const order = await orders.createOrder({ recipientPhone: phone });
    await orders.database.order.update({ where: { id: order.id }, data: { pickupCode: '222222' } });
    await nowOwns(57, phone);
    expect(await rowOf(order)).toMatchObject({ userId: 57, pickupCode: '222222' });
  });

  it('is one of 1,000 of one number that get their owner in one transaction [TEL-006]', async () => {
    const phone = nextNumber();
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      ...{ reference: `NUM-${index}`, referenceKey: `NUM${index}`, status: 'ORDER_CONFIRMED' },
      recipientPhone: phone,
    }));
    await orders.database.order.createMany({ data: lines });
    await nowOwns(58, phone);
    expect(await orders.database.order.count({ where: { userId: 58 } })).toBe(1000);
    await nowOwns(58, null);
    expect(await orders.database.order.count({ where: { userId: 58 } })).toBe(0);
  });

  it('that was created while the number was being verified is found afterwards [TEL-006]', async () => {
    const phone = nextNumber();
    await nowOwns(59, phone);
    const order = await orders.createOrder({ recipientPhone: phone });
    // As written by a transaction that had not seen the number.
    await orders.database.order.update({ where: { id: order.id }, data: { userId: null, ownedByNumber: false } });
    await findNumberOwners(orders.database);
    expect(await ownerOf(order)).toBe(59);
  });
});

it('an event that arrives after a later one changes nothing [TEL-006]', async () => {
  const [former, phone] = [nextNumber(), nextNumber()];
  const at = nextInstant();
  await nowOwns(60, phone);
  await nowOwns(60, former, at);
  const order = await orders.createOrder({ recipientPhone: phone });
  expect(await ownerOf(order)).toBe(60);
});

it('an event about a number that arrives after the deletion of its account gives it no order, and stores no number', async () => {
  const phone = nextNumber();
  const order = await orders.createOrder({ recipientPhone: phone });
  await orders.database.$transaction((transaction) => forgetNumber(transaction, 61));
  await nowOwns(61, phone);
  expect(await ownerOf(order)).toBeNull();
  expect(await orders.database.accountNumber.count({ where: { phone } })).toBe(0);
});
