/** The oldest scan, and so the oldest order that a scan creates. */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;

/**
 * When something happened that a device recorded by its own clock, which may be wrong by years. A time that is impossible
 * once the clock is corrected is one from before the clock was set: its time is unknown, so the time of receipt counts.
 * @param sentAt the time of the device when the request was sent
 */
export function correctedTime(at: string, sentAt: string | undefined, receivedAt: Date): Date {
  const now = receivedAt.getTime();
  const time = Date.parse(at) + (sentAt === undefined ? 0 : now - Date.parse(sentAt));
  return new Date(time >= now - MAX_AGE_MS && time <= now ? time : now);
}
