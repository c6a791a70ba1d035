import * as z from 'zod/mini';
import { boundedText } from '../common.ts';
import { plainText } from '../reading/text.ts';

/** The largest amount that can be written in words, and the largest that an order may cost. */
export const MAX_FRANCS = 999_999_999;

export const WHOLE_FRANCS = 'Écrivez un nombre entier de francs, sans virgule';

const CURRENCY = '(?:xof|f(?:cs?|rs?|rancs?)?[\\s.]*(?:c\\.?f\\.?a)?|cfa)\\.?';
const AROUND_AMOUNT = new RegExp(`^${CURRENCY}\\s*(?=\\d)|(\\d)\\s*${CURRENCY}$`, 'gi');

/**
 * An amount in whole FCFA: "9000", "9 000 FCFA", "180.000". Spaces and points separate thousands; a comma, or a point that
 * separates anything else, would be a fraction, which the currency does not have. NaN when the text is no amount.
 */
export function readFrancs(text: string): number {
  const plain = plainText(text)
    .replace(AROUND_AMOUNT, '$1')
    .replace(/(\d)(?:\s+|['\u2019])(?=\d)/g, '$1 ');
  return /^(?:\d+|\d{1,3}(?: \d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(plain) ? Number(plain.replace(/\D/g, '')) : Number.NaN;
}

/** An amount of a request, as a number or as people write it. */
export function francs(min: number, max: number, message: string) {
  return z.pipe(
    z.pipe(
      z.union([z.number(WHOLE_FRANCS), boundedText(40, WHOLE_FRANCS)], WHOLE_FRANCS),
      z.transform((amount: number | string) => (typeof amount === 'string' ? readFrancs(amount) : amount)),
    ),
    z.int(WHOLE_FRANCS).check(z.gte(min, message), z.lte(max, message)),
  );
}

/** "26 400 FCFA", with narrow spaces between thousands. */
export const writtenFrancs = (amount: number): string => `${amount.toLocaleString('fr-FR')}\u00a0FCFA`;
