import { isGenerated, isMistyped, referenceKey } from './reference.ts';

/** Shorter codes beside a reference are times, weights, room numbers and the like. */
const MEANT_MIN = 8;

/** Digits alone may be a phone number or an amount. */
const hasBoth = (key: string) => /\p{L}/u.test(key) && /\p{N}/u.test(key);

/**
 * The unknown references that the writer of a text surely meant as references, when others were found in it. The candidates
 * also include phone numbers, years, and parts and neighbours of the found references.
 * @param known the keys of those that were found
 */
export function missingReferences(unknown: readonly string[], known: readonly string[]): string[] {
  const meant = unknown.filter((reference) => {
    const key = referenceKey(reference);
    if (isGenerated(key) || isMistyped(key)) return true;
    return !reference.includes(' ') && key.length >= MEANT_MIN && hasBoth(key);
  });
  const keys = [...known, ...meant.map(referenceKey)];
  const isPartOf = (one: string, other: string) => one !== other && other.includes(one);
  return meant.filter((reference) => {
    const key = referenceKey(reference);
    return !keys.some((other) => isPartOf(other, key)) && !known.some((other) => isPartOf(key, other));
  });
}
