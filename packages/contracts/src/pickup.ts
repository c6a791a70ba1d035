import * as z from 'zod/mini';
import { IdSchema, InstantSchema, MAX_ID, optionalText, requiredText } from './common.ts';
import { photoData } from './images.ts';
import { HandoverPaymentSchema } from './payments.ts';
import { sixDigits } from './two-factor.ts';

export const PICKUP_ATTEMPTS = 5;
export const PICKUP_PAUSE_MINUTES = 10;

/** Parcels of one person that are handed over together: as many as one payment covers. */
export const MAX_HANDED_OVER = 50;

export const NEVER_ARRIVED = "Ce colis n'a jamais été noté arrivé. S'il est là, écrivez pourquoi vous le remettez.";

const INVALID = 'Requête invalide';
const CODE_MESSAGE = 'Le code de retrait a six chiffres';
const CODE_OR_REASON = 'Saisissez le code de retrait, ou la raison de remettre sans code';

const handover = {
  code: z.optional(sixDigits(CODE_MESSAGE)),
  reason: optionalText(500),
  receiverName: requiredText({ max: 100, message: 'Indiquez le nom de la personne qui reçoit le colis' }),
  /** Taken with the hand-over: both happen, or none. */
  payment: z.optional(z.nullable(HandoverPaymentSchema)),
  releaseReason: optionalText(500),
  neverArrivedReason: optionalText(500),
};

const hasCodeOrReason = z.refine<{ code?: string | undefined; reason?: string | null | undefined }>(
  ({ code, reason }) => Boolean(code) || Boolean(reason),
  { path: ['code'], error: CODE_OR_REASON },
);

/** In bytes, before it is converted. */
export const HANDOVER_PHOTO_MAX_BYTES = 5 * 1024 * 1024;
export const HANDOVER_PHOTO_TOO_LARGE = 'La photo ne doit pas dépasser 5 Mo.';

/** The other parcels of the same person that are handed over with it: the code of one opens all. */
export const OtherParcelsSchema = z.optional(
  z
    .array(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID)), INVALID)
    .check(z.maxLength(MAX_HANDED_OVER - 1, `Remettez au plus ${MAX_HANDED_OVER} colis à la fois.`)),
);

/** The parcel is handed over, by its code or with a reason. The photo is a data URL. */
export const HandOverSchema = z
  .object({
    ...handover,
    orderIds: OtherParcelsSchema,
    photo: z.optional(z.nullable(photoData(HANDOVER_PHOTO_MAX_BYTES, HANDOVER_PHOTO_TOO_LARGE))),
  })
  .check(hasCodeOrReason);
export type HandOver = z.input<typeof HandOverSchema>;

export const HandoverSchema = z.object({
  id: IdSchema,
  receiverName: z.string(),
  reason: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  byUserId: z.nullable(IdSchema),
  at: InstantSchema,
  recordedAt: InstantSchema,
  /** The changes of the owner in the seven days before, the newest first. Who made them, and for whom, is for staff. */
  ownerChanges: z.array(
    z.object({
      at: InstantSchema,
      byUserId: z.optional(z.nullable(IdSchema)),
      formerOwnerId: z.optional(z.nullable(IdSchema)),
      ownerId: z.optional(z.nullable(IdSchema)),
    }),
  ),
  /** The changes of the recipient's number, which gets the code too. Absent from a former version of the service. */
  numberChanges: z.optional(z.array(z.object({ at: InstantSchema, byUserId: z.optional(z.nullable(IdSchema)) }))),
});
export type Handover = z.infer<typeof HandoverSchema>;
