export function excerpt(text: string, most: number): string {
  // By code points, so that no emoji is split.
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text;
}

/** "1 commande", "12 commandes", each with its adjective. */
export function orderCount(count: number, said?: string): string {
  const ending = count > 1 ? 's' : '';
  return `${count} commande${ending}${said ? ` ${said}${ending}` : ''}`;
}
