import * as z from 'zod/mini';
import {
  atMost,
  boundedText,
  DaySchema,
  day,
  IdSchema,
  InstantSchema,
  instant,
  MAX_ID,
  optionalText,
  requiredText,
} from './common.ts';
import { GOODS_KINDS } from './goods-kinds.ts';
import { francs, MAX_FRANCS, writtenFrancs } from './money/francs.ts';
import { ORDER_STATUSES, STATUS_KINDS } from './order-status.ts';
import { PassedPiecesSchema } from './pieces.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';
import { cleanReference, REFERENCE_MAX, REFERENCE_MIN, unreadableCharacter } from './reading/reference.ts';

export const TRANSPORT_MODES = ['AIR', 'SEA'] as const;
export type TransportMode = (typeof TRANSPORT_MODES)[number];

/** The days between which half and nine tenths of similar orders arrived. */
export const ExpectedArrivalSchema = z.object({ from: DaySchema, to: DaySchema });

const SITUATION_KINDS = [
  ...(['unknown', 'expected', 'computed', 'late'] as const),
  ...(['ready', 'problem', 'ended', 'delivered'] as const),
] as const;

/** What is true of an order now, in words for its reader. */
export const SituationSchema = z.object({
  /** A delivery on a day, an arrival that was computed from other orders, or what happened instead. */
  kind: z.enum(SITUATION_KINDS),
  /** What the text is, if that needs saying. */
  label: z.string(),
  text: z.string(),
  /** What happens next, or what to do. */
  next: z.nullable(z.string()),
  /** Where it is picked up, if that is known. */
  town: z.nullable(z.string()),
});
export type Situation = z.infer<typeof SituationSchema>;

/** Orders of one request. */
export const MAX_SITUATIONS = 500;
export const OrderIdsSchema = z.object({ orderIds: z.array(IdSchema).check(z.maxLength(MAX_SITUATIONS)) });
/** The situations of orders, each in one line of a message; without orders that have none. */
export const SituationLinesSchema = z.array(z.object({ orderId: IdSchema, line: z.string() }));

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
  /** Null for a status without an active definition. */
  statusKind: z._default(z.nullable(z.enum(STATUS_KINDS)), null),
  /** What the definition of the status says to customers. */
  statusSentence: z._default(z.nullable(z.string()), null),
  situation: z._default(z.nullable(SituationSchema), null),
  /** The furthest of the five steps that the order has reached. */
  furthestStep: z._default(z.enum(ORDER_STATUSES), 'ORDER_CONFIRMED'),
  estimatedDelivery: z.nullable(DaySchema),
  /** Null with an estimated delivery, after the arrival, and without enough similar orders. */
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

/** What the owner and staff see, and nobody else. */
const hiddenFromPublic = {
  userId: z.nullable(IdSchema),
  recipientPhone: z.nullable(z.string()),
  volumeCm3: z._default(z.nullable(z.int()), null),
  contents: z._default(z.nullable(z.string()), null),
  /** Courier numbers that find it, for staff and the owner only. */
  aliases: z._default(z.array(z.string()), []),
  /** Null unless some pieces have a step that others lack. */
  passedPieces: z._default(z.nullable(PassedPiecesSchema), null),
  /** The ids of the photos that were taken when it was received; absent without any. */
  photos: z.optional(z.array(IdSchema)),
  /** What it costs, and what was paid of it, in FCFA. */
  due: z._default(z.int(), 0),
  paid: z._default(z.int(), 0),
};

/** An order as its owner sees it, with the full name of the recipient. */
export const OwnOrderSchema = z.extend(PublicOrderSchema, {
  ...hiddenFromPublic,
  /** Six digits, from "Prêt au retrait" until the parcel is handed over; absent without a verified address. */
  pickupCode: z.optional(z.nullable(z.string())),
});
export type OwnOrder = z.infer<typeof OwnOrderSchema>;

