// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-03-05T14:07:00.000Z');
const ago = (seconds: number) => relativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW);
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a relative time', () => {
  it('is shown in French and whole units [NOTIF-008, CONST-029]', () => {
    expect(ago(5 * MINUTE)).toBe('il y a 5 minutes');
    expect(ago(MINUTE)).toBe('il y a 1 minute');
    expect(ago(2 * HOUR - 1)).toBe('il y a 1 heure');
    expect(ago(3 * DAY)).toBe('il y a 3 jours');
    expect(ago(15 * DAY)).toBe('il y a 2 semaines');
    expect(ago(70 * DAY)).toBe('il y a 2 mois');
    expect(ago(800 * DAY)).toBe('il y a 2 ans');
  });

  it('is "now" below a minute, and when the clock of the phone is behind', () => {
    expect(ago(59)).toBe("à l'instant");
    expect(ago(-300)).toBe("à l'instant");
  });
});
