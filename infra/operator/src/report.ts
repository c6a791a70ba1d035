import type { Header } from './backup.ts';

/** A fault whose message is a sentence for the person at the terminal: shown as it is, without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const number = new Intl.NumberFormat('fr-FR');

/** One line about what a backup holds. */
export function summarize({ services }: Header): string {
  const counts = Object.entries(services).map(([service, { tables }]) => {
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return `${service} ${number.format(rows)}`;
  });
  return `Lignes : ${counts.join(', ')}.`;
}

/** The moment a backup is of, for people. */
export function dateOf({ createdAt }: Header): string {
  const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(createdAt))} (UTC)`;
}
