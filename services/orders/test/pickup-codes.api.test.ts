import { domainEvents } from '@fasocolis/contracts/events';
import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { Order } from '@fasocolis/contracts/orders';
import type { Handover } from '@fasocolis/contracts/pickup';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUnverifiedUser, asUser, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const CODE = '048213';
const PHONE = '+22670000001';
/** An order of user 2 that waits for its pick-up. */
async function readyOrder(body: object = {}): Promise<Order> {
  const order = await orders.createOrder({ userId: 2, recipientPhone: PHONE, ...body });
  await orders.database.order.update({ where: { id: order.id }, data: { pickupCode: CODE } });
  return order;
}
const patch = ({ id }: Order, payload: object, as: Identity = asAgent(9)) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, as);
const handOver = ({ id }: Order, payload: object) =>
  call(
    orders.app,
    { method: 'POST', url: `/api/handovers/${id}`, payload: { receiverName: 'Awa Sanou', ...payload } },
    asAgent(9),
  );
const proofOf = ({ id }: Order, as: Identity = asAgent(9)) => call(orders.app, { url: `/api/handovers/${id}` }, as);
const codeOf = async ({ id }: Order) => (await orders.database.order.findUniqueOrThrow({ where: { id } })).pickupCode;
const seenBy = async ({ reference }: Order, as: Identity) =>
  (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<Order>();
async function toldOf({ id }: Order) {
  const events = await orders.database.outboxEvent.findMany({
    where: { name: 'order.pickup-code-replaced', data: { path: ['orderId'], equals: id } },
  });
  return events.map(({ data }) => domainEvents['order.pickup-code-replaced'].parse(data));
}

describe('an order with a pick-up code', () => {
  it.each([
    ['another owner', { userId: 3 }, 3],
    ['no owner', { userId: null }, null],
    ['another number of the recipient', { recipientPhone: '+22670000002' }, 2],
    ['no number of the recipient', { recipientPhone: null }, 2],
    ['another owner without a notification', { userId: 3, notifyCustomer: false }, 3],
  ])('gets a new code with %s, and former and new owner are to be told [SEC-024]', async (_, body, ownerId) => {
    const order = await readyOrder();
    expect((await patch(order, body)).statusCode).toBe(200);
    const pickupCode = await codeOf(order);
    expect(pickupCode).toMatch(/^\d{6}$/);
    expect(pickupCode).not.toBe(CODE);
    expect(await toldOf(order)).toEqual([
      { orderId: order.id, reference: order.reference, formerOwnerId: 2, ownerId, pickupCode },
    ]);
  });

  it('keeps its code with any other change, the number in another spelling included [SEC-024]', async () => {
    const order = await readyOrder();
    await patch(order, { recipientName: 'Issa Kaboré', userId: 2, recipientPhone: '+226 70 00 00 01', pieces: 2 });
    expect([await codeOf(order), await toldOf(order)]).toEqual([CODE, []]);
  });

  it('is not handed over with the former code after a change, offline scans included [SEC-024]', async () => {
    const order = await readyOrder();
    const at = new Date().toISOString();
    await patch(order, { userId: 3 });
    expect((await handOver(order, { code: CODE })).statusCode).toBe(400);
    const scan = { id: crypto.randomUUID(), mode: 'hand-over', reference: order.reference, at, code: CODE };
    const scans = [{ ...scan, receiverName: 'Awa Sanou' }];
    const sent = await call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans } }, asAgent(9));
    expect(sent.json()).toMatchObject([{ outcome: 'conflict', message: expect.stringContaining('Code erroné') }]);
    expect((await proofOf(order)).statusCode).toBe(404);
  });

  it('shows no code to a new owner whose status says that it has ended, and gets another one [SEC-024]', async () => {
    const order = await readyOrder();
    await patch(order, { status: 'DELIVERED' });
    await patch(order, { userId: 3 });
    expect(await codeOf(order)).not.toBe(CODE);
    expect(await toldOf(order)).toMatchObject([{ pickupCode: null }]);
  });

  it.each([asAgent(3), asAdmin()])('cannot be put on the own account of staff [SEC-024]', async (as) => {
    const order = await readyOrder();
    const userId = as.kind === 'user' ? as.userId : 0;
    const response = await patch(order, { userId }, as);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toMatch(/^Ce colis a un code de retrait\u00a0: vous ne pouvez pas/);
    expect(await seenBy(order, asUser(2))).toMatchObject({ userId: 2, pickupCode: CODE });
  });

  it('shows no code to an owner who is staff, who took it before it had one [SEC-024]', async () => {
    const order = await readyOrder({ userId: 3 });
    expect(await seenBy(order, asAgent(3))).not.toHaveProperty('pickupCode');
    const data = await call(
      orders.app,
      {
        method: 'POST',
        url: personalDataOperations.readPersonalData.path,
        payload: { userId: 3, verifiedEmail: 'a@example.com', isStaff: true },
      },
      { kind: 'service', name: 'auth' },
    );
    expect(data.body).not.toContain(CODE);
  });
});

