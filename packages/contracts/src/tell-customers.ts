import * as z from 'zod/mini';
import { IdSchema, InstantSchema, instant, MAX_ID, optionalText } from './common.ts';
import { MAX_COUNTED } from './lists.ts';
import { deliveryDay } from './order-input.ts';

/** More orders are changed in parts. */
export const ORDERS_PER_CALL = 200;

const INVALID = 'Requête invalide';
const NO_ORDERS = 'Choisissez au moins une commande';
const SHIFT_MESSAGE = 'Indiquez un nombre de jours entre -365 et 365';

const news = {
  status: optionalText(200),
  text: optionalText(5000),
  estimatedDelivery: deliveryDay('Veuillez saisir une date valide'),
  /** Moves the estimated delivery of each order that has one and has not ended; instead of one date for all. */
  shiftDays: z.optional(z.nullable(z.int(SHIFT_MESSAGE).check(z.gte(-365, SHIFT_MESSAGE), z.lte(365, SHIFT_MESSAGE)))),
  notifyCustomer: z._default(z.boolean(INVALID), true),
};

const hasNews = z.refine<z.infer<z.ZodMiniObject<typeof news>>>(
  ({ status, text, estimatedDelivery, shiftDays }) => Boolean(status || text || estimatedDelivery || shiftDays),
  { path: ['text'], error: 'Choisissez un statut, écrivez un texte ou indiquez une date' },
);
const hasOneDate = z.refine<z.infer<z.ZodMiniObject<typeof news>>>(
  ({ estimatedDelivery, shiftDays }) => !(estimatedDelivery && shiftDays),
  { path: ['shiftDays'], error: 'Indiquez une date ou un nombre de jours, pas les deux' },
);

export const NewsSchema = z.object(news).check(hasNews, hasOneDate);
export type News = z.infer<typeof NewsSchema>;

const orderIds = (max: number) =>
  z
    .array(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID)), NO_ORDERS)
    .check(z.minLength(1, NO_ORDERS), z.maxLength(max, `Un envoi ne doit pas dépasser ${max} commandes.`));

export const TellCustomersSchema = z
  .object({
    ...news,
    orderIds: orderIds(ORDERS_PER_CALL),
    /** Orders that changed after it are left: when they were read. So a repeated request has no further effect. */
    unchangedSince: z.optional(instant(INVALID)),
  })
  .check(hasNews, hasOneDate);
export type TellCustomers = z.infer<typeof TellCustomersSchema>;

export const PreviewTellingSchema = z.object({ ...news, orderIds: orderIds(MAX_COUNTED) }).check(hasNews, hasOneDate);
export type PreviewTelling = z.infer<typeof PreviewTellingSchema>;

export const TellingPreviewSchema = z.object({
  orders: z.int(),
  people: z.int(),
  /** The people by how they are told, and the orders that name nobody. Absent from responses of former versions. */
  reach: z.optional(z.object({ site: z.int(), whatsapp: z.int(), nobody: z.int() })),
  left: z.array(z.object({ reason: z.string(), orders: z.int() })),
  at: InstantSchema,
});
export type TellingPreview = z.infer<typeof TellingPreviewSchema>;

/** What became of each order. The event undoes the change when it is withdrawn. */
export const TellingOutcomesSchema = z.array(
  z.object({
    orderId: IdSchema,
    outcome: z.enum(['done', 'unchanged', 'refused']),
    message: z.optional(z.string()),
    eventId: z.optional(IdSchema),
  }),
);
export type TellingOutcome = z.infer<typeof TellingOutcomesSchema>[number];
