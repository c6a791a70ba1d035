import type { StaffOrder } from '@fasocolis/contracts/orders';
import type { Problem } from '@fasocolis/contracts/problems';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, OWNER, type Staff, startOffice, toldOf } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const get = (url: string, as = asAgent(AGENT)) => call(orders.app, { url }, as);
const report = (id: number, body: object, as = asAgent(AGENT), headers: Record<string, string> = {}) =>
  call(orders.app, { method: 'POST', url: `/api/orders/${id}/problems`, payload: body, headers }, as);
const close = (id: number, body: object = {}) =>
  call(orders.app, { method: 'POST', url: `/api/order-problems/${id}/close`, payload: body }, asAgent(AGENT));
const reported = async (id: number, body: object) => (await report(id, body)).json<Problem>();
const find = (id: number) => orders.database.order.findUniqueOrThrow({ where: { id } });
const toSettle = async () =>
  (await get('/api/orders?filter={"toSettle":true}')).json<StaffOrder[]>().map(({ id }) => id);
const logOf = (id: number) =>
  orders.database.change.findMany({ where: { subject: 'order', subjectId: String(id) }, orderBy: { id: 'asc' } });

const newParcel = (body: object = {}) => orders.createOrder({ userId: OWNER, pieces: 3, ...body });

describe('a parcel that is missing or damaged', () => {
  it.each([
    ['missing', 'MISSING', 'Manquant'],
    ['damaged', 'DAMAGED', 'Abîmé'],
  ])('as "%s" gets the status of a problem, and its owner one message [CNT-005]', async (kind, status, title) => {
    const { id, reference } = await newParcel();
    await staff.edit(id, { status: 'ARRIVED' });
    const response = await report(id, { kind, note: 'Carton ouvert au port', photo: PHOTO });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ orderId: id, kind, piece: null, byUserId: AGENT, closed: null });
    expect((await get(`/api/orders/${reference}`, asUser(OWNER))).json()).toMatchObject({
      ...{ status, statusLabel: title, statusKind: 'problem', furthestStep: 'ARRIVED' },
      latestUpdate: 'Carton ouvert au port',
    });
    const told = (await toldOf(orders, id)).filter((each) => each.status === status);
    expect(told).toMatchObject([{ title, note: 'Carton ouvert au port', ownerId: OWNER }]);
    expect((await logOf(id)).at(-1)).toMatchObject({ userId: AGENT, after: { status, problem: title } });
  });

  it('is reported by the piece, each once, and the owner hears of each [CNT-005]', async () => {
    const { id } = await newParcel();
    const second = await reported(id, { kind: 'missing', piece: 2 });
    const third = await reported(id, { kind: 'missing', piece: 3, note: 'Vu à Lomé' });
    expect([second, third]).toMatchObject([{ piece: 2 }, { piece: 3 }]);
    expect((await report(id, { kind: 'missing', piece: 2 })).statusCode).toBe(409);
    expect((await report(id, { kind: 'missing', piece: 4 })).json().errors).toEqual({
      piece: 'Choisissez un carton de ce colis',
    });
    const told = await toldOf(orders, id);
    expect(told.map(({ title, note, cause }) => [title, note, cause])).toEqual([
      ['Manquant', 'Carton 2 sur 3', 'status'],
      ['Manquant', 'Carton 3 sur 3. Vu à Lomé', 'news'],
    ]);
  });

  it('is to be settled until each of its problems is closed, and is then what it was before [CNT-005]', async () => {
    const { id } = await newParcel();
    await staff.edit(id, { status: 'CUSTOMS' });
    const missing = await reported(id, { kind: 'missing', piece: 1 });
    const damaged = await reported(id, { kind: 'damaged', piece: 2 });
    expect(await toSettle()).toContain(id);
    expect(await find(id)).toMatchObject({ status: 'DAMAGED' });
    const closed = await close(damaged.id, { note: 'Réparé' });
    expect(closed.json()).toMatchObject({ closed: { byUserId: AGENT, note: 'Réparé' } });
    expect(await find(id)).toMatchObject({ status: 'MISSING' });
    expect(await toSettle()).toContain(id);
    const before = await toldOf(orders, id);
    expect((await close(missing.id)).statusCode).toBe(200);
    expect(await find(id)).toMatchObject({ status: 'CUSTOMS', latestUpdate: 'Problème réglé.' });
    expect(await toSettle()).not.toContain(id);
    expect(await toldOf(orders, id)).toEqual(before);
    expect((await close(missing.id)).statusCode).toBe(409);
    expect((await close(2_000_000_000)).statusCode).toBe(404);
    const listed = await get(`/api/order-problems?filter={"orderId":${id}}`);
    expect(listed.json()).toMatchObject([{ id: damaged.id }, { id: missing.id }]);
    expect((await get(`/api/order-problems?filter={"orderId":${id},"open":true}`)).json()).toEqual([]);
    expect((await logOf(id)).at(-1)).toMatchObject({ after: { problemClosed: 'Manquant, carton 1' } });
  });

  it('is reported again once the same problem was settled, and not before', async () => {
    const { id } = await newParcel();
    const problem = { kind: 'damaged', piece: 2 };
    const first = await reported(id, problem);
    expect((await report(id, problem)).json().message).toBe('Ce problème est déjà signalé.');
    await close(first.id);
    expect((await report(id, problem)).statusCode).toBe(201);
  });

  it('keeps a status that it got meanwhile when its problem is closed', async () => {
    const { id } = await newParcel({ pieces: 1 });
    const { id: problemId } = await reported(id, { kind: 'missing' });
    await staff.scan('arrive', (await find(id)).reference);
    expect(await find(id)).toMatchObject({ status: 'ARRIVED' });
    expect(await toSettle()).toContain(id);
    await close(problemId, { note: 'Retrouvé à l’arrivée' });
    expect(await find(id)).toMatchObject({ status: 'ARRIVED' });
    expect((await logOf(id)).at(-1)).toMatchObject({ after: { problemClosed: 'Manquant' } });
  });

  it('is left by the milestones of its consignment while it is missing, and takes the last ones when it is found', async () => {
    const { id, reference } = await newParcel({ pieces: 1 });
    const consignment = await staff.newConsignment('AIR', id);
    await reported(id, { kind: 'missing' });
    for (const label of ['Parti de Chine', 'Arrivé à Ouagadougou']) {
      const milestone = await staff.pass(consignment, label);
      expect(milestone).toMatchObject({ applied: 0, skipped: 1 });
      const skipped = (await get(`/api/milestones/${milestone.id}/skipped`)).json();
      expect(skipped).toMatchObject([{ id, reason: 'missing' }]);
    }
    expect(await find(id)).toMatchObject({ status: 'MISSING' });
    expect(await staff.scan('arrive', reference)).toBe('done');
    expect(await find(id)).toMatchObject({ status: 'ARRIVED', latestUpdate: 'Arrivé à Ouagadougou' });
  });

  it('has a photo that only staff sees [CNT-005]', async () => {
    const { id } = await newParcel();
    const { photo } = await reported(id, { kind: 'damaged', photo: PHOTO });
    const shown = await get(photo ?? '');
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await get(photo ?? '', asUser(OWNER))).statusCode).toBe(403);
    const without = await reported(id, { kind: 'missing' });
    expect((await get(`/api/order-problems/${without.id}/photo`)).statusCode).toBe(404);
    const broken = await report(id, { kind: 'damaged', piece: 1, photo: 'data:image/png;base64,AAAA' });
    expect([broken.statusCode, Object.keys(broken.json().errors)]).toEqual([400, ['photo']]);
  });

  it('is reported once by a repeated request, and not of an archived parcel, one at its end or an unknown one', async () => {
    const { id } = await newParcel();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const responses = [await report(id, { kind: 'missing' }, asAgent(AGENT), key)];
    responses.push(await report(id, { kind: 'missing' }, asAgent(AGENT), key));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await orders.database.orderProblem.count({ where: { orderId: id } })).toBe(1);
    const [archived, delivered] = [await newParcel(), await newParcel()];
    await staff.edit(archived.id, { archived: true });
    await staff.edit(delivered.id, { status: 'DELIVERED' });
    for (const order of [archived, delivered])
      expect((await report(order.id, { kind: 'missing' })).statusCode).toBe(409);
    expect((await report(2_000_000_000, { kind: 'missing' })).statusCode).toBe(404);
    expect((await report(id, { kind: 'lost' }, asAdmin())).statusCode).toBe(400);
    expect((await report(id, { kind: 'missing' }, asUser(OWNER))).statusCode).toBe(403);
  });
});
