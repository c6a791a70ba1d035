/** "Awa Marie Ouédraogo" as "Awa O.", which it leaves as it is. */
export function shortName(name: string | null): string | null {
  const [first = null, ...others] = name?.split(/\s+/) ?? [];
  const initial = others[others.length - 1]?.match(/\p{L}/u)?.[0];
  return first && initial ? `${first} ${initial.toUpperCase()}.` : first;
}
