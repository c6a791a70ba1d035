import * as z from 'zod/mini';
import { atMost, IdSchema, InstantSchema, instant, MAX_ID, optionalText, uuid } from './common.ts';
import { PIECES_MAX } from './order-input.ts';
import { StaffOrderSchema } from './orders.ts';
import { HandoverPaymentSchema } from './payments.ts';
import { OtherParcelsSchema } from './pickup.ts';
import { PIECE_STEPS, type PieceStep } from './pieces.ts';
import { CartonSchema, isRecipientProblem, nearMissIn, UNNAMED_MEMBER } from './receiving.ts';

/** "Recevoir", "Mettre dans l'expédition", "Arrivé", "Remettre": each marks pieces with its step. */
export const SCAN_MODES = PIECE_STEPS;
export type ScanMode = PieceStep;

/** Scans that were made offline are sent in parts, in their order. */
export const SCANS_PER_CALL = 100;

const INVALID = 'Requête invalide';

/** Why an unknown reference is not created until staff confirms it. */
export const UNUSUAL_REFERENCE =
  "Cette référence est inconnue et d'une forme inhabituelle. Comparez-la avec l'étiquette, puis confirmez.";

/** The prompt after a scan of a label without a piece, on a parcel of several. */
export const allPiecesPrompt = (pieces: number): string => `Les ${pieces} cartons sont là\u00a0?`;
const ALL_PIECES = /^Les \d+ cartons sont là\u00a0\?$/;

/** The words of the button that sends a refused scan again with `isConfirmed`; undefined where that changes nothing. */
export function confirmationOf(message: string): string | undefined {
  if (message === UNUSUAL_REFERENCE) return 'Confirmer la référence';
  if (message === UNNAMED_MEMBER) return 'Le mettre quand même';
  if (isRecipientProblem(message)) return 'Enregistrer sans changer le destinataire';
  if (nearMissIn(message) !== undefined) return "Non, c'est un autre colis";
  return ALL_PIECES.test(message) ? 'Oui, ils sont tous là' : undefined;
}

const ScanSchema = z.object({
  id: uuid(INVALID),
  mode: z.enum(SCAN_MODES, INVALID),
  reference: z.string(INVALID).check(atMost(250, 'Ce code est trop long. Scannez celui de l’étiquette.')),
  /** The piece of the label, which alone gets the step; absent from labels of whole parcels. */
  piece: z.optional(z.int(INVALID).check(z.gte(1, INVALID), z.lte(PIECES_MAX, INVALID))),
  at: instant(INVALID),
  consignmentId: z.optional(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID))),
  code: z.optional(z.string(INVALID).check(atMost(20, 'Le code de retrait a six chiffres'))),
  reason: optionalText(500),
  receiverName: optionalText(100),
  payment: z.optional(z.nullable(HandoverPaymentSchema)),
  releaseReason: optionalText(500),
  neverArrivedReason: optionalText(500),
  orderIds: OtherParcelsSchema,
  carton: z.optional(CartonSchema),
  /** What staff confirmed, see `confirmationOf`. */
  isConfirmed: z.optional(z.boolean(INVALID)),
});
export type Scan = z.infer<typeof ScanSchema>;

/** Who marked which piece of an order with which step, and what the piece weighed when it was received. */
export const PieceStepsSchema = z.array(
  z.object({
    piece: z.int(),
    step: z.enum(PIECE_STEPS),
    at: InstantSchema,
    byUserId: z.nullable(IdSchema),
    weightGrams: z.nullable(z.int()),
  }),
);
export type PieceSteps = z.infer<typeof PieceStepsSchema>;

export const SendScansSchema = z.object({
  /** The time of the device now, by which the server corrects its clock. Absent in requests of former versions. */
  sentAt: z.optional(instant(INVALID)),
  scans: z.array(ScanSchema, INVALID).check(
    z.minLength(1, 'Scannez au moins un colis'),
    z.maxLength(SCANS_PER_CALL, `Un envoi ne doit pas dépasser ${SCANS_PER_CALL} lectures.`),
    z.refine((scans) => new Set(scans.map(({ id }) => id)).size === scans.length, INVALID),
  ),
});
export type SendScans = z.infer<typeof SendScansSchema>;

/** Done, without effect because it was so already, or refused with the reason. */
const ScanOutcomeSchema = z.object({
  id: z.uuid(),
  outcome: z.enum(['done', 'already', 'conflict']),
  message: z.optional(z.string()),
  orderId: z.optional(IdSchema),
  order: z.optional(StaffOrderSchema),
});
export const ScanOutcomesSchema = z.array(ScanOutcomeSchema);
export type ScanOutcome = z.infer<typeof ScanOutcomeSchema>;
