import type { Milestone, MilestoneDefinition, SkippedOrder } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Orders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';
import { AGENT, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
let calls: ReturnType<typeof ledgerCalls>;
let definitionId: number;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
  calls = ledgerCalls(orders);
  const payload = { mode: 'AIR', label: 'Remis en agence', position: 90, status: 'DELIVERED', isActive: true };
  const url = '/api/milestone-definitions';
  const created = await call(orders.app, { method: 'POST', url, payload }, asAdmin());
  definitionId = created.json<MilestoneDefinition>().id;
});
afterAll(() => orders.close());

/** A consignment of a paid parcel and one with a rest. */
async function consignmentWithRest() {
  const [paid, unpaid] = [await orders.createOrder({ userId: 2 }), await orders.createOrder({ userId: 2 })];
  const consignmentId = await staff.newConsignment('AIR', paid.id);
  const lines = [{ line: 1, orderId: unpaid.id }];
  await staff.send('POST', `/api/consignments/${consignmentId}/orders`, { lines, dryRun: false });
  await calls.charge(unpaid, { kind: 'freight', amount: 10_000 });
  return { consignmentId, paid, unpaid };
}
async function record(consignmentId: number, as: Identity): Promise<number> {
  const url = `/api/consignments/${consignmentId}/milestones`;
  const payload = { definitionId, place: 'Ouagadougou' };
  const response = await call(orders.app, { method: 'POST', url, payload }, as);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Milestone>().id;
}
const skippedBy = async (id: number) =>
  (await call(orders.app, { url: `/api/milestones/${id}/skipped` }, asAgent(AGENT))).json<SkippedOrder[]>();
const statusOf = async ({ id }: Order) => (await orders.database.order.findUniqueOrThrow({ where: { id } })).status;

describe('a milestone with the status "Livrée"', () => {
  it('leaves parcels with a rest when an agent records it, and lists their references', async () => {
    const { consignmentId, paid, unpaid } = await consignmentWithRest();
    const id = await record(consignmentId, asAgent(AGENT));
    await orders.applyMilestone(id);
    expect([await statusOf(paid), await statusOf(unpaid)]).toEqual(['DELIVERED', 'ORDER_CONFIRMED']);
    expect(await skippedBy(id)).toEqual([{ id: unpaid.id, reference: unpaid.reference, reason: 'unpaid' }]);
  });

  it('delivers them when the rest is paid before it is due', async () => {
    const { consignmentId, unpaid } = await consignmentWithRest();
    const id = await record(consignmentId, asAgent(AGENT));
    await calls.pay(newPayment({ amount: 10_000, orderIds: [unpaid.id] }));
    await orders.applyMilestone(id);
    expect(await statusOf(unpaid)).toBe('DELIVERED');
    expect(await skippedBy(id)).toEqual([]);
  });

  it('delivers them to a client with credit', async () => {
    const { consignmentId, unpaid } = await consignmentWithRest();
    await calls.giveCredit(2, true);
    await orders.applyMilestone(await record(consignmentId, asAgent(AGENT)));
    await calls.giveCredit(2, false);
    expect(await statusOf(unpaid)).toBe('DELIVERED');
  });

  it('delivers all parcels when the administrator records it', async () => {
    const { consignmentId, unpaid } = await consignmentWithRest();
    const id = await record(consignmentId, asAdmin());
    await orders.applyMilestone(id);
    expect(await statusOf(unpaid)).toBe('DELIVERED');
    expect(await skippedBy(id)).toEqual([]);
  });

  it('makes the storage so far a charge of the parcels that waited for their pick-up [PAY-007]', async () => {
    await calls.settings({ storagePrice: 500 });
    const { consignmentId, unpaid } = await consignmentWithRest();
    const occurredAt = new Date(Date.now() - 10 * DAY_MS);
    await orders.database.orderEvent.create({
      data: { orderId: unpaid.id, status: 'ARRIVED', opensPickup: true, occurredAt },
    });
    await orders.database.order.update({ where: { id: unpaid.id }, data: { status: 'ARRIVED', pickupCode: '048213' } });
    await orders.applyMilestone(await record(consignmentId, asAdmin()));
    await calls.settings({ storagePrice: 0 });
    expect(await statusOf(unpaid)).toBe('DELIVERED');
    expect(await calls.ledgerOf(unpaid)).toMatchObject({ due: 11_500, storage: null });
  });
});
