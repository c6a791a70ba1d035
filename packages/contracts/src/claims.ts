import * as z from 'zod/mini';
import { IdSchema, InstantSchema, requiredText, uuid } from './common.ts';
import { photoData } from './images.ts';
import { ReferenceSchema } from './order-input.ts';
import { SMALL_PHOTO, SMALL_PHOTO_TOO_LARGE } from './receiving.ts';

export const OPEN_CLAIMS = 10;

export const ClaimParcelSchema = z.object({
  /** Chosen by the device: a claim that is sent again is kept once. */
  id: uuid('Requête invalide'),
  number: ReferenceSchema,
  text: requiredText({ max: 500, message: 'Dites en une phrase ce que contient le colis' }),
  photo: photoData(SMALL_PHOTO.maxBytes, SMALL_PHOTO_TOO_LARGE, 'Ajoutez une photo de la commande ou du reçu'),
});
export type ClaimParcel = z.input<typeof ClaimParcelSchema>;

export const ClaimSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  state: z.enum(['open', 'accepted', 'refused']),
  reason: z.nullable(z.string()),
  createdAt: InstantSchema,
});
export type Claim = z.infer<typeof ClaimSchema>;

export const UnnamedParcelSchema = z.object({ number: z.string(), claim: z.nullable(ClaimSchema) });
export type UnnamedParcel = z.infer<typeof UnnamedParcelSchema>;

export const StaffClaimSchema = z.extend(ClaimSchema, { orderId: IdSchema, userId: IdSchema });
export type StaffClaim = z.infer<typeof StaffClaimSchema>;
