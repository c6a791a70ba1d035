import * as z from 'zod/mini';
import { atMost, DaySchema, IdSchema, InstantSchema, instant, MAX_ID, optionalText, requiredText } from './common.ts';
import { francs, MAX_FRANCS, writtenFrancs } from './money/francs.ts';
import { deliveryDay, ReferenceSchema } from './order-input.ts';
import { StaffOrderSchema, TRANSPORT_MODES, type TransportMode } from './orders.ts';
import { plainText } from './reading/text.ts';

/** In preparation, departed, arrived: what the milestones say. Closed: decided by staff. */
export const CONSIGNMENT_STATES = ['preparing', 'departed', 'arrived', 'closed'] as const;
export type ConsignmentState = (typeof CONSIGNMENT_STATES)[number];

export const CONSIGNMENT_STATE_LABELS: Record<ConsignmentState, string> = {
  preparing: 'En préparation',
  departed: 'Partie',
  arrived: 'Arrivée',
  closed: 'Clôturée',
};

export const CODE_PREFIXES: Record<TransportMode, string> = { AIR: 'AIR', SEA: 'MER' };

export const ConsignmentSchema = z.object({
  id: IdSchema,
  code: z.string(),
  mode: z.enum(TRANSPORT_MODES),
  departureCity: z.string(),
  /** Air waybill or container. */
  carrierNumber: z.nullable(z.string()),
  billOfLading: z._default(z.nullable(z.string()), null),
  /** The number of the electronic cargo tracking note: "Bordereau électronique de suivi des cargaisons". */
  bescNumber: z._default(z.nullable(z.string()), null),
  departureDate: z.nullable(DaySchema),
  expectedArrival: z.nullable(DaySchema),
  state: z.enum(CONSIGNMENT_STATES),
  orders: z.int(),
  pieces: z.int(),
  withoutPieces: z._default(z.int(), 0),
  weightGrams: z.int(),
  withoutWeight: z._default(z.int(), 0),
  volumeCm3: z._default(z.int(), 0),
  withoutVolume: z._default(z.int(), 0),
  due: z._default(z.int(), 0),
  paid: z._default(z.int(), 0),
  cost: z.optional(z.nullable(z.int())),
  closedAt: z.nullable(InstantSchema),
  createdAt: InstantSchema,
  /** The version, see `UpdateConsignmentSchema`. */
  updatedAt: InstantSchema,
});
export const ConsignmentsSchema = z.array(ConsignmentSchema);
export type Consignment = z.infer<typeof ConsignmentSchema>;

export type Totals = Pick<
  Consignment,
  | 'orders'
  | 'pieces'
  | 'withoutPieces'
  | 'weightGrams'
  | 'withoutWeight'
  | 'volumeCm3'
  | 'withoutVolume'
  | 'due'
  | 'paid'
>;

/** What totals do not contain, as in "30 colis sans nombre de pièces". Most parcels by air have no volume. */
export function unknownInTotals({ withoutPieces, withoutWeight, volumeCm3, withoutVolume }: Totals): string[] {
  const unknown: [count: number, what: string][] = [
    [withoutPieces, 'nombre de pièces'],
    [withoutWeight, 'poids'],
    [volumeCm3 > 0 ? withoutVolume : 0, 'volume'],
  ];
  return unknown.flatMap(([count, what]) => (count > 0 ? `${count.toLocaleString('fr-FR')} colis sans ${what}` : []));
}

export const ConsignmentCountSchema = z.object({
  /** The end that is being counted: none before the first scan. */
  end: z.nullable(z.enum(['load', 'arrive'])),
  expected: z.int(),
  /** With all their pieces. */
  loaded: z.int(),
  arrived: z.int(),
  /** Expected and not seen at the end that is being counted. */
  missing: z.int(),
  /** In its list, with pieces that have not arrived. Milestones reach the list alone, and ask about these. */
  unscanned: z.int(),
  extra: z.int(),
});
export type ConsignmentCount = z.infer<typeof ConsignmentCountSchema>;

export const COUNT_GROUPS = ['expected', 'loaded', 'arrived', 'missing', 'extra'] as const;
export type CountGroup = (typeof COUNT_GROUPS)[number];

export const CountedOrderSchema = z.extend(StaffOrderSchema, { loadedPieces: z.int(), arrivedPieces: z.int() });
export type CountedOrder = z.infer<typeof CountedOrderSchema>;

const INVALID = 'Requête invalide';
const INVALID_DATE = 'Veuillez saisir une date valide';
const CODE_MESSAGE = 'Le code doit contenir au moins 4 caractères';