/** An order as staff sees it, with the full name of the recipient. */
export const StaffOrderSchema = z.extend(PublicOrderSchema, {
  ...hiddenFromPublic,
  /** Whether the recipient agreed to messages over WhatsApp. */
  recipientConsent: z.boolean(),
  archivedAt: z.nullable(InstantSchema),
  lastEventAt: InstantSchema,
  goodsKind: z.nullable(z.enum(GOODS_KINDS)),
  /** In FCFA, as its owner announced it. */
  declaredValue: z.nullable(z.int()),
  /** Whether nothing happened for longer than usual (QUIET-001). */
  isSilent: z.boolean(),
  /** Whether nothing happened to it since its creation, so that it can be deleted. */
  isDeletable: z.boolean(),
  /** The consignment that is not closed. */
  consignment: z.nullable(z.object({ id: IdSchema, code: z.string() })),
});
export const StaffOrdersSchema = z.array(StaffOrderSchema);
export type StaffOrder = z.infer<typeof StaffOrderSchema>;

/** An order as its viewer sees it. The first schema that matches decides, so those with more fields come first. */
export const OrderSchema = z.union([StaffOrderSchema, OwnOrderSchema, PublicOrderSchema]);
export type Order = z.infer<typeof OrderSchema>;

/** What a text of several words names (READ-004): orders, or the reference that a near miss may mean. */
export const OrderMatchesSchema = z.object({ orders: z.array(OrderSchema), suggestion: z.nullable(z.string()) });
export type OrderMatches = z.infer<typeof OrderMatchesSchema>;

export const SavingSchema = z.object({ savedAt: InstantSchema });
/** A saved order, as its owner or everybody sees it. */
export const SavedOrderSchema = z.intersection(z.union([OwnOrderSchema, PublicOrderSchema]), SavingSchema);
export type SavedOrder = z.infer<typeof SavedOrderSchema>;

/** An entry in an order's history, at its real time, as everybody may see it. */
export const OrderEventSchema = z.object({
  id: IdSchema,
  status: z.string(),
  label: z.string(),
  kind: z._default(z.nullable(z.enum(STATUS_KINDS)), null),
  note: z.nullable(z.string()),
  /** The label and the place of a milestone, for example "Arrivé au port" and "Lomé"; absent from other events. */
  milestone: z.optional(z.string()),
  place: z.optional(z.string()),
  occurredAt: InstantSchema,
});
export const OrderEventsSchema = z.array(OrderEventSchema);
export type OrderEvent = z.infer<typeof OrderEventSchema>;

/** An entry as staff sees it, withdrawn ones included. */
export const StaffOrderEventSchema = z.extend(OrderEventSchema, {
  /** Who entered it. */
  byUserId: z.nullable(IdSchema),
  withdrawn: z.optional(z.object({ at: InstantSchema, byUserId: IdSchema, reason: z.string() })),
});
export const StaffOrderEventsSchema = z.array(StaffOrderEventSchema);
export type StaffOrderEvent = z.infer<typeof StaffOrderEventSchema>;

const REFERENCE_MESSAGE = 'Le code de référence doit contenir au moins 4 caractères';

/** Stored as typed, without invisible characters. */
export const ReferenceSchema = z.string(REFERENCE_MESSAGE).check(
  z.trim(),
  atMost(REFERENCE_MAX),
  z.overwrite(cleanReference),
  z.minLength(REFERENCE_MIN, REFERENCE_MESSAGE),
  z.regex(/[\p{L}\p{N}]/u, 'La référence doit contenir au moins une lettre ou un chiffre'),
  z.refine((reference) => unreadableCharacter(reference) === undefined, {
    error: ({ input }) =>
      `Cette référence contient un caractère qui ne peut pas être lu\u00a0: ${unreadableCharacter(String(input))}`,
  }),
);

export const AddAliasSchema = z.object({ alias: ReferenceSchema });

/** The date of a possible delivery. */
export const deliveryDate = (message?: string) =>
  day(message).check(z.refine((date) => date >= '2000-01-01' && date <= '2100-12-31', message));

/** A date, or an instant that is cut to its UTC date; blank means none. */
export const deliveryDay = (message: string) =>
  z.optional(
    z.pipe(
      z.nullable(boundedText(40, message)),
      z.pipe(
        z.transform((value: string | null) => (value?.includes('T') ? toUtcDay(value) : value || null)),
        z.nullable(deliveryDate(message)),
      ),
    ),
  );

