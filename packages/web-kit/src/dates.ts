import { frenchFormat, longDate, shortDate } from '@fasocolis/contracts/dates';

export { longDate, shortDate };

/** The month of a day: "août 2026". */
export const monthName = frenchFormat({ month: 'long', year: 'numeric' });

const time = frenchFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A time of day in UTC, which is Burkina Faso's own time: "14:07 GMT+0". */
export const timeGmt = (value: string | Date) => `${time(value)} GMT+0`;

/** A moment in UTC, in a table: "05/03/2025, 14:07 GMT+0". */
export const shortMoment = (value: string | Date) => `${shortDate(value)}, ${timeGmt(value)}`;

/** A moment in UTC, inside a sentence: "5 mars 2025 à 14:07 (GMT)". */
export const longMoment = (value: string | Date) => `${longDate(value)} à ${time(value)} (GMT)`;
