import * as z from 'zod/mini';
import { IdSchema, requiredText } from './common.ts';
import { francs, writtenFrancs } from './money/francs.ts';
import { TARIFF_UNITS } from './money/freight.ts';
import { TRANSPORT_MODES } from './orders.ts';

export const TariffSchema = z.object({
  id: IdSchema,
  mode: z.enum(TRANSPORT_MODES),
  label: z.string(),
  unit: z.enum(TARIFF_UNITS),
  /** Per unit, in FCFA. */
  price: z.int(),
  minimum: z.int(),
  isActive: z.boolean(),
});
export type Tariff = z.infer<typeof TariffSchema>;

const MAX_PRICE = 10_000_000;
const PRICE_MESSAGE = `Le prix doit être compris entre 1 et ${writtenFrancs(MAX_PRICE)}`;
const MINIMUM_MESSAGE = `Le minimum doit être compris entre 0 et ${writtenFrancs(MAX_PRICE)}`;

export const CreateTariffSchema = z.object({
  mode: z.enum(TRANSPORT_MODES, 'Choisissez avion ou bateau'),
  label: requiredText({ min: 2, max: 100, message: 'Le libellé doit contenir au moins 2 caractères' }),
  unit: z.enum(TARIFF_UNITS, 'Choisissez kg, m³ ou pièce'),
  price: francs(1, MAX_PRICE, PRICE_MESSAGE),
  minimum: z.optional(francs(0, MAX_PRICE, MINIMUM_MESSAGE)),
  isActive: z.optional(z.boolean('Veuillez choisir actif ou inactif')),
});
export type CreateTariff = z.input<typeof CreateTariffSchema>;

/** Absent fields stay unchanged. Mode and unit are fixed. */
export const UpdateTariffSchema = z.omit(z.partial(CreateTariffSchema), { mode: true, unit: true });
