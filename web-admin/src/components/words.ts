export function excerpt(text: string, max: number): string {
  // By code points, so that no emoji is split.
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

export const DAY_MS = 86_400_000;

/** The whole days since an instant. */
export const daysSince = (instant: string, now = Date.now()) => Math.floor((now - Date.parse(instant)) / DAY_MS);

/** "1 colis", "2 000 colis". */
export const parcelCount = (count: number) => `${count.toLocaleString('fr-FR')} colis`;

export function orderCount(count: number, said?: string): string {
  const ending = count > 1 ? 's' : '';
  return `${count} commande${ending}${said ? ` ${said}${ending}` : ''}`;
}
