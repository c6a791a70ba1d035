/** "Awa Marie Ouédraogo" as "Awa O.". */
export function shortName(name: string | null): string | null {
  const [first = null, ...others] = name?.split(/\s+/) ?? [];
  const initial = others.at(-1)?.match(/\p{L}/u)?.[0];
  return first && initial ? `${first} ${initial.toUpperCase()}.` : first;
}