const CodeSchema = requiredText({ min: 4, max: 40, message: CODE_MESSAGE }).check(
  z.overwrite(plainText),
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u, 'Le code contient des lettres, des chiffres, des espaces, ou . / -'),
  z.toUpperCase(),
);

const fields = {
  departureCity: requiredText({ max: 100, message: 'La ville de départ est requise' }),
  carrierNumber: optionalText(60),
  billOfLading: optionalText(60),
  bescNumber: optionalText(60),
  departureDate: deliveryDay(INVALID_DATE),
  expectedArrival: deliveryDay(INVALID_DATE),
};

const COST_MESSAGE = `Le coût doit être compris entre 0 et ${writtenFrancs(MAX_FRANCS)}`;

const ARRIVAL_BEFORE_DEPARTURE = "L'arrivée prévue précède le départ";

/** Undefined when the dates are in order. */
export const datesProblem = (departure: string | null | undefined, arrival: string | null | undefined) =>
  departure && arrival && arrival < departure ? ARRIVAL_BEFORE_DEPARTURE : undefined;

const datesInOrder = z.refine<{
  departureDate?: string | null | undefined;
  expectedArrival?: string | null | undefined;
}>(({ departureDate, expectedArrival }) => datesProblem(departureDate, expectedArrival) === undefined, {
  path: ['expectedArrival'],
  error: ARRIVAL_BEFORE_DEPARTURE,
});

export const CreateConsignmentSchema = z
  .object({
    code: z.optional(CodeSchema),
    mode: z.enum(TRANSPORT_MODES, 'Choisissez avion ou bateau'),
    ...fields,
  })
  .check(datesInOrder);

/** Absent fields stay unchanged. The mode is fixed. */
export const UpdateConsignmentSchema = z.object({
  code: z.optional(CodeSchema),
  ...fields,
  departureCity: z.optional(fields.departureCity),
  cost: z.optional(z.nullable(francs(0, MAX_FRANCS, COST_MESSAGE))),
  closed: z.optional(z.boolean(INVALID)),
  /** The version that was edited: a newer one is not overwritten (409). */
  updatedAt: z.optional(instant(INVALID)),
});

export const OUTDATED_CONSIGNMENT =
  'Cette expédition a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';

/** With a prefix, the manifest has the codes of the clients. */
export const ManifestQuerySchema = z.object({
  clientCodePrefix: z.optional(z.string().check(atMost(6), z.regex(/^[A-Z]{2,6}$/, 'Requête invalide'))),
});

export const SuggestCodeQuerySchema = z.object({ mode: z.enum(TRANSPORT_MODES) });
export const SuggestedCodeSchema = z.object({ code: z.string() });

/** Longer lists are sent in parts. */
export const MEMBERS_PER_CALL = 500;

const NO_LINES = 'La liste n’a aucun colis à ajouter. Vérifiez la feuille, ou indiquez une référence.';

const MemberLineSchema = z
  .object({
    line: z.int(INVALID).check(z.gte(1, INVALID)),
    reference: z.optional(z.nullable(z.string(INVALID).check(atMost(250)))),
    orderId: z.optional(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID))),
  })
  .check(z.refine(({ reference, orderId }) => reference === undefined || orderId === undefined, INVALID));
export type MemberLine = z.infer<typeof MemberLineSchema>;

/** A dry run validates the lines and writes nothing. */
export const AddMembersSchema = z.object({
  lines: z.array(MemberLineSchema, NO_LINES).check(
    z.minLength(1, NO_LINES),
    z.maxLength(
      MEMBERS_PER_CALL,
      `Un envoi ne doit pas dépasser ${MEMBERS_PER_CALL} lignes. Envoyez la liste en plusieurs fois.`,
    ),
    z.refine(
      (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
      'Deux lignes ont le même numéro. Choisissez la liste de nouveau.',
    ),
  ),
  dryRun: z.boolean(INVALID),
  /** That parcels without a name are added too. */
  isConfirmed: z.optional(z.boolean(INVALID)),
});
export type AddMembers = z.infer<typeof AddMembersSchema>;

export const MemberReferenceSchema = ReferenceSchema;

/** Added, or valid in a dry run; already in this consignment; refused with the reason. */
const MemberOutcomeSchema = z.object({
  line: z.int(),
  outcome: z.enum(['ready', 'added', 'already', 'refused']),
  message: z.optional(z.string()),
  order: z.optional(StaffOrderSchema),
});
export const MemberOutcomesSchema = z.array(MemberOutcomeSchema);
export type MemberOutcome = z.infer<typeof MemberOutcomeSchema>;
