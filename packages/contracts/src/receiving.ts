import * as z from 'zod/mini';
import { IdSchema, optionalText } from './common.ts';
import { photoData } from './images.ts';
import { CreateOrderSchema } from './order-input.ts';

export const CARTON_PHOTOS = 3;
/** What a phone reduces a photo to: the longer side in pixels, and the bytes. */
export const SMALL_PHOTO = { longest: 1280, maxBytes: 200_000 } as const;
export const SMALL_PHOTO_TOO_LARGE = 'La photo ne doit pas dépasser 200 ko.';

const { weightGrams, volumeCm3 } = CreateOrderSchema.shape;

export const CartonSchema = z.object({
  weightGrams,
  volumeCm3,
  recipient: optionalText(100),
  photos: z.optional(
    z
      .array(photoData(SMALL_PHOTO.maxBytes, SMALL_PHOTO_TOO_LARGE), 'Requête invalide')
      .check(z.maxLength(CARTON_PHOTOS, `Un carton a ${CARTON_PHOTOS} photos au plus.`)),
  ),
});
export type Carton = z.infer<typeof CartonSchema>;

/** Why a carton is not recorded until staff confirms it: then its recipient is left out. */
export const unknownClient = (code: string): string => `Aucun client n'a le code ${code}.`;
export const SEVERAL_CLIENTS = 'Plusieurs codes clients sont notés\u00a0: gardez celui de ce colis.';
export const OTHER_RECIPIENT = "Ce colis est déjà au nom de quelqu'un d'autre. Comparez l'étiquette.";
export const WITHOUT_RECIPIENT = 'Enregistré, sans changer le destinataire';
const RECIPIENT_PROBLEM =
  /^Aucun client n'a le code |^Plusieurs codes clients |^Ce colis est déjà au nom de |^Ce numéro semble incomplet/;
export const isRecipientProblem = (message: string): boolean => RECIPIENT_PROBLEM.test(message);

/** The prompt after a scan of an unknown number that looks like a known one. */
export const nearMissPrompt = (number: string): string => `Est-ce ${number}\u00a0?`;
const NEAR_MISS = /^Est-ce (.+)\u00a0\?$/;
/** The known number in the prompt about a near miss; undefined in another message. */
export const nearMissIn = (message: string): string | undefined => NEAR_MISS.exec(message)?.[1];

export const AnnouncedNumberSchema = z.object({
  number: z.string(),
  reference: z.string(),
  userId: z.nullable(IdSchema),
});
export const AnnouncedNumbersSchema = z.array(AnnouncedNumberSchema);
export type AnnouncedNumber = z.infer<typeof AnnouncedNumberSchema>;

/** The newest ones, which devices keep for the time without a network. */
export const MAX_ANNOUNCED = 5000;

export const UNNAMED_MEMBER = "Ce colis est sans nom. Confirmez pour le mettre quand même dans l'expédition.";
