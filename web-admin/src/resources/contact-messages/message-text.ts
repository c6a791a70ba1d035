import type { ContactMessage } from '@fasocolis/contracts/content';

/** Characters of a message that the list shows. */
export const EXCERPT = 80;

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
const day = inUtc({ day: '2-digit', month: 'long', year: 'numeric' });
const time = inUtc({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** When a message came, in UTC: "05 mars 2025 à 14:07". */
export function receivedAt({ createdAt }: Pick<ContactMessage, 'createdAt'>): string {
  const instant = new Date(createdAt);
  return `${day.format(instant)} à ${time.format(instant)}`;
}
