// This is a separate file, so that the first page of the site loads without the code that reads texts.

/** A text of at most so many characters, not cut within one. */
export function shortened(text: string, max: number): string {
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
