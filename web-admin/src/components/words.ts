export function excerpt(text: string, max: number): string {
  // By code points, so that no emoji is split.
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}

/** "1 colis", "2 000 colis". */
export const parcelCount = (count: number) => `${count.toLocaleString('fr-FR')} colis`;

export function orderCount(count: number, said?: string): string {
  const ending = count > 1 ? 's' : '';
  return `${count} commande${ending}${said ? ` ${said}${ending}` : ''}`;
}
