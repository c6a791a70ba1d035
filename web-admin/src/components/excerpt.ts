/** The beginning of a text, this many characters at most; all of a short one. */
export function excerpt(text: string, most: number): string {
  // By code points: half of an emoji is no text.
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text;
}
