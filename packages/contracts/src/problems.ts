import * as z from 'zod/mini';
import { IdSchema, InstantSchema, optionalText } from './common.ts';
import { photoData } from './images.ts';
import { PIECES_MAX } from './order-input.ts';
import { HANDOVER_PHOTO_MAX_BYTES, HANDOVER_PHOTO_TOO_LARGE } from './pickup.ts';

export const PROBLEM_KINDS = ['missing', 'damaged'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_STATUSES: Record<ProblemKind, string> = { missing: 'MISSING', damaged: 'DAMAGED' };
export const PROBLEM_LABELS: Record<ProblemKind, string> = { missing: 'Manquant', damaged: 'Abîmé' };

const INVALID = 'Requête invalide';
const PIECE_MESSAGE = 'Choisissez un carton de ce colis';

/** Without a piece, the whole parcel. The owner reads the note; the photo, a data URL, is for staff. */
export const ReportProblemSchema = z.object({
  kind: z.enum(PROBLEM_KINDS, 'Choisissez manquant ou abîmé'),
  piece: z.optional(z.nullable(z.int(PIECE_MESSAGE).check(z.gte(1, PIECE_MESSAGE), z.lte(PIECES_MAX, PIECE_MESSAGE)))),
  note: optionalText(1000),
  photo: z.optional(z.nullable(photoData(HANDOVER_PHOTO_MAX_BYTES, HANDOVER_PHOTO_TOO_LARGE))),
});

export const CloseProblemSchema = z.object({ note: optionalText(500) }, INVALID);

export const ProblemSchema = z.object({
  id: IdSchema,
  orderId: IdSchema,
  kind: z.enum(PROBLEM_KINDS),
  piece: z.nullable(z.int()),
  note: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  byUserId: z.nullable(IdSchema),
  createdAt: InstantSchema,
  closed: z.nullable(z.object({ at: InstantSchema, byUserId: z.nullable(IdSchema), note: z.nullable(z.string()) })),
});
export const ProblemsSchema = z.array(ProblemSchema);
export type Problem = z.infer<typeof ProblemSchema>;

/** "Manquant, carton 2". */
export const problemTitle = ({ kind, piece }: Pick<Problem, 'kind' | 'piece'>): string =>
  piece === null ? PROBLEM_LABELS[kind] : `${PROBLEM_LABELS[kind]}, carton ${piece}`;
