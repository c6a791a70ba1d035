import * as z from 'zod/mini';
import { DaySchema, IdSchema, InstantSchema } from './common.ts';
import { GOODS_KINDS } from './goods-kinds.ts';
import { ORDER_STATUSES, STATUS_KINDS } from './order-status.ts';
import { PassedPiecesSchema } from './pieces.ts';
import { SituationSchema } from './situation-schema.ts';

export const TRANSPORT_MODES = ['AIR', 'SEA'] as const;
export type TransportMode = (typeof TRANSPORT_MODES)[number];

/** The days between which half and nine tenths of similar orders arrived. */
export const ExpectedArrivalSchema = z.object({ from: DaySchema, to: DaySchema });

/**
 * An order as everybody may see it, with the recipient as "Awa O.". Devices store these fields and no others.
 * Fields with a default are missing in orders that a device stored earlier (docs/decisions/0018).
 * `knownAt` marks a stale response: the time of the last known state.
 */
export const PublicOrderSchema = z.object({
  id: IdSchema,
  reference: z.string(),
  status: z.string(),
  statusLabel: z._default(z.string(), ''),
  statusKind: z._default(z.nullable(z.enum(STATUS_KINDS)), null),
  statusSentence: z._default(z.nullable(z.string()), null),
  situation: z._default(z.nullable(SituationSchema), null),
  furthestStep: z._default(z.enum(ORDER_STATUSES), 'ORDER_CONFIRMED'),
  estimatedDelivery: z.nullable(DaySchema),
  expectedArrival: z._default(z.nullable(ExpectedArrivalSchema), null),
  mode: z._default(z.nullable(z.enum(TRANSPORT_MODES)), null),
  pieces: z._default(z.nullable(z.int()), null),
  weightGrams: z._default(z.nullable(z.int()), null),
  recipientName: z._default(z.nullable(z.string()), null),
  latestUpdate: z.nullable(z.string()),
  latestUpdateTime: z.nullable(InstantSchema),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  knownAt: z.optional(InstantSchema),
});
export type PublicOrder = z.infer<typeof PublicOrderSchema>;

const hiddenFromPublic = {
  userId: z.nullable(IdSchema),
  recipientPhone: z.nullable(z.string()),
  volumeCm3: z._default(z.nullable(z.int()), null),
  contents: z._default(z.nullable(z.string()), null),
  aliases: z._default(z.array(z.string()), []),
  /** Null unless some pieces have a step that others lack. */
  passedPieces: z._default(z.nullable(PassedPiecesSchema), null),
  photos: z.optional(z.array(IdSchema)),
  due: z._default(z.int(), 0),
  paid: z._default(z.int(), 0),
};

export const OwnOrderSchema = z.extend(PublicOrderSchema, {
  ...hiddenFromPublic,
  /** Six digits, from "Prêt au retrait" until the parcel is handed over; absent without a verified address. */
  pickupCode: z.optional(z.nullable(z.string())),
  /** The place of its newest event that has one. */
  lastPlace: z.optional(z.nullable(z.string())),
});
export type OwnOrder = z.infer<typeof OwnOrderSchema>;

export const StaffOrderSchema = z.extend(PublicOrderSchema, {
  ...hiddenFromPublic,
  recipientConsent: z.boolean(),
  archivedAt: z.nullable(InstantSchema),
  lastEventAt: InstantSchema,
  goodsKind: z.nullable(z.enum(GOODS_KINDS)),
  declaredValue: z.nullable(z.int()),
  isSilent: z.boolean(),
  /** Whether nothing happened to it since its creation, so that it can be deleted. */
  isDeletable: z.boolean(),
  consignment: z.nullable(z.object({ id: IdSchema, code: z.string() })),
});
export const StaffOrdersSchema = z.array(StaffOrderSchema);
export type StaffOrder = z.infer<typeof StaffOrderSchema>;

/** An order as its viewer sees it. The first schema that matches decides, so those with more fields come first. */
export const OrderSchema = z.union([StaffOrderSchema, OwnOrderSchema, PublicOrderSchema]);
export type Order = z.infer<typeof OrderSchema>;

/** What a text of several words names (READ-004): orders, or the reference that a near miss may mean. */
export const OrderMatchesSchema = z.object({
  orders: z.array(OrderSchema),
  /** The other references in the text: of archived orders, and those that no order has. */
  missing: z._default(z.array(z.string()), []),
  suggestion: z.nullable(z.string()),
});
export type OrderMatches = z.infer<typeof OrderMatchesSchema>;

export const OrderEventSchema = z.object({
  id: IdSchema,
  status: z.string(),
  label: z.string(),
  kind: z._default(z.nullable(z.enum(STATUS_KINDS)), null),
  note: z.nullable(z.string()),
  milestone: z.optional(z.string()),
  place: z.optional(z.string()),
  occurredAt: InstantSchema,
});
export const OrderEventsSchema = z.array(OrderEventSchema);
export type OrderEvent = z.infer<typeof OrderEventSchema>;

/** An entry as staff sees it, withdrawn ones included. */
export const StaffOrderEventSchema = z.extend(OrderEventSchema, {
  byUserId: z.nullable(IdSchema),
  withdrawn: z.optional(z.object({ at: InstantSchema, byUserId: IdSchema, reason: z.string() })),
});
export const StaffOrderEventsSchema = z.array(StaffOrderEventSchema);
export type StaffOrderEvent = z.infer<typeof StaffOrderEventSchema>;

/** The changed order and the event of the change; withdrawing that event would undo the change. */
export const UpdatedOrderSchema = z.extend(StaffOrderSchema, { eventId: z.nullable(IdSchema) });
export type UpdatedOrder = z.infer<typeof UpdatedOrderSchema>;

export const SilentOrdersSchema = z.object({
  total: z.int(),
  orders: z.array(z.object({ reference: z.string(), statusLabel: z.string(), lastEventAt: InstantSchema })),
});
export type SilentOrders = z.infer<typeof SilentOrdersSchema>;
