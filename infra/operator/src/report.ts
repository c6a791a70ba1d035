import type { Manifest, Summary } from './manifest.ts';

const number = new Intl.NumberFormat('fr-FR');

/** One line about what a backup holds. */
export function summarize({ contents, events }: Summary): string {
  const services = Object.entries(contents).map(([service, tables]) => {
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return `${service} ${number.format(rows)}`;
  });
  return `Lignes : ${services.join(', ')} ; événements en route : ${number.format(events)}.`;
}

/** The moment a backup is of, for people. */
export function dateOf({ createdAt }: Manifest): string {
  const format = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(createdAt))} (UTC)`;
}
