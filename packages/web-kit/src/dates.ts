type Instant = string | Date;

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
  return (value: Instant) => formatter.format(new Date(value));
};

/** A day in French and UTC: "5 mars 2025". Takes an instant or a calendar day (YYYY-MM-DD). */
export const longDate = format({ day: 'numeric', month: 'long', year: 'numeric' });

/** A day in UTC: "05/03/2025". */
export const shortDate = format({ day: '2-digit', month: '2-digit', year: 'numeric' });

/** The month of a day: "août 2026". */
export const monthName = format({ month: 'long', year: 'numeric' });

const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A time of day in UTC, which is Burkina Faso's own time: "14:07 GMT+0". */
export const timeGmt = (value: Instant) => `${time(value)} GMT+0`;

/** A moment in UTC, inside a sentence: "5 mars 2025 à 14:07 (GMT)". */
export const longMoment = (value: Instant) => `${longDate(value)} à ${time(value)} (GMT)`;
