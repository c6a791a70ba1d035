/** "1 commande", "12 commandes", each with what is said of them. */
export function orderCount(count: number, said?: string): string {
  const ending = count > 1 ? 's' : '';
  return `${count} commande${ending}${said ? ` ${said}${ending}` : ''}`;
}
