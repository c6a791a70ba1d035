import * as z from 'zod/mini';
import { IdSchema, InstantSchema, instant, MAX_ID, optionalText, requiredText } from './common.ts';
import { TRANSPORT_MODES } from './orders.ts';
import { searchForm } from './reading/text.ts';

/** How long a recorded milestone can be taken back before anything happens, in milliseconds. */
export const MILESTONE_UNDO_MS = 10_000;

export const MilestoneDefinitionSchema = z.object({
  id: IdSchema,
  mode: z.enum(TRANSPORT_MODES),
  label: z.string(),
  status: z.string(),
  defaultPlace: z.nullable(z.string()),
  places: z.array(z.string()),
  position: z.int(),
  isActive: z.boolean(),
  opensPickup: z.boolean(),
});
export type MilestoneDefinition = z.infer<typeof MilestoneDefinitionSchema>;

const INVALID = 'Requête invalide';
const PLACE_MAX = 100;
const POSITION_MESSAGE = 'La position doit être un nombre entier supérieur à 0';

const definitionFields = {
  mode: z.enum(TRANSPORT_MODES, 'Choisissez avion ou bateau'),
  label: requiredText({ min: 2, max: 100, message: 'Le libellé doit contenir au moins 2 caractères' }),
  status: requiredText({ message: 'Le statut est requis' }),
  defaultPlace: optionalText(PLACE_MAX),
  places: z.optional(
    z
      .array(requiredText({ max: PLACE_MAX, message: 'Indiquez un lieu' }), INVALID)
      .check(z.maxLength(20, 'Vingt lieux au plus')),
  ),
  position: z.int(POSITION_MESSAGE).check(z.gte(1, POSITION_MESSAGE), z.lte(MAX_ID, POSITION_MESSAGE)),
  isActive: z.optional(z.boolean('Veuillez choisir actif ou inactif')),
  opensPickup: z.optional(z.boolean(INVALID)),
};

export const CreateMilestoneDefinitionSchema = z.object(definitionFields);

/** Absent fields stay unchanged. The mode is fixed. */
export const UpdateMilestoneDefinitionSchema = z.omit(z.partial(CreateMilestoneDefinitionSchema), { mode: true });

/** In its 10 seconds, on its way to the orders, or done; being taken back from the orders, or taken back. */
export const MILESTONE_STATES = ['pending', 'running', 'done', 'withdrawing', 'withdrawn'] as const;

export const MilestoneSchema = z.object({
  id: IdSchema,
  consignmentId: IdSchema,
  label: z.string(),
  status: z.string(),
  place: z.string(),
  occurredAt: InstantSchema,
  note: z.nullable(z.string()),
  state: z.enum(MILESTONE_STATES),
  dueAt: InstantSchema,
  /** The orders of the consignment, those that have the event, and those that were skipped. 0 while it is pending. */
  total: z.int(),
  applied: z.int(),
  skipped: z.int(),
  byUserId: z.nullable(IdSchema),
  createdAt: InstantSchema,
});
export const MilestonesSchema = z.array(MilestoneSchema);
export type Milestone = z.infer<typeof MilestoneSchema>;

/** "Parti de Chine, Guangzhou", but "Arrivé à Ouagadougou" alone. */
export const milestoneTitle = ({ label, place }: Pick<Milestone, 'label' | 'place'>): string =>
  label.includes(place) ? label : `${label}, ${place}`;

/**
 * The place of a milestone that names none: the first of these towns that its definition lists, else its default.
 * @param towns those of the consignment and of the member of staff, as they were typed
 */
export function placeOfMilestone(
  { places, defaultPlace }: Pick<MilestoneDefinition, 'places' | 'defaultPlace'>,
  towns: readonly (string | null | undefined)[],
): string | null {
  const listed = towns.map((town) => places.find((place) => town && searchForm(place) === searchForm(town)));
  return listed.find((place) => place !== undefined) ?? defaultPlace;
}

/** Whether a milestone says that parcels have arrived, so that staff decides about those that were not scanned. */
export const saysArrived = ({ status, opensPickup }: Pick<MilestoneDefinition, 'status' | 'opensPickup'>): boolean =>
  status === 'ARRIVED' || opensPickup;

/** Orders that were not scanned are left until a scan, or get the milestone too. */
export const UNSCANNED_CHOICES = ['leave', 'announce'] as const;
export const UNSCANNED_CHOICE_LABELS: Record<(typeof UNSCANNED_CHOICES)[number], string> = {
  leave: 'Les laisser en attente (conseillé)',
  announce: 'Les annoncer aussi',
};

/** "3 colis n'ont pas été scannés." */
export const unscannedWords = (count: number): string =>
  count > 1 ? `${count.toLocaleString('fr-FR')} colis n'ont pas été scannés.` : "1 colis n'a pas été scanné.";

/** The place is required unless the definition has a default; the time is now unless given. */
export const RecordMilestoneSchema = z.object({
  definitionId: z
    .int('Choisissez un jalon')
    .check(z.gte(1, 'Choisissez un jalon'), z.lte(MAX_ID, 'Choisissez un jalon')),
  place: optionalText(PLACE_MAX),
  /** In the past. A minute ahead is accepted as now: the clocks of devices differ. */
  occurredAt: z.optional(
    instant('Indiquez une date et une heure').check(
      z.refine((time) => time >= '2000', 'Indiquez une date et une heure'),
    ),
  ),
  note: optionalText(1000),
  unscanned: z.optional(z.enum(UNSCANNED_CHOICES, 'Choisissez ce que deviennent les colis non scannés')),
});
export type RecordMilestone = z.input<typeof RecordMilestoneSchema>;

export const SKIP_REASONS = ['already', 'further', 'ended', 'archived', 'missing', 'unscanned', 'unpaid'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  already: 'Jalon déjà enregistré',
  further: 'Déjà plus loin',
  ended: 'Déjà terminé',
  archived: 'Archivé',
  missing: 'Manquant',
  unscanned: 'Non scanné',
  unpaid: 'Reste à payer',
};

export const SkippedOrderSchema = z.object({
  id: IdSchema,
  reference: z.string(),
  reason: z.enum(SKIP_REASONS),
});
export const SkippedOrdersSchema = z.array(SkippedOrderSchema);
export type SkippedOrder = z.infer<typeof SkippedOrderSchema>;
