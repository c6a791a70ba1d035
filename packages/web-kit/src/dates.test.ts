// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { longDate, longMoment, monthName, shortDate, timeGmt } from './dates.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('dates', () => {
  it('are written with French month names [CONST-023]', () => {
    expect(longDate('2025-03-05T14:07:00.000Z')).toBe('5 mars 2025');
    expect(longDate('2025-08-31')).toBe('31 août 2025');
    expect(longDate('2025-12-01')).toBe('1er décembre 2025');
    expect(longDate('2025-12-11')).toBe('11 décembre 2025');
    expect(timeGmt('2025-03-05T14:07:00.000Z')).toBe('14:07 GMT+0');
    expect(longMoment('2025-03-05T14:07:00.000Z')).toBe('5 mars 2025 à 14:07 (GMT)');
    expect(longMoment('2025-12-01T01:01:00.000Z')).toBe('1er décembre 2025 à 01:01 (GMT)');
  });

  it('have a form of the month alone', () => {
    expect(monthName('2026-08-01')).toBe('août 2026');
  });

  it('have a short form of day, month and year', () => {
    expect(shortDate('2025-03-05T14:07:00.000Z')).toBe('05/03/2025');
  });

  it('are in the time zone of Burkina Faso, whatever that of the browser', () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    expect(longDate('2025-03-05T23:30:00.000Z')).toBe('5 mars 2025');
    expect(shortDate('2025-03-05')).toBe('05/03/2025');
    expect(timeGmt('2025-03-05T00:05:00.000Z')).toBe('00:05 GMT+0');
  });
});
