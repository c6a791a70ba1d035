import * as z from 'zod/mini';

/** What marks a piece, in the sequence of its journey: that it was received, loaded, arrived, was handed over. */
export const PIECE_STEPS = ['receive', 'load', 'arrive', 'hand-over'] as const;
export type PieceStep = (typeof PIECE_STEPS)[number];

export const PassedPiecesSchema = z.object({ step: z.enum(PIECE_STEPS), count: z.int() });
export type PassedPieces = z.infer<typeof PassedPiecesSchema>;

/** The participle of each step, for "une pièce". */
export const PASSED: Record<PieceStep, string> = {
  receive: 'reçue',
  load: 'chargée',
  arrive: 'arrivée',
  'hand-over': 'remise',
};

interface Pieces {
  pieces: number | null;
  passedPieces: PassedPieces | null;
}

/** "3", or "2 sur 3 arrivées" while a step of some pieces is missing; undefined while their number is unknown. */
export function writtenPieces({ pieces, passedPieces }: Pieces): string | undefined {
  if (pieces === null) return undefined;
  if (passedPieces === null) return pieces.toLocaleString('fr-FR');
  const { step, count } = passedPieces;
  return `${count.toLocaleString('fr-FR')} sur ${pieces.toLocaleString('fr-FR')} ${PASSED[step]}${count > 1 ? 's' : ''}`;
}
