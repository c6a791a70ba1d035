import * as z from 'zod/mini';
import { DaySchema, IdSchema, InstantSchema, MAX_ID, optionalText, requiredText } from './common.ts';
import { REFERENCE_MAX, REFERENCE_MIN } from './reference.ts';

/**
 * A parcel. `userId` is there only for that customer and the administrator; `knownAt` only where the service could not
 * be asked: it says since when nothing newer is known.
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

/** An order in somebody's favourites: the order itself and when it was saved. */
export const SavedOrderSchema = z.extend(OrderSchema, { savedAt: InstantSchema });
export type SavedOrder = z.infer<typeof SavedOrderSchema>;

/** Something that really happened to a parcel, at its real time. */
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

/** A reference as the administrator types it: stored trimmed, otherwise as typed. */
export const ReferenceSchema = requiredText({
  min: REFERENCE_MIN,
  max: REFERENCE_MAX,
  message: REFERENCE_MESSAGE,
}).check(z.regex(/[\p{L}\p{N}]/u, 'La référence doit contenir au moins une lettre ou un chiffre'));

/** A day on which a parcel may be delivered. */
export const deliveryDate = (message?: string) =>
  z.iso.date(message).check(z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', message));

/** A day, or a full instant that is cut to its UTC day; blank means none. */
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

/** Body of POST /api/orders. A status in the body is ignored: new orders are always confirmed. */
export const CreateOrderSchema = z.object({
  reference: ReferenceSchema,
  estimatedDelivery: deliveryDay('Veuillez saisir une date valide'),
  userId: z.optional(
    z.nullable(z.int(USER_ID_MESSAGE).check(z.gte(1, USER_ID_MESSAGE), z.lte(MAX_ID, USER_ID_MESSAGE))),
  ),
});
export type CreateOrder = z.input<typeof CreateOrderSchema>;

/** Body of PATCH /api/orders/{id}. An absent latestUpdate stays as it is, an empty one is cleared. */
export const UpdateOrderSchema = z.object({
  status: requiredText({ message: 'Le statut est requis' }),
  latestUpdate: optionalText(5000),
  /** Whether a new status is told to the customer and to everybody who saved the order. */
  notifyCustomer: z._default(z.boolean('Requête invalide'), true),
});
export type UpdateOrder = z.input<typeof UpdateOrderSchema>;

const ORDER_ID_MESSAGE = "L'identifiant de la commande est requis";

/**
 * Body of POST /api/orders/save. A number no order can have is looked up as 0 and answers 404. The reference may be
 * absent only where the caller owns the order or is the administrator.
 */
export const SaveOrderSchema = z.object({
  orderId: z.pipe(
    z.int(ORDER_ID_MESSAGE),
    z.transform((id: number) => (id >= 1 && id <= MAX_ID ? id : 0)),
  ),
  reference: z.optional(z.string('Requête invalide')),
});

/** Most orders one user can save. */
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

/** A status the administrator defines beside the five built-in ones. */
export const OrderStatusSchema = z.object({
  id: IdSchema,
  code: z.string(),
  label: z.string(),
  displayOrder: z.int(),
  isActive: z.boolean(),
});
export type OrderStatus = z.infer<typeof OrderStatusSchema>;

const DISPLAY_ORDER_MESSAGE = "L'ordre d'affichage doit être supérieur à 0";

/** Body of POST /api/order-statuses. */
export const CreateOrderStatusSchema = z.object({
  code: requiredText({ min: 2, message: 'Le code doit contenir au moins 2 caractères' }),
  label: requiredText({ min: 2, message: 'Le libellé doit contenir au moins 2 caractères' }),
  displayOrder: z
    .int(DISPLAY_ORDER_MESSAGE)
    .check(z.gte(1, DISPLAY_ORDER_MESSAGE), z.lte(MAX_ID, DISPLAY_ORDER_MESSAGE)),
  isActive: z._default(z.boolean('Veuillez choisir actif ou inactif'), true),
});

/** Body of PATCH /api/order-statuses/{id}: absent fields stay as they are. */
export const UpdateOrderStatusSchema = z.partial(
  z.extend(CreateOrderStatusSchema, { isActive: z.boolean('Veuillez choisir actif ou inactif') }),
);
