import { describe, expect, it } from 'vitest';
import { frenchFormat, mondayBefore } from './dates.ts';

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

it.each(['2026-11-02T00:00:00Z', '2026-11-04T12:00:00Z', '2026-11-07T23:59:59Z', '2026-11-08T23:59:59Z'])(
  'the week of %s begins on Monday, 2 November',
  (instant) => expect(mondayBefore(new Date(instant))).toEqual(new Date('2026-11-02')),
);
