export const DAY_MS = 24 * 3600 * 1000;

/**
 * A way to write instants and calendar days (YYYY-MM-DD) in French and in UTC, which is Burkina Faso's own time. The first
 * day of a named month is "1er".
 */
export function frenchFormat(options: Intl.DateTimeFormatOptions): (value: string | Date) => string {
  // Creating a formatter takes milliseconds, and no process or page uses all of them: each waits for its first use.
  let formatter: Intl.DateTimeFormat | undefined;
  return (value) => {
    formatter ??= new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
    return formatter.format(new Date(value)).replace(/(^|\s)1(?=\s\p{L})/u, (first) => `${first}er`);
  };
}

/** A day: "05/03/2025". */
export const shortDate = frenchFormat({ day: '2-digit', month: '2-digit', year: 'numeric' });

/** A day: "5 mars 2025". */
export const longDate = frenchFormat({ dateStyle: 'long' });

/** The beginning of the week of an instant, in the time of Burkina Faso. */
export const mondayBefore = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7)));
