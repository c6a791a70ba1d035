import * as z from 'zod/mini';
import { DaySchema, IdSchema, InstantSchema, MAX_ID, optionalText, requiredText } from './common.ts';
import { REFERENCE_MAX, REFERENCE_MIN } from './reference.ts';

/**
 * `userId` is visible to the owner and the administrator only. `knownAt` marks a stale response: the time of the last
 * known state.
 */
export const OrderSchema = z.object({
  id: IdSchema,
  reference: z.string(),
  status: z.string(),
  estimatedDelivery: z.nullable(DaySchema),
  latestUpdate: z.nullable(z.string()),
  latestUpdateTime: z.nullable(InstantSchema),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  userId: z.optional(z.nullable(IdSchema)),
  knownAt: z.optional(InstantSchema),
});
export type Order = z.infer<typeof OrderSchema>;

export const SavedOrderSchema = z.extend(OrderSchema, { savedAt: InstantSchema });
export type SavedOrder = z.infer<typeof SavedOrderSchema>;

/** An entry in an order's history, at its real time. */
const OrderEventSchema = z.object({
  id: IdSchema,
  status: z.string(),
  label: z.string(),
  note: z.nullable(z.string()),
  occurredAt: InstantSchema,
});
export const OrderEventsSchema = z.array(OrderEventSchema);
export type OrderEvent = z.infer<typeof OrderEventSchema>;

const REFERENCE_MESSAGE = 'Le code de référence doit contenir au moins 4 caractères';

/** Stored trimmed, otherwise as typed. */
export const ReferenceSchema = requiredText({
  min: REFERENCE_MIN,
  max: REFERENCE_MAX,
  message: REFERENCE_MESSAGE,
}).check(z.regex(/[\p{L}\p{N}]/u, 'La référence doit contenir au moins une lettre ou un chiffre'));

/** The date of a possible delivery. */
export const deliveryDate = (message?: string) =>
  z.iso.date(message).check(z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', message));

/** A date, or an instant that is cut to its UTC date; blank means none. */
export const deliveryDay = (message: string) =>
  z.optional(
    z.pipe(
      z.nullable(z.string(message)),
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

/** A status in the body is ignored: new orders are confirmed. */
export const CreateOrderSchema = z.object({
  reference: ReferenceSchema,
  estimatedDelivery: deliveryDay('Veuillez saisir une date valide'),
  userId: z.optional(
    z.nullable(z.int(USER_ID_MESSAGE).check(z.gte(1, USER_ID_MESSAGE), z.lte(MAX_ID, USER_ID_MESSAGE))),
  ),
});
export type CreateOrder = z.input<typeof CreateOrderSchema>;

/** An absent latestUpdate stays unchanged, an empty one is cleared. */
export const UpdateOrderSchema = z.object({
  status: requiredText({ message: 'Le statut est requis' }),
  latestUpdate: optionalText(5000),
  /** Whether the owner and the users who saved the order are notified. */
  notifyCustomer: z._default(z.boolean('Requête invalide'), true),
});
export type UpdateOrder = z.input<typeof UpdateOrderSchema>;

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
  reference: z.optional(z.string('Requête invalide')),
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
});

export const UpdateOrderStatusSchema = z.partial(
  z.extend(CreateOrderStatusSchema, { isActive: z.boolean('Veuillez choisir actif ou inactif') }),
);
