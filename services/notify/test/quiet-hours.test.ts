import { describe, expect, it } from 'vitest';
import { quietUntil } from '../src/deliveries/quiet-hours.ts';

const at = (time: string) => new Date(`2026-03-05T${time}Z`);

describe('quiet hours', () => {
  it.each([
    ['21:00-07:00', '20:59:59.999', null],
    ['21:00-07:00', '21:00:00.000', '2026-03-06T07:00:00.000Z'],
    ['21:00-07:00', '23:59:59.999', '2026-03-06T07:00:00.000Z'],
    ['21:00-07:00', '06:59:59.999', '2026-03-05T07:00:00.000Z'],
    ['21:00-07:00', '07:00:00.000', null],
    ['12:30-14:00', '12:29:59.999', null],
    ['12:30-14:00', '12:30:00.000', '2026-03-05T14:00:00.000Z'],
    ['22:00-06:45', '06:44:59.999', '2026-03-05T06:45:00.000Z'],
    ['12:30-14:00', '02:00:00.000', null],
    ['', '23:00:00.000', null],
  ])('of "%s" end, at %s, at %s', (hours, now, end) => {
    expect(quietUntil(at(now), hours)?.toISOString() ?? null).toBe(end);
  });
});
