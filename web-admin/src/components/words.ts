export function excerpt(text: string, most: number): string {
  // By code points, so that no emoji is split.
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text;
}

const kilograms = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 3 });

/** "12,5 kg". */
export const weightWords = (grams: number) => `${kilograms.format(grams / 1000)}\u00a0kg`;

/** "1 colis", "2 000 colis". */
export const parcelCount = (count: number) => `${count.toLocaleString('fr-FR')} colis`;

export function orderCount(count: number, said?: string): string {
  const ending = count > 1 ? 's' : '';
  return `${count} commande${ending}${said ? ` ${said}${ending}` : ''}`;
}
