import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLastFreeDay, storageDays, storageLabel } from './storage.ts';

const READY = new Date('2026-11-02T15:30:00Z');
const at = (day: number, time = '00:00:00') => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}Z`);

describe('storage', () => {
  it.each([
    [2, 0],
    [9, 0],
    [10, 1],
    [12, 3],
  ])(
    'with seven free days from the day after the parcel was ready costs, on day %i, %i days [PAY-007]',
    (day, days) => {
      expect(storageDays(READY, at(day), 7)).toBe(days);
      expect(storageDays(READY, at(day, '23:59:59'), 7)).toBe(days);
    },
  );

  it('without free days costs from the day after the parcel was ready [PAY-007]', () => {
    expect([2, 3, 4].map((day) => storageDays(READY, at(day, '23:00:00'), 0))).toEqual([0, 1, 2]);
  });

  it('has one last free day, before the first that costs [PAY-007]', () => {
    expect([8, 9, 10].map((day) => isLastFreeDay(READY, at(day), 7))).toEqual([false, true, false]);
    expect(isLastFreeDay(READY, READY, 0)).toBe(true);
  });

  it('never costs less on a later day, nor more than a day more per day [PAY-007]', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, instants, fc.nat(60), (readyAt, now, freeDays) => {
        const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000);
        const more = storageDays(readyAt, tomorrow, freeDays) - storageDays(readyAt, now, freeDays);
        expect([0, 1]).toContain(more);
      }),
    );
  });

  it('is named with its days [PAY-007]', () => {
    expect([1, 3].map(storageLabel)).toEqual(['Magasinage\u00a0: 1 jour', 'Magasinage\u00a0: 3 jours']);
  });
});
