import { longDate } from '@fasocolis/contracts/dates';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import type { Handover } from '@fasocolis/contracts/pickup';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { toldOf } from './ways-in.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const CODE = '048213';
/** An order of user 2 that waits for its pick-up. */
async function readyOrder(body: object = {}) {
  const order = await orders.createOrder({ userId: 2, ...body });
  await orders.database.order.update({ where: { id: order.id }, data: { pickupCode: CODE } });
  return order;
}
const handOver = ({ id }: Pick<Order, 'id'>, body: object, as = asAgent(9)) =>
  call(
    orders.app,
    { method: 'POST', url: `/api/handovers/${id}`, payload: { receiverName: 'Awa Marie Ouédraogo', ...body } },
    as,
  );
const proofOf = ({ id }: Order, as = asAdmin()) => call(orders.app, { url: `/api/handovers/${id}` }, as);
const find = async ({ reference }: Order, as = asUser(2)) =>
  (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<Order>();

describe('a hand-over', () => {
  it('with the right code sets DELIVERED, and customers see the date and a short name [SCAN-005]', async () => {
    const order = await readyOrder();
    expect(await find(order)).toMatchObject({ pickupCode: CODE });
    const response = await handOver(order, { code: CODE });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'DELIVERED', furthestStep: 'DELIVERED' });
    expect(response.json()).not.toHaveProperty('pickupCode');
    const text = `Remis le ${longDate(new Date())} à Awa O.`;
    expect(await find(order)).toMatchObject({ status: 'DELIVERED', latestUpdate: text, pickupCode: null });
    const history = await call(orders.app, { url: `/api/orders/${order.reference}/events` });
    expect(history.json<OrderEvent[]>().at(-1)).toMatchObject({ status: 'DELIVERED', note: text });
    expect(history.body).not.toContain('Ouédraogo');
    expect(await toldOf(orders, order.id)).toMatchObject([
      { cause: 'status', status: 'DELIVERED', title: 'Livrée', note: text, ownerId: 2 },
    ]);
  });

  it('is in the file as a proof, which staff and the owner read [SCAN-005]', async () => {
    const order = await readyOrder();
    await handOver(order, { reason: 'Carte d’identité vérifiée' });
    const proof = {
      id: order.id,
      receiverName: 'Awa Marie Ouédraogo',
      reason: 'Carte d’identité vérifiée',
      byUserId: 9,
    };
    for (const as of [asAdmin(), asAgent(8), asUser(2)]) expect((await proofOf(order, as)).json()).toMatchObject(proof);
    expect((await proofOf(order, asUser(3))).statusCode).toBe(404);
    const changes = await orders.database.change.findMany({
      where: { subject: 'order', subjectId: String(order.id), action: 'handed-over' },
    });
    expect(changes).toMatchObject([{ userId: 9, after: { status: 'DELIVERED', receiverName: 'Awa Marie Ouédraogo' } }]);
  });

  it('keeps an optional photo private [SCAN-005]', async () => {
    const order = await readyOrder();
    const jpeg = await sharp({ create: { width: 1600, height: 900, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer();
    await handOver(order, { code: CODE, photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
    const { photo } = (await proofOf(order)).json<Handover>();
    const load = (as = asUser(2)) => call(orders.app, { url: photo ?? '' }, as);
    const response = await load();
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1280 });
    expect((await load(asUser(3))).statusCode).toBe(404);
    expect((await call(orders.app, { url: photo ?? '' })).statusCode).toBe(401);
  });

  it('is refused after five wrong codes for ten minutes, also with the right one [SCAN-005]', async () => {
    const order = await readyOrder();
    const messages: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const response = await handOver(order, { code: '111111' });
      expect(response.statusCode).toBe(400);
      messages.push(response.json().errors.code);
    }
    expect(messages).toEqual([
      ...[4, 3, 2].map((left) => `Code erroné. Il reste ${left} essais.`),
      'Code erroné. Il reste 1 essai.',
      'Code erroné. Réessayez dans 10\u00a0min.',
    ]);
    const paused = await handOver(order, { code: CODE });
    expect(paused.statusCode).toBe(429);
    expect(paused.json().message).toBe('Trop de codes erronés. Réessayez dans 10\u00a0min.');
    expect(await find(order)).toMatchObject({ status: 'ORDER_CONFIRMED' });
    const where = { orderId: order.id };
    await orders.database.pickupAttempts.update({ where, data: { pausedUntil: new Date() } });
    expect((await handOver(order, { code: CODE })).statusCode).toBe(200);
  });

  it('counts wrong codes that come at the same moment', async () => {
    const order = await readyOrder();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await handOver(order, { code: '222222' })).statusCode),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('happens once, however often it is requested [SCAN-005]', async () => {
    const order = await readyOrder();
    const responses = await Promise.all(Array.from({ length: 5 }, () => handOver(order, { code: CODE })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    const where = { orderId: order.id, status: 'DELIVERED' };
    expect(await orders.database.orderEvent.count({ where })).toBe(1);
  });

  it('may be repeated after its event was withdrawn', async () => {
    const order = await readyOrder();
    await handOver(order, { code: CODE });
    const event = await orders.database.orderEvent.findFirstOrThrow({
      where: { orderId: order.id, status: 'DELIVERED' },
    });
    const url = `/api/orders/${order.id}/events/${event.id}/withdraw`;
    await call(orders.app, { method: 'POST', url, payload: { reason: 'Mauvais colis' } }, asAdmin());
    expect((await handOver(order, { code: CODE, receiverName: 'Issa Kaboré' })).statusCode).toBe(200);
    expect((await proofOf(order)).json()).toMatchObject({ receiverName: 'Issa Kaboré', reason: null });
  });

  it.each([
    ['code', {}, 'Saisissez le code de retrait, ou la raison de remettre sans code'],
    ['code', { code: '12345' }, 'Le code de retrait a six chiffres'],
    ['receiverName', { code: CODE, receiverName: ' ' }, 'Indiquez le nom de la personne qui reçoit le colis'],
    ['photo', { code: CODE, photo: 'data:image/png;base64,AAAA' }, 'Veuillez sélectionner une image valide.'],
    ['photo', { code: CODE, photo: 'https://example.com/a.png' }, 'Veuillez sélectionner une image valide.'],
  ])('is refused with a message at the field %s', async (field, body, message) => {
    const response = await handOver(await readyOrder(), body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ [field]: message });
  });

  it('is refused for an unknown or archived order, for one without a code, and to customers', async () => {
    const order = await orders.createOrder({ userId: 2 });
    expect((await handOver(order, { code: CODE })).json().errors).toEqual({
      code: 'Ce colis n’a pas de code de retrait\u00a0: indiquez la raison',
    });
    expect((await handOver({ id: 0 }, { code: CODE })).statusCode).toBe(404);
    expect((await handOver(order, { code: CODE }, asUser(2))).statusCode).toBe(403);
    const patch = { method: 'PATCH', url: `/api/orders/${order.id}`, payload: { archived: true } } as const;
    await call(orders.app, patch, asAdmin());
    expect((await handOver(order, { reason: 'Sans code' })).json()).toMatchObject({
      code: 'conflict',
      message: 'Ce colis est archivé.',
    });
  });
});
