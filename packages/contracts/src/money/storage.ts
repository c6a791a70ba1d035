const DAY_MS = 24 * 3600 * 1000;

/** The day of an instant: Burkina Faso has the time of Greenwich. */
const dayOf = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS);

/** The days of storage beyond the free ones, on the day of `now`. The first day is the one after the parcel was ready. */
export const storageDays = (readyAt: Date, now: Date, freeDays: number): number =>
  Math.max(0, dayOf(now) - dayOf(readyAt) - freeDays);

/** Whether the day of `now` is the last one without a charge. */
export const isLastFreeDay = (readyAt: Date, now: Date, freeDays: number): boolean =>
  dayOf(now) - dayOf(readyAt) === freeDays;

/** "Magasinage : 3 jours". */
export const storageLabel = (days: number): string => `Magasinage\u00a0: ${days} jour${days > 1 ? 's' : ''}`;
