import type { Consignment } from '@fasocolis/contracts/consignments';
import { domainEvents } from '@fasocolis/contracts/events';
import type { Milestone } from '@fasocolis/contracts/milestones';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, recordsOf, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

const REASON = 'Vol retardé';
const withdraw = (id: number, body: object = { reason: REASON }, as = asAgent(AGENT)) =>
  call(orders.app, { method: 'POST', url: `/api/milestones/${id}/withdraw`, payload: body }, as);
const find = async <T>(path: string, id: number) =>
  (await call(orders.app, { url: `/api/${path}?filter={"id":${id}}` }, asAgent(AGENT))).json<[T]>()[0];
async function takeBack(id: number): Promise<Milestone> {
  expect((await withdraw(id)).json()).toMatchObject({ id, state: 'withdrawing' });
  await orders.runMilestone(id);
  return find<Milestone>('milestones', id);
}

describe('a milestone that is taken back', () => {
  it('is withdrawn from each of its orders, which are what they were before, long after it was due [HIST-006]', async () => {
    const order = await staff.newOrder();
    await staff.pass(order.consignmentId, 'Parti de Chine');
    const { order: before } = await recordsOf(orders, order.id);
    const { id } = await staff.pass(order.consignmentId, 'Prêt au retrait');
    expect((await recordsOf(orders, order.id)).order.pickupCode).not.toBeNull();
    expect(await takeBack(id)).toMatchObject({ state: 'withdrawn', total: 1, applied: 0 });
    const { order: after, events, log } = await recordsOf(orders, order.id);
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
    expect(events.at(-1)).toMatchObject({ milestoneId: id, withdrawnBy: AGENT, withdrawnReason: REASON });
    expect(log.at(-1)).toMatchObject({ action: 'event-withdrawn', userId: AGENT, after: { reason: REASON } });
    expect(await find<Consignment>('consignments', order.consignmentId)).toMatchObject({ state: 'departed' });
    const entries = await orders.database.change.findMany({ where: { action: 'milestone-withdrawn' } });
    expect(entries).toMatchObject([{ subject: 'consignment', userId: AGENT, after: { reason: REASON } }]);
  });

  it('is emitted once with all its orders and the correction [HIST-006]', async () => {
    const order = await staff.newOrder();
    const other = await orders.createOrder();
    const lines = [{ line: 1, orderId: other.id }];
    await staff.send('POST', `/api/consignments/${order.consignmentId}/orders`, { lines, dryRun: false });
    const { id } = await staff.pass(order.consignmentId, 'Arrivé à Ouagadougou');
    await takeBack(id);
    const rows = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-withdrawn' } });
    const events = rows.map(({ data }) => domainEvents['order.history-withdrawn'].parse(data));
    const own = events.filter((event) => event.orders.some(({ orderId }) => orderId === order.id));
    const named = [order.id, other.id].map((orderId) => ({ orderId, eventId: expect.any(Number) }));
    expect(own).toEqual([{ orders: named, correction: `Arrivé à Ouagadougou annulé. ${REASON}` }]);
  });

  it('keeps what happened to an order since then, and can be recorded again', async () => {
    const order = await staff.newOrder();
    const { id } = await staff.pass(order.consignmentId, 'Parti de Chine');
    await staff.giveNews(order.id, 'Il manque la facture');
    await takeBack(id);
    const { order: after } = await recordsOf(orders, order.id);
    expect(after).toMatchObject({ status: 'ORDER_CONFIRMED', latestUpdate: 'Il manque la facture' });
    expect(await staff.pass(order.consignmentId, 'Parti de Chine')).toMatchObject({ applied: 1, skipped: 0 });
  });

  it('is the newest one of its consignment: the one before it comes next', async () => {
    const order = await staff.newOrder();
    const first = await staff.pass(order.consignmentId, 'Parti de Chine');
    const second = await staff.pass(order.consignmentId, 'En transit', { place: 'Dubaï' });
    const refused = await withdraw(first.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Seul le dernier jalon de l’expédition peut être repris.',
    ]);
    await takeBack(second.id);
    expect((await withdraw(second.id)).statusCode).toBe(409);
    await takeBack(first.id);
    expect((await recordsOf(orders, order.id)).order).toMatchObject({ status: 'ORDER_CONFIRMED', latestUpdate: null });
  });

  it('in its ten seconds or on its way to the orders reaches no further one [HIST-006]', async () => {
    const order = await staff.newOrder();
    const { id: definitionId } = await orders.database.milestoneDefinition.findFirstOrThrow({ where: { mode: 'AIR' } });
    const path = `/api/consignments/${order.consignmentId}/milestones`;
    const pending = await staff.send<Milestone>('POST', path, { definitionId });
    expect(await takeBack(pending.id)).toMatchObject({ state: 'withdrawn', applied: 0 });
    const running = await staff.send<Milestone>('POST', path, { definitionId });
    await orders.database.milestone.update({ where: { id: running.id }, data: { startedAt: new Date(), total: 1 } });
    expect(await takeBack(running.id)).toMatchObject({ state: 'withdrawn', applied: 0 });
    expect((await recordsOf(orders, order.id)).events).toHaveLength(1);
  });

  it('is taken back once however many processes do it, and of a closed consignment too', async () => {
    const order = await staff.newOrder();
    const { id } = await staff.pass(order.consignmentId, 'Parti de Chine');
    await staff.send('PATCH', `/api/consignments/${order.consignmentId}`, { closed: true });
    await withdraw(id);
    await Promise.all([1, 2, 3].map(() => orders.runMilestone(id)));
    const { log } = await recordsOf(orders, order.id);
    expect(log.filter(({ action }) => action === 'event-withdrawn')).toHaveLength(1);
  });

  it('needs a reason, and staff', async () => {
    const order = await staff.newOrder();
    const { id } = await staff.pass(order.consignmentId, 'Parti de Chine');
    expect((await withdraw(id, { reason: ' ' })).json().errors).toEqual({ reason: 'Indiquez la raison' });
    expect((await withdraw(id, { reason: REASON }, asUser(2))).statusCode).toBe(403);
    expect((await withdraw(2_000_000_000)).statusCode).toBe(404);
  });
});