describe('the proof of a hand-over', () => {
  it('names the changes of the owner in the seven days before, and none after it [SEC-024]', async () => {
    const order = await readyOrder();
    await patch(order, { userId: 3 }, asAgent(8));
    await patch(order, { recipientName: 'Issa Kaboré' });
    expect((await handOver(order, { code: await codeOf(order) })).statusCode).toBe(200);
    await patch(order, { userId: 2 });
    const at = expect.stringMatching(/Z$/);
    expect((await proofOf(order)).json<Handover>().ownerChanges).toEqual([
      { at, byUserId: 8, formerOwnerId: 2, ownerId: 3 },
    ]);
    expect((await proofOf(order, asUser(2))).json<Handover>().ownerChanges).toEqual([{ at }]);
  });

  it('names the changes of the number of the recipient, who gets the code, in the seven days before', async () => {
    const order = await readyOrder();
    await patch(order, { recipientPhone: '+22676000001' }, asAgent(8));
    await handOver(order, { code: await codeOf(order) });
    await patch(order, { recipientPhone: '+22670000002' }, asAgent(8));
    const at = expect.stringMatching(/Z$/);
    expect((await proofOf(order)).json<Handover>().numberChanges).toEqual([{ at, byUserId: 8 }]);
    expect((await proofOf(order, asUser(2))).json<Handover>().numberChanges).toEqual([{ at }]);
  });

  it('names a change of the owner six days before, not one of eight days before nor the owner of the creation [SEC-024]', async () => {
    const order = await readyOrder();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const change = {
      subject: 'order',
      subjectId: String(order.id),
      name: order.reference,
      action: 'changed',
      userId: 8,
    };
    await orders.database.change.createMany({
      data: [
        { ...change, before: { userId: 3 }, after: { userId: 1 }, createdAt: daysAgo(8) },
        { ...change, before: { userId: 1 }, after: { userId: 2 }, createdAt: daysAgo(6) },
      ],
    });
    await handOver(order, { code: CODE });
    expect((await proofOf(order)).json<Handover>().ownerChanges).toMatchObject([{ formerOwnerId: 1, ownerId: 2 }]);
  });

  it('of a scan with an old time names the changes until it was recorded, and when that was [SEC-024]', async () => {
    const order = await readyOrder();
    await orders.ageOrder(order.id, 3);
    await patch(order, { userId: 3 }, asAgent(8));
    const scan = { id: crypto.randomUUID(), mode: 'hand-over', reference: order.reference };
    const scannedAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const scans = [{ ...scan, at: scannedAt, code: await codeOf(order), receiverName: 'Awa Sanou' }];
    await call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans } }, asAgent(9));
    const { at, recordedAt, ownerChanges } = (await proofOf(order)).json<Handover>();
    expect(at).toBe(scannedAt);
    expect(Date.now() - Date.parse(recordedAt)).toBeLessThan(60_000);
    expect(ownerChanges).toMatchObject([{ byUserId: 8 }]);
  });

  it('does not exist once its hand-over was withdrawn [SEC-024]', async () => {
    const order = await readyOrder();
    await handOver(order, { code: CODE });
    const { id } = await orders.database.orderEvent.findFirstOrThrow({
      where: { orderId: order.id, status: 'DELIVERED' },
    });
    const url = `/api/orders/${order.id}/events/${id}/withdraw`;
    await call(orders.app, { method: 'POST', url, payload: { reason: 'Mauvais colis' } }, asAdmin());
    await patch(order, { status: 'DELIVERED' });
    expect((await proofOf(order)).statusCode).toBe(404);
  });
});

describe('an owner with an unverified address', () => {
  const stranger = asUnverifiedUser(2);

  it('sees no pick-up code in the order and in no list [SEC-020]', async () => {
    const order = await readyOrder();
    await orders.database.savedOrder.create({ data: { userId: 2, orderId: order.id } });
    for (const url of [`/api/orders/${order.reference}`, '/api/orders/user/2', '/api/orders/saved/2']) {
      const response = await call(orders.app, { url }, stranger);
      expect(response.statusCode, url).toBe(200);
      expect(response.body, url).toContain(order.reference);
      expect(response.body, url).not.toContain('pickupCode');
      expect((await call(orders.app, { url }, asUser(2))).body, url).toContain(CODE);
    }
  });

  it('sees neither the proof of the hand-over nor its photo [SEC-020]', async () => {
    const order = await readyOrder();
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer();
    await handOver(order, { code: CODE, photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
    const photo = `/api/handovers/${order.id}/photo`;
    for (const url of [`/api/handovers/${order.id}`, photo]) {
      expect((await call(orders.app, { url }, stranger)).statusCode, url).toBe(404);
      expect((await call(orders.app, { url }, asUser(2))).statusCode, url).toBe(200);
    }
  });

  it('downloads personal data without codes, proofs and photos [SEC-020]', async () => {
    const [ready, handed] = [await readyOrder(), await readyOrder()];
    await orders.database.receptionPhoto.create({ data: { orderId: ready.id, photo: Buffer.from('RIFF'), userId: 9 } });
    await handOver(handed, { code: CODE, receiverName: 'Récepteur Unique' });
    const read = async (verifiedEmail: string | null) => {
      const request = {
        method: 'POST',
        url: personalDataOperations.readPersonalData.path,
        payload: { userId: 2, verifiedEmail },
      } as const;
      return (await call(orders.app, request, { kind: 'service', name: 'auth' })).body;
    };
    const unverified = await read(null);
    expect(unverified).toContain(ready.reference);
    expect(unverified).not.toMatch(new RegExp(`${CODE}|Récepteur Unique|data:image`));
    const verified = await read('awa@example.com');
    for (const part of [CODE, 'Récepteur Unique', 'data:image']) expect(verified).toContain(part);
  });
});
