const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('fr-FR');

/** A past time in French, relative to now: "il y a 5 minutes". Less than a minute is "à l'instant". */
export function relativeTime(instant: string, now: number): string {
  // A phone's clock may be behind the server's: such times count as now.
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : "à l'instant";
}
