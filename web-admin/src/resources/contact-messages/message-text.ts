import type { ContactMessage } from '@fasocolis/contracts/content';

/** Characters of a message that the list shows. */
const EXCERPT = 80;

/** The beginning of a message; all of a short one. */
export function excerpt(message: string): string {
  // By code points: half of an emoji is no text.
  const characters = Array.from(message);
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}...` : message;
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
const day = inUtc({ day: '2-digit', month: 'long', year: 'numeric' });
const time = inUtc({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** When a message came, in UTC: "05 mars 2025 à 14:07". */
export function receivedAt({ createdAt }: Pick<ContactMessage, 'createdAt'>): string {
  const instant = new Date(createdAt);
  return `${day.format(instant)} à ${time.format(instant)}`;
}
