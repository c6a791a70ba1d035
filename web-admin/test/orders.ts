import type { Change } from '@fasocolis/contracts/changes';
import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import type { StaffOrder, StaffOrderEvent } from '@fasocolis/contracts/orders';

/** An order in transit, with everything that a file shows. */
export const order: StaffOrder = {
  id: 7,
  reference: 'FC-7ABC',
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: '2026-12-01',
  expectedArrival: null,
  mode: 'AIR',
  pieces: 2,
  weightGrams: 12_500,
  recipientName: 'Awa Ouédraogo',
  recipientPhone: '+22670123456',
  volumeCm3: null,
  contents: null,
  ...{ goodsKind: null, declaredValue: null },
  latestUpdate: 'Parti de Guangzhou',
  latestUpdateTime: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-10T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  userId: null,
  archivedAt: null,
  lastEventAt: '2026-11-20T10:00:00.000Z',
  isSilent: false,
  isDeletable: false,
  recipientConsent: false,
  consignment: null,
  aliases: [],
  passedPieces: null,
  due: 0,
  paid: 0,
};

export const event = (id: number, changes: Partial<StaffOrderEvent> = {}): StaffOrderEvent => ({
  id,
  status: 'ORDER_CONFIRMED',
  label: 'Commande Confirmée',
  kind: 'step',
  note: null,
  occurredAt: `2026-11-1${id}T10:00:00.000Z`,
  byUserId: 1,
  ...changes,
});

export const change = (id: number, changes: Partial<Change> = {}): Change => ({
  id,
  subject: 'order',
  subjectId: '7',
  name: 'FC-7ABC',
  action: 'changed',
  userId: 1,
  before: { pieces: 1 },
  after: { pieces: 2 },
  requestId: 'request-1',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});

/** A status of the administrator's own. */
export const CUSTOMS: OrderStatus = {
  id: 7,
  code: 'CUSTOMS',
  label: 'En douane',
  displayOrder: 4,
  isActive: true,
  kind: 'waiting',
  sentence: null,
};