function toUtcDay(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? instant : new Date(time).toISOString().slice(0, 10);
}

const USER_ID_MESSAGE = "L'ID utilisateur doit être un nombre entier positif";
const INVALID_DATE = 'Veuillez saisir une date valide';
const MODE_MESSAGE = 'Choisissez avion, bateau ou inconnu';

const positive = (max: number, message: string) =>
  z.optional(z.nullable(z.int(message).check(z.gte(1, message), z.lte(max, message))));

/** What is accepted of a parcel, in pieces, grams, cubic centimetres and characters. */
export const PIECES_MAX = 10_000;
export const WEIGHT_MAX = 100_000_000;
export const VOLUME_MAX = 1_000_000_000;
export const CONTENTS_MAX = 300;

export const GOODS_KIND_MESSAGE = 'Choisissez la nature du colis';

/** What a parcel is worth, in FCFA. */
export const declaredValue = francs(
  1,
  MAX_FRANCS,
  `La valeur doit être comprise entre 1 et ${writtenFrancs(MAX_FRANCS)}`,
);

/** What an administrator enters about an order; absent means none, or unchanged on PATCH. */
const orderFields = {
  estimatedDelivery: deliveryDay(INVALID_DATE),
  userId: positive(MAX_ID, USER_ID_MESSAGE),
  recipientName: optionalText(100),
  /** In any spelling: the server reads it. */
  recipientPhone: optionalText(PHONE_MAX),
  /** Default: false, also for another number. */
  recipientConsent: z.optional(z.boolean('Requête invalide')),
  mode: z.optional(z.nullable(z.enum(TRANSPORT_MODES, MODE_MESSAGE))),
  pieces: positive(PIECES_MAX, 'Le nombre de pièces doit être un nombre entier entre 1 et 10\u00a0000'),
  weightGrams: positive(WEIGHT_MAX, 'Le poids doit être compris entre 1 g et 100\u00a0000 kg'),
  volumeCm3: positive(VOLUME_MAX, 'Le volume doit être compris entre 1 cm³ et 1\u00a0000 m³'),
  contents: optionalText(CONTENTS_MAX),
  goodsKind: z.optional(z.nullable(z.enum(GOODS_KINDS, GOODS_KIND_MESSAGE))),
  declaredValue: z.optional(z.nullable(declaredValue)),
};

/** A status in the body is ignored: new orders are confirmed. */
export const CreateOrderSchema = z.object({ reference: ReferenceSchema, ...orderFields });
export type CreateOrder = z.input<typeof CreateOrderSchema>;

const STATUS_REQUIRED = 'Le statut est requis';
const invalid = 'Requête invalide';

const statusChange = {
  status: requiredText({ message: STATUS_REQUIRED }),
  latestUpdate: optionalText(5000),
  /** Whether the owner and the users who saved the order are notified. Default: true. */
  notifyCustomer: z.optional(z.boolean(invalid)),
  /** The version that was edited: a newer one is not overwritten (409). */
  updatedAt: z.optional(instant(invalid)),
};

/** The form of a new status. */
export const ChangeStatusSchema = z.object(statusChange);
export type ChangeStatus = z.input<typeof ChangeStatusSchema>;

const correction = {
  reference: z.optional(ReferenceSchema),
  ...orderFields,
  /** Why the estimated delivery is later; part of the event. */
  reason: optionalText(500),
};

/** The form that corrects an order. */
export const CorrectOrderSchema = z.object({
  ...correction,
  notifyCustomer: statusChange.notifyCustomer,
  updatedAt: statusChange.updatedAt,
});

/** Absent fields stay unchanged, blank texts are cleared. The status is required unless another field is given. */
export const UpdateOrderSchema = z
  .object({
    ...correction,
    ...statusChange,
    status: z.optional(statusChange.status),
    archived: z.optional(z.boolean(invalid)),
  })
  .check(
    z.refine(
      ({ status, latestUpdate: _text, notifyCustomer: _notify, updatedAt: _version, ...others }) =>
        status !== undefined || Object.values(others).some((value) => value !== undefined),
      { path: ['status'], error: STATUS_REQUIRED },
    ),
  );
