import * as z from 'zod/mini';
import { requiredText } from './common.ts';
import { GOODS_KINDS } from './goods-kinds.ts';
import { CONTENTS_MAX, declaredValue, GOODS_KIND_MESSAGE } from './order-input.ts';
import { TRANSPORT_MODES } from './orders.ts';
import { listedReferences } from './reading/listed-references.ts';

const MAX_NUMBERS = 20;
export const OPEN_ANNOUNCEMENTS = 200;
export const ANNOUNCEMENTS_PER_HOUR = 60;

const NUMBERS_REQUIRED = 'Collez au moins un numéro';

/** "Annoncer un colis": parcels on their way to the warehouse, with what all of them have in common. */
export const AnnounceParcelsSchema = z.object({
  /** Courier numbers, one on each line or between commas, among other words or alone. */
  numbers: requiredText({ max: 5000, message: NUMBERS_REQUIRED }).check(
    z.refine((text) => listedReferences(text).length > 0, NUMBERS_REQUIRED),
    z.refine(
      (text) => listedReferences(text).length <= MAX_NUMBERS,
      `${MAX_NUMBERS} numéros au plus à la fois\u00a0: annoncez les autres ensuite`,
    ),
  ),
  contents: requiredText({ max: CONTENTS_MAX, message: 'Écrivez ce que contient le colis' }),
  goodsKind: z.enum(GOODS_KINDS, GOODS_KIND_MESSAGE),
  mode: z.enum(TRANSPORT_MODES, 'Choisissez avion ou bateau'),
  declaredValue: z.optional(z.nullable(declaredValue)),
});
export type AnnounceParcels = z.input<typeof AnnounceParcelsSchema>;

export const AnnouncementOutcomeSchema = z.object({
  line: z.string(),
  outcome: z.enum(['announced', 'own', 'refused']),
  reference: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export const AnnouncementOutcomesSchema = z.array(AnnouncementOutcomeSchema);
export type AnnouncementOutcome = z.infer<typeof AnnouncementOutcomeSchema>;
