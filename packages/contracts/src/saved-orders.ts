import * as z from 'zod/mini';
import { boundedText, IdSchema, InstantSchema, MAX_ID } from './common.ts';
import { OwnOrderSchema, PublicOrderSchema } from './orders.ts';

export const SavingSchema = z.object({ savedAt: InstantSchema });
export const SavedOrderSchema = z.intersection(z.union([OwnOrderSchema, PublicOrderSchema]), SavingSchema);
export type SavedOrder = z.infer<typeof SavedOrderSchema>;

const invalid = 'Requête invalide';
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
