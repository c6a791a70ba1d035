import { DAY_MS } from '@fasocolis/contracts/dates';

const MINUTE_MS = 60_000;

/** "21:00-07:00", in GMT. */
export const QUIET_HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** The end of the quiet hours, or null outside of them. @param hours as in `QUIET_HOURS`, over midnight or not; or "" */
export function quietUntil(now: Date, hours: string): Date | null {
  const [from = 0, to = 0] = [...hours.matchAll(/(\d\d):(\d\d)/g)].map(
    ([, hour, minute]) => (Number(hour) * 60 + Number(minute)) * MINUTE_MS,
  );
  const length = (to - from + DAY_MS) % DAY_MS;
  const sinceStart = (now.getTime() - from) % DAY_MS;
  return sinceStart < length ? new Date(now.getTime() + length - sinceStart) : null;
}
