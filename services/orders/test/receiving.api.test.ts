import { randomUUID } from 'node:crypto';
import {
  OTHER_RECIPIENT,
  SEVERAL_CLIENTS,
  SMALL_PHOTO_TOO_LARGE,
  WITHOUT_RECIPIENT,
} from '@fasocolis/contracts/receiving';
import { ANONYMOUS } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUnverifiedUser, asUser, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import { readOrderData } from '../src/personal-data/order-data.ts';
import { KnownStatuses } from '../src/shared/known-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';
import { newPhoto, receivingCalls } from './receiving-helpers.ts';

let orders: Orders;
let staff: ReturnType<typeof receivingCalls>;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
  staff = receivingCalls(orders);
});
afterAll(() => orders.close());

const edit = async (id: number, payload: object) => {
  const response = await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAgent(9));
  expect(response.statusCode, response.body).toBe(200);
};

describe('a carton that is received', () => {
  it('has weight, volume, photos and recipient, which are written once and logged [CNT-002]', async () => {
    const { id, reference } = await orders.createOrder();
    const carton = { weightGrams: 12_500, volumeCm3: 120_000, recipient: 'Awa Ouédraogo', photos: [await newPhoto()] };
    const scan = { id: randomUUID(), reference, carton };
    const [first] = await staff.send(scan);
    expect(first).toMatchObject({ outcome: 'done', order: { status: 'PROCESSING', weightGrams: 12_500 } });
    for (const again of await Promise.all([staff.send(scan), staff.send(scan)])) {
      expect(again).toMatchObject([{ outcome: 'done', orderId: id }]);
    }
    const found = await staff.find(reference);
    expect(found).toMatchObject({ weightGrams: 12_500, volumeCm3: 120_000, recipientName: 'Awa Ouédraogo' });
    expect(found.photos).toHaveLength(1);
    const log = (await staff.logOf(id)).filter(({ action }) => action === 'changed');
    expect(log.at(-1)).toMatchObject({
      userId: 9,
      before: { weightGrams: null },
      after: { weightGrams: 12_500, volumeCm3: 120_000, carton: '12,5\u00a0kg, 0,12\u00a0m³, 1 photo' },
    });
    expect(log.filter(({ after }) => JSON.stringify(after).includes('carton'))).toHaveLength(1);
  });

  it('follows its receipt, which a scan recorded before [CNT-002]', async () => {
    const { reference } = await orders.createOrder();
    expect(await staff.receive(reference)).toMatchObject({ outcome: 'done' });
    expect(await staff.receive(reference, { carton: { weightGrams: 900 } })).toMatchObject({ outcome: 'done' });
    const event = { status: 'PROCESSING' };
    expect(await staff.find(reference)).toMatchObject({ ...event, weightGrams: 900, volumeCm3: null });
  });

  it('is a piece of its parcel, which weighs what all its pieces weigh once they are measured [CNT-002]', async () => {
    const { id, reference } = await orders.createOrder({ pieces: 2 });
    await staff.receive(reference, { piece: 1, carton: { weightGrams: 4000, volumeCm3: 20_000 } });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: null, volumeCm3: null });
    await staff.receive(reference, { piece: 2, carton: { weightGrams: 5000 } });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: 9000, volumeCm3: null });
    await staff.receive(reference, { piece: 1, carton: { weightGrams: 3000 } });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: 8000, status: 'PROCESSING' });
    expect((await staff.logOf(id)).at(-1)?.after).toMatchObject({ carton: 'n° 1\u00a0: 3\u00a0kg' });
  });

  it('is a piece also where its parcel turns out to have others only later', async () => {
    const { id, reference } = await orders.createOrder();
    await staff.receive(reference, { carton: { weightGrams: 4000 } });
    await edit(id, { pieces: 2 });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: null });
    await staff.receive(reference, { piece: 2, carton: { weightGrams: 5000 } });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: 9000 });
  });

  it('no longer counts when there were fewer pieces', async () => {
    const { id, reference } = await orders.createOrder({ pieces: 3 });
    for (const piece of [1, 2, 3]) await staff.receive(reference, { piece, carton: { weightGrams: 1000 * piece } });
    await edit(id, { pieces: 2 });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: 3000 });
  });

  it('leaves a weight that was typed for the whole parcel as it is', async () => {
    const { id, reference } = await orders.createOrder({ pieces: 2 });
    for (const piece of [1, 2]) await staff.receive(reference, { piece, carton: { weightGrams: 1000 } });
    await edit(id, { pieces: 1, weightGrams: 2000 });
    await edit(id, { pieces: 3 });
    expect(await staff.find(reference)).toMatchObject({ weightGrams: 2000 });
  });

  it.each([
    ['FASO1002', { userId: 2, recipientName: null }],
    ['faso 1003', { userId: 3 }],
    ['Awa Ouédraogo', { userId: null, recipientName: 'Awa Ouédraogo', recipientPhone: null }],
    ['70 12 34 56', { recipientName: null, recipientPhone: '+22670123456' }],
    ['AWA 70123456', { userId: null, recipientName: 'AWA', recipientPhone: '+22670123456' }],
    ['Tél : 70 12 34 56', { recipientName: null, recipientPhone: '+22670123456' }],
    ['Awa Ouédraogo, tél. 70 12 34 56', { recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' }],
    ['70 12 34 56 Awa Ouédraogo', { recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' }],
    ['+226 70 12 34 56 Orange', { recipientName: null, recipientPhone: '+22670123456' }],
    ['Awa (mère de Issa)', { recipientName: 'Awa (mère de Issa)', recipientPhone: null }],
    ['Awa 70123456 (mère)', { recipientName: 'Awa (mère)', recipientPhone: '+22670123456' }],
    ['Awa (tél. 70123456)', { recipientName: 'Awa', recipientPhone: '+22670123456' }],
    ['FASO–1002', { userId: 2, recipientName: null }],
    ['FASO1002 Awa', { userId: 2, recipientName: 'Awa', recipientPhone: null }],
    ['Awa FASO1002', { userId: 2, recipientName: 'Awa' }],
    ['FASO1002-1', { userId: 2, recipientName: null }],
    ['FASO1002x3', { userId: 2, recipientName: null }],
    ['FASO1002Awa', { userId: 2, recipientName: 'Awa' }],
    ['Awa ７０１２３４５６', { recipientName: 'Awa', recipientPhone: '+22670123456' }],
    ['Awa (٧٠١٢٣٤٥٦)', { recipientName: 'Awa', recipientPhone: '+22670123456' }],
    ['Awa 2026', { userId: null, recipientName: 'Awa 2026' }],
    ['FASO1002 3/5', { userId: 2, recipientName: null }],
    ['FASO1002/70123456', { userId: 2, recipientName: null, recipientPhone: '+22670123456' }],
    ['FASO1002 Awa 70 12 34 56', { userId: 2, recipientName: 'Awa', recipientPhone: '+22670123456' }],
  ])('with "%s" on it has that client or recipient [CNT-002]', async (recipient, person) => {
    const { reference } = await orders.createOrder();
    expect(await staff.receive(reference, { carton: { recipient } })).toMatchObject({ outcome: 'done' });
    expect(await staff.find(reference)).toMatchObject(person);
  });

  it.each(['70123456/76123456', '+226 70 12 34 5', '13012345678', '70 12', 'Awa 70 12 34 5'])(
    'with "%s", a number that cannot be called, has no such name [CNT-002, READ-006]',
    async (recipient) => {
      const { reference } = await orders.createOrder();
      const carton = { weightGrams: 700, recipient };
      const message = expect.stringContaining('Ce numéro semble incomplet');
      expect(await staff.receive(reference, { carton })).toMatchObject({ outcome: 'conflict', message });
      const confirmed = await staff.receive(reference, { carton, isConfirmed: true });
      expect(confirmed).toMatchObject({ outcome: 'done', message: WITHOUT_RECIPIENT });
      const stored = { weightGrams: 700, recipientName: null, recipientPhone: null };
      expect(await staff.find(reference)).toMatchObject(stored);
    },
  );

  it('with an unknown client code, or one of another person, is recorded without it after a confirmation [CNT-002]', async () => {
    const { reference } = await orders.createOrder({ userId: 2 });
    const cartons = [
      ['FASO9999', "Aucun client n'a le code FASO9999."],
      ['FASO1003 FASO1004', SEVERAL_CLIENTS],
      ['OUAGA 1003', "Aucun client n'a le code OUAGA 1003."],
      ['FASO1003', OTHER_RECIPIENT],
    ] as const;
    for (const [recipient, message] of cartons) {
      const carton = { weightGrams: 700, recipient };
      expect(await staff.receive(reference, { carton })).toMatchObject({ outcome: 'conflict', message });
      expect(await staff.find(reference)).toMatchObject({
        userId: 2,
        weightGrams: recipient === 'FASO9999' ? null : 700,
      });
      const confirmed = await staff.receive(reference, { carton, isConfirmed: true });
      expect(confirmed).toMatchObject({
        outcome: 'done',
        message: WITHOUT_RECIPIENT,
        order: { userId: 2, weightGrams: 700 },
      });
    }
  });

  it('that is not a carton is refused with advice, and stops no other scan [CNT-002]', async () => {
    const { reference } = await orders.createOrder();
    const post = (carton: object) =>
      call(
        orders.app,
        {
          method: 'POST',
          url: '/api/scans',
          payload: { scans: [{ id: randomUUID(), mode: 'receive', reference, at: new Date().toISOString(), carton }] },
        },
        asAgent(9),
      );
    const photo = await newPhoto();
    expect((await post({ photos: [photo, photo, photo, photo] })).body).toContain('Un carton a 3 photos au plus.');
    expect((await post({ photos: [`data:image/jpeg;base64,${'A'.repeat(300_000)}`] })).body).toContain(
      SMALL_PHOTO_TOO_LARGE,
    );
    expect((await post({ weightGrams: -1 })).body).toContain('Le poids doit être compris');
    const [refused, next] = await staff.send(
      { reference, carton: { photos: ['data:image/jpeg;base64,AAAA'] } },
      { reference, carton: { weightGrams: 100 } },
    );
    expect(refused).toMatchObject({ outcome: 'conflict', message: 'Veuillez sélectionner une image valide.' });
    expect(next).toMatchObject({ outcome: 'done', order: { weightGrams: 100 } });
  });
});

describe('a photo of the receipt', () => {
  /** A parcel of user 2 with a photo. */
  async function photographed() {
    const order = await orders.createOrder({ userId: 2 });
    await staff.receive(order.reference, { carton: { photos: [await newPhoto('red')] } });
    const [id = 0] = (await staff.find(order.reference)).photos ?? [];
    return { ...order, path: `/api/reception-photos/${id}`, photoId: id };
  }

  it('is shown to staff and the owner, and is unknown to others [CNT-003]', async () => {
    const { reference, path, photoId } = await photographed();
    for (const as of [asAgent(9), asAdmin(), asUser(2)]) {
      const response = await call(orders.app, { url: path }, as);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1280 });
      expect((await call(orders.app, { url: `/api/orders/${reference}` }, as)).json().photos).toEqual([photoId]);
    }
    expect((await call(orders.app, { url: path }, asUser(3))).statusCode).toBe(404);
    expect((await call(orders.app, { url: path }, ANONYMOUS)).statusCode).toBe(401);
    for (const as of [asUser(3), ANONYMOUS]) {
      expect((await call(orders.app, { url: `/api/orders/${reference}` }, as)).json()).not.toHaveProperty('photos');
    }
    for (const unknown of ['0', '2000000000']) {
      expect((await call(orders.app, { url: `/api/reception-photos/${unknown}` }, asAdmin())).statusCode).toBe(404);
    }
  });

  it('is unknown to an owner whose address and number are unverified [SEC-020]', async () => {
    const { reference, path } = await photographed();
    expect((await call(orders.app, { url: path }, asUnverifiedUser(2))).statusCode).toBe(404);
    const order = await call(orders.app, { url: `/api/orders/${reference}` }, asUnverifiedUser(2));
    expect(order.json()).toMatchObject({ userId: 2 });
    expect(order.json()).not.toHaveProperty('photos');
  });

  it('is in the export of its owner, and removed with the data of the person [CNT-003]', async () => {
    const { id, path } = await photographed();
    const parts = { database: orders.database, statuses: new KnownStatuses(orders.database) };
    const data = await readOrderData(parts, { userId: 2, verifiedEmail: null, hasVerifiedPhone: true });
    expect(JSON.stringify(data['Vos colis'])).toContain('"Photos de la réception":["data:image/webp;base64,');
    await orders.database.$transaction(async (transaction) => {
      const event = { id: randomUUID(), name: 'user.deleted', data: { userId: 2 }, requestId: 'deletion' };
      await eventHandlers['user.deleted']?.(transaction, { userId: 2 }, event, () => {});
    });
    expect((await call(orders.app, { url: path }, asAdmin())).statusCode).toBe(404);
    expect(await orders.database.receptionPhoto.count({ where: { orderId: id } })).toBe(0);
  });
});