export type UpdateOrder = z.input<typeof UpdateOrderSchema>;

export const OUTDATED_ORDER = 'Cette commande a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';

export const WithdrawOrderEventSchema = z.object({
  reason: requiredText({ max: 500, message: 'Indiquez la raison' }),
});

/** The changed order and the event of the change; withdrawing that event would undo the change. */
export const UpdatedOrderSchema = z.extend(StaffOrderSchema, { eventId: z.nullable(IdSchema) });
export type UpdatedOrder = z.infer<typeof UpdatedOrderSchema>;

const ORDER_ID_MESSAGE = "L'identifiant de la commande est requis";

/**
 * An id outside the range of ids becomes 0 and responds with 404. The reference is optional for the owner and the
 * administrator.
 */
export const SaveOrderSchema = z.object({
  orderId: z.pipe(
    z.int(ORDER_ID_MESSAGE),
    z.transform((id: number) => (id >= 1 && id <= MAX_ID ? id : 0)),
  ),
  reference: z.optional(boundedText(200, invalid)),
});

/** Per user. */
export const MAX_SAVED_ORDERS = 200;
export const TOO_MANY_SAVED_ORDERS = `Vous suivez déjà ${MAX_SAVED_ORDERS} colis. Retirez-en un pour en ajouter.`;

export const SavedLinkSchema = z.object({
  id: IdSchema,
  orderId: IdSchema,
  userId: IdSchema,
  createdAt: InstantSchema,
  isSaved: z.literal(true),
});
export const IsSavedSchema = z.object({ isSaved: z.boolean() });
export const UnsavedSchema = z.object({ message: z.string(), isSaved: z.literal(false) });

export const OrderStatusSchema = z.object({
  id: IdSchema,
  code: z.string(),
  label: z.string(),
  displayOrder: z.int(),
  isActive: z.boolean(),
  kind: z.enum(STATUS_KINDS),
  /** What customers read beside the label. */
  sentence: z._default(z.nullable(z.string()), null),
});
export type OrderStatus = z.infer<typeof OrderStatusSchema>;

const DISPLAY_ORDER_MESSAGE = "L'ordre d'affichage doit être supérieur à 0";

export const CreateOrderStatusSchema = z.object({
  code: requiredText({ min: 2, message: 'Le code doit contenir au moins 2 caractères' }),
  label: requiredText({ min: 2, message: 'Le libellé doit contenir au moins 2 caractères' }),
  displayOrder: z
    .int(DISPLAY_ORDER_MESSAGE)
    .check(z.gte(1, DISPLAY_ORDER_MESSAGE), z.lte(MAX_ID, DISPLAY_ORDER_MESSAGE)),
  isActive: z._default(z.boolean('Veuillez choisir actif ou inactif'), true),
  /** That of a built-in status is fixed. */
  kind: z._default(z.enum(STATUS_KINDS, 'Choisissez un type'), 'step'),
  /** For customers. Built-in statuses have theirs. */
  sentence: optionalText(300),
});

export const UpdateOrderStatusSchema = z.partial(
  z.extend(CreateOrderStatusSchema, {
    isActive: z.boolean('Veuillez choisir actif ou inactif'),
    kind: z.enum(STATUS_KINDS, 'Choisissez un type'),
  }),
);

/** A step of the journey, until the arrival or, for the arrival, until the delivery. In days. */
const TransitTimeSchema = z.object({
  mode: z.enum(TRANSPORT_MODES),
  step: z.enum(['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED']),
  medianDays: z.number(),
  p90Days: z.number(),
  orders: z.int(),
});
export const TransitTimesSchema = z.array(TransitTimeSchema);
export type TransitTime = z.infer<typeof TransitTimeSchema>;

/** The orders that are silent longest, and how many there are. */
export const SilentOrdersSchema = z.object({
  total: z.int(),
  orders: z.array(z.object({ reference: z.string(), statusLabel: z.string(), lastEventAt: InstantSchema })),
});
export type SilentOrders = z.infer<typeof SilentOrdersSchema>;
