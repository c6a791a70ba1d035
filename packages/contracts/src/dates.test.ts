import { describe, expect, it } from 'vitest';
import { frenchFormat } from './dates.ts';

describe('the first day of a month', () => {
  it('is an ordinal after the name of the day and before a time', () => {
    const format = frenchFormat({ dateStyle: 'full', timeStyle: 'short' });
    expect(format('2026-12-01T01:01:00.000Z')).toBe('mardi 1er décembre 2026 à 01:01');
    expect(format('2026-12-11T01:01:00.000Z')).toBe('vendredi 11 décembre 2026 à 01:01');
  });

  it('stays a figure in a date of figures', () => {
    expect(frenchFormat({ dateStyle: 'short' })('2026-12-01')).toBe('01/12/2026');
  });
});
