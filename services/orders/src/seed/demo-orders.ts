import { DAY_MS } from '@fasocolis/contracts/dates';
import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import { ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { stateAfter } from '../history/state.ts';

interface DemoOrder {
  reference: string;
  userId?: number;
  createdDaysAgo: number;
  /** Days from now; absent without an estimated delivery. */
  estimatedIn?: number;
  /** The events after the confirmation: status, note, days ago. */
  history: [status: string, note: string, daysAgo: number][];
}

const PREPARED = 'Votre colis est emballé à notre entrepôt de Guangzhou.';
const LEFT = 'Le colis a quitté Guangzhou par avion-cargo.';
const LANDED = 'Le colis est arrivé à Ouagadougou et passe la douane.';
const HANDED_OVER = 'Le colis a été remis à son destinataire.';
const [, PROCESSING, IN_TRANSIT, ARRIVED, DELIVERED] = ORDER_STATUSES;

const DEMO_ORDERS: DemoOrder[] = [
  { reference: 'DEMO0001', createdDaysAgo: 1, history: [] },
  { reference: 'DEMO0002', createdDaysAgo: 4, estimatedIn: 14, history: [[PROCESSING, PREPARED, 2]] },
  {
    reference: 'DEMO0003',
    userId: DEMO_CUSTOMERS[0].id,
    createdDaysAgo: 9,
    estimatedIn: 6,
    history: [
      [PROCESSING, PREPARED, 7],
      [IN_TRANSIT, LEFT, 3],
    ],
  },
  {
    reference: 'DEMO0004',
    createdDaysAgo: 15,
    estimatedIn: 1,
    history: [
      [PROCESSING, PREPARED, 13],
      [IN_TRANSIT, LEFT, 8],
      [ARRIVED, LANDED, 1],
    ],
  },
  {
    reference: 'DEMO0005',
    createdDaysAgo: 25,
    estimatedIn: -4,
    history: [
      [PROCESSING, PREPARED, 22],
      [IN_TRANSIT, LEFT, 16],
      [ARRIVED, LANDED, 7],
      [DELIVERED, HANDED_OVER, 5],
    ],
  },
  {
    reference: 'DEMO0006',
    createdDaysAgo: 6,
    estimatedIn: 12,
    history: [['ON_HOLD_NOW', 'Un document manque pour la douane. Contactez-nous.', 2]],
  },
];

export async function seedDemoOrders(database: Database, now = new Date()): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await seedOnce<Transaction>(database, 'demo-orders', async (transaction) => {
    for (const { reference, userId, createdDaysAgo, estimatedIn, history } of DEMO_ORDERS) {
      const createdAt = ago(createdDaysAgo);
      const events = [
        pastEvent(ORDER_STATUSES[0], null, createdAt),
        ...history.map(([status, note, daysAgo]) => pastEvent(status, note, ago(daysAgo))),
      ];
      const state = stateAfter(events);
      await transaction.order.create({
        data: {
          reference,
          referenceKey: referenceKey(reference),
          estimatedDelivery: estimatedIn === undefined ? null : ago(-estimatedIn),
          userId: userId ?? null,
          createdAt,
          updatedAt: state.lastEventAt,
          ...state,
          events: { create: events },
        },
      });
    }
  });
}

export const pastEvent = (status: string, note: string | null, occurredAt: Date) => ({
  status,
  note,
  occurredAt,
  milestoneLabel: null,
  place: null,
  keepsStatus: false,
  clearsText: false,
});
