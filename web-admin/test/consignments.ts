import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';

/** A consignment in preparation, with one order. */
export const consignment: Consignment = {
  id: 5,
  code: 'AIR-2026-047',
  mode: 'AIR',
  departureCity: 'Guangzhou',
  carrierNumber: '071-12345675',
  billOfLading: null,
  bescNumber: 'BF-2026-000123',
  departureDate: '2026-11-26',
  expectedArrival: '2026-12-02',
  state: 'preparing',
  orders: 1,
  pieces: 2,
  withoutPieces: 0,
  weightGrams: 12_500,
  withoutWeight: 0,
  volumeCm3: 0,
  withoutVolume: 1,
  due: 0,
  paid: 0,
  cost: null,
  closedAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const definition = (id: number, label: string, changes: Partial<MilestoneDefinition> = {}): MilestoneDefinition => ({
  ...{ id, label, mode: 'AIR', status: 'IN_TRANSIT', defaultPlace: 'Guangzhou', places: [], position: id },
  ...{ isActive: true, opensPickup: false },
  ...changes,
});

export const definitions: MilestoneDefinition[] = [
  definition(1, "Reçu à l'entrepôt", { status: 'PROCESSING' }),
  definition(2, 'Parti de Chine'),
  definition(3, 'En transit', { defaultPlace: null }),
  definition(4, 'Arrivé à Ouagadougou', {
    status: 'ARRIVED',
    defaultPlace: null,
    places: ['Ouagadougou', 'Ouaga 2000'],
  }),
];

export const milestone = (id: number, changes: Partial<Milestone> = {}): Milestone => ({
  ...{ id, consignmentId: 5, label: 'Parti de Chine', status: 'IN_TRANSIT', place: 'Guangzhou', note: null },
  ...{ state: 'done', total: 30, applied: 30, skipped: 0, byUserId: 1 },
  occurredAt: '2026-11-21T10:00:00.000Z',
  dueAt: '2026-11-21T10:00:10.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});
