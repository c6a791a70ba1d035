import { randomUUID } from 'node:crypto';
import type { Consignment } from '@fasocolis/contracts/consignments';
import { domainEvents } from '@fasocolis/contracts/events';
import type { Milestone } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import type { TellingOutcome } from '@fasocolis/contracts/tell-customers';
import { asAgent, call } from '@fasocolis/service-kit/testing/harness';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';

export const AGENT = 9;
export const [OWNER, SAVER] = [2, 3];
export const PHONE = '+22670123456';

/** The orders service with statuses and milestones, and its staff. */
export async function startOffice() {
  const orders = await startOrders();
  await seedOrderStatuses(orders.database);
  await orders.seedMilestoneDefinitions();
  return { orders, staff: staffOf(orders) };
}

export type Staff = ReturnType<typeof staffOf>;

/** What staff do to orders, through the API. */
function staffOf(orders: Orders) {
  const send = async <T>(method: 'POST' | 'PATCH', url: string, payload: object): Promise<T> => {
    const response = await call(orders.app, { method, url, payload }, asAgent(AGENT));
    if (response.statusCode >= 400) throw new Error(`${url}: ${response.body}`);
    return response.json<T>();
  };
  const edit = (id: number, body: object) => send<{ eventId: number | null }>('PATCH', `/api/orders/${id}`, body);
  const tell = async (id: number, news: object) => {
    const [outcome] = await send<TellingOutcome[]>('POST', '/api/orders/tell', { orderIds: [id], ...news });
    return { eventId: outcome?.eventId ?? 0 };
  };
  const giveNews = (id: number, text: string) => tell(id, { text });
  /** A consignment with an order. */
  const newConsignment = async (mode: 'AIR' | 'SEA', orderId: number): Promise<number> => {
    const { id } = await send<Consignment>('POST', '/api/consignments', { mode, departureCity: 'Guangzhou' });
    await send('POST', `/api/consignments/${id}/orders`, { lines: [{ line: 1, orderId }], dryRun: false });
    return id;
  };

  return {
    send,
    edit,
    tell,
    giveNews,
    withdraw: (id: number, eventId: number | null, reason = 'Erreur') =>
      send('POST', `/api/orders/${id}/events/${eventId}/withdraw`, { reason }),
    async scan(mode: string, reference: string, data: object = {}): Promise<ScanOutcome['outcome'] | undefined> {
      const scan = { id: randomUUID(), mode, reference, at: new Date().toISOString(), ...data };
      const [result] = await send<ScanOutcome[]>('POST', '/api/scans', { scans: [scan] });
      return result?.outcome;
    },
    handOver: (id: number) =>
      send('POST', `/api/handovers/${id}`, {
        ...{ reason: 'Code perdu', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' },
      }),
    /** An order by air with an owner, a user who saved it and a recipient, in a consignment. */
    async newOrder(): Promise<Order & { consignmentId: number }> {
      const order = await orders.createOrder({ userId: OWNER, recipientPhone: PHONE, mode: 'AIR' });
      await orders.database.savedOrder.create({ data: { orderId: order.id, userId: SAVER } });
      return { ...order, consignmentId: await newConsignment('AIR', order.id) };
    },
    newConsignment,
    /** Records a milestone and brings it to the orders. */
    async pass(
      consignmentId: number,
      label: string,
      {
        mode = 'AIR',
        ...body
      }: {
        mode?: 'AIR' | 'SEA';
        place?: string;
        note?: string;
        occurredAt?: string;
        unscanned?: 'leave' | 'announce';
      } = {},
    ): Promise<Milestone> {
      const { id: definitionId } = await orders.database.milestoneDefinition.findUniqueOrThrow({
        where: { mode_label: { mode, label } },
      });
      const path = `/api/consignments/${consignmentId}/milestones`;
      const { id } = await send<Milestone>('POST', path, { definitionId, ...body });
      await orders.applyMilestone(id);
      const response = await call(orders.app, { url: `/api/milestones?filter={"id":${id}}` }, asAgent(AGENT));
      return response.json<[Milestone]>()[0];
    },
  };
}

/** Everything that orders stores about an order, oldest first. */
export async function recordsOf({ database }: Orders, id: number) {
  const inOrder = { orderBy: { id: 'asc' } } as const;
  return {
    order: await database.order.findUniqueOrThrow({ where: { id } }),
    events: await database.orderEvent.findMany({ where: { orderId: id }, ...inOrder }),
    log: await database.change.findMany({ where: { subject: 'order', subjectId: String(id) }, ...inOrder }),
    told: await toldOf({ database }, id),
  };
}

interface Told {
  cause: string;
  title: string;
  note: string | null;
  occurredAt: string;
  eventId: number;
  reference: string;
  status: string;
  ownerId: number | null;
  saverIds: number[];
  recipient: { phone: string; name: string | null; consent: boolean } | null;
  pickupCode: string | null;
}

/** What other services hear of an order. */
export async function toldOf({ database }: Pick<Orders, 'database'>, id: number): Promise<Told[]> {
  const rows = await database.outboxEvent.findMany({
    where: { name: 'order.history-extended' },
    orderBy: { createdAt: 'asc' },
  });
  return rows.flatMap(({ data }) => {
    const { cause, title, note, occurredAt, orders } = domainEvents['order.history-extended'].parse(data);
    return orders
      .filter(({ orderId }) => orderId === id)
      .map(({ orderId: _id, ...order }) => ({ cause, title, note, occurredAt, ...order }));
  });
}
