import type { TransportMode } from '../orders.ts';
import { MAX_FRANCS } from './francs.ts';

export const TARIFF_UNITS = ['kg', 'm3', 'piece'] as const;
export type TariffUnit = (typeof TARIFF_UNITS)[number];

export const UNITS_OF_MODE: Record<TransportMode, readonly TariffUnit[]> = {
  AIR: ['kg', 'piece'],
  SEA: ['m3', 'piece'],
};

/** Cubic centimetres that count as a kilogram by air, unless the setting says another number. */
export const DEFAULT_VOLUMETRIC_DIVISOR = 6000;

/** Amounts are multiples of the smallest coin, in FCFA. */
const COIN = 5;

export interface Measures {
  weightGrams: number | null;
  volumeCm3: number | null;
  pieces: number | null;
}

/**
 * The quantity that is charged, in thousandths of the unit: by air the greater of weight and volumetric weight, up to the
 * next 0.1 kg; by sea the greater of cubic metres and tonnes, up to the next 0.001 m³. Null when the measure of the unit is
 * missing; the other one may be.
 */
export function chargeableQuantity(
  unit: TariffUnit,
  { weightGrams, volumeCm3, pieces }: Measures,
  volumetricDivisor: number = DEFAULT_VOLUMETRIC_DIVISOR,
): number | null {
  if (unit === 'piece') return pieces === null ? null : pieces * 1000;
  if (unit === 'm3') return volumeCm3 === null ? null : Math.ceil(Math.max(volumeCm3, weightGrams ?? 0) / 1000);
  if (weightGrams === null) return null;
  // Grams and cubic centimetres as multiples of the same fraction, so that nothing is rounded before the end.
  const greater = Math.max(weightGrams * volumetricDivisor, (volumeCm3 ?? 0) * 1000);
  return Math.ceil(greater / (volumetricDivisor * 100)) * 100;
}

/**
 * The greater of quantity × price and the minimum, rounded up to 5 FCFA. Null above the largest amount.
 * @param quantity in thousandths
 */
export function freightAmount(quantity: number, { price, minimum }: { price: number; minimum: number }): number | null {
  const amount = Math.max(Math.ceil((quantity * price) / (1000 * COIN)), Math.ceil(minimum / COIN)) * COIN;
  return amount > MAX_FRANCS ? null : amount;
}

const UNIT_WORDS: Record<TariffUnit, { name: string; digits: number }> = {
  kg: { name: 'kg', digits: 1 },
  m3: { name: 'm³', digits: 3 },
  piece: { name: 'pièce', digits: 0 },
};

export const unitName = (unit: TariffUnit): string => UNIT_WORDS[unit].name;

/** "20,0 kg", "0,120 m³", "3 pièces". @param quantity in thousandths */
export function writtenQuantity(quantity: number, unit: TariffUnit): string {
  const { name, digits } = UNIT_WORDS[unit];
  const number = (quantity / 1000).toLocaleString('fr-FR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number}\u00a0${name}${unit === 'piece' && quantity >= 2000 ? 's' : ''}`;
}
