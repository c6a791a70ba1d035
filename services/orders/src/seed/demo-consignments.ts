import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { searchText } from '@fasocolis/service-kit/data/database';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';

interface DemoConsignment {
  code: string;
  mode: TransportMode;
  departureCity: string;
  carrierNumber?: string;
  step: OrderStatusCode;
  milestone?: string;
}

const year = new Date().getUTCFullYear();

const CONSIGNMENTS: DemoConsignment[] = [
  {
    code: `MER-${year}-001`,
    mode: 'SEA',
    departureCity: 'Ningbo',
    carrierNumber: 'MSKU 123456-5',
    step: 'IN_TRANSIT',
    milestone: 'Parti de Chine',
  },
  {
    code: `AIR-${year}-001`,
    mode: 'AIR',
    departureCity: 'Guangzhou',
    carrierNumber: '071-12345675',
    step: 'IN_TRANSIT',
    milestone: 'Parti de Chine',
  },
  { code: `AIR-${year}-002`, mode: 'AIR', departureCity: 'Guangzhou', step: 'PROCESSING' },
];

export async function seedDemoConsignments(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'demo-consignments', async (transaction) => {
    for (const { step, milestone, ...consignment } of CONSIGNMENTS) {
      const { code, mode, departureCity, carrierNumber = '' } = consignment;
      const members = await transaction.order.findMany({
        where: { reference: { startsWith: 'DEMO1' }, mode, furthestStep: step },
      });
      const { id } = await transaction.consignment.create({
        data: {
          ...consignment,
          state: milestone ? 'departed' : 'preparing',
          searchText: searchText(code, departureCity, carrierNumber),
          orders: { create: members.map(({ id: orderId }) => ({ orderId })) },
        },
      });
      const orderIds = members.map((order) => order.id);
      if (milestone) await passMilestone(transaction, { consignmentId: id, mode, label: milestone, step, orderIds });
    }
  });
}

interface Passed {
  consignmentId: number;
  mode: TransportMode;
  label: string;
  step: OrderStatusCode;
  orderIds: number[];
}

async function passMilestone(transaction: Transaction, { consignmentId, mode, label, step, orderIds }: Passed) {
  const definition = await transaction.milestoneDefinition.findUnique({ where: { mode_label: { mode, label } } });
  const events = await transaction.orderEvent.findMany({
    where: { orderId: { in: orderIds }, status: step },
    orderBy: { id: 'asc' },
    distinct: ['orderId'],
  });
  const [first] = events;
  if (!definition || !first) return;
  const { id: definitionId, status, position, opensPickup, defaultPlace } = definition;
  const place = defaultPlace ?? 'Chine';
  const { occurredAt } = first;
  const [total, applied] = [orderIds.length, events.length];
  const milestone = await transaction.milestone.create({
    data: {
      consignmentId,
      definitionId,
      label,
      status,
      step,
      position,
      opensPickup,
      place,
      occurredAt,
      total,
      applied,
      dueAt: occurredAt,
      startedAt: occurredAt,
      finishedAt: occurredAt,
    },
  });
  await transaction.orderEvent.updateMany({
    where: { id: { in: events.map(({ id }) => id) } },
    data: { milestoneId: milestone.id, definitionId, milestoneLabel: label, place },
  });
}
