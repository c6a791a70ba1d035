import { searchForm } from '@fasocolis/contracts/reading/text';

interface Part {
  /** Where it begins. */
  from: number;
  text: string;
  isFound: boolean;
}

const plain = (character: string) => searchForm(character).charAt(0);
const COUNTS = /[\p{L}\p{N}]/u;

/** The letters and digits of a text in plain form, and where each is. */
function lettersOf(text: string) {
  const letters: { letter: string; from: number; to: number }[] = [];
  let from = 0;
  for (const character of text) {
    const [letter, to] = [plain(character), from + character.length];
    if (COUNTS.test(letter)) letters.push({ letter, from, to });
    from = to;
  }
  return { text: letters.map(({ letter }) => letter).join(''), letters };
}

/** Splits a text into what a search names, in any spelling, and the rest. */
export function markedText(text: string, search: string): Part[] {
  const { text: own, letters } = lettersOf(text);
  const whole = lettersOf(search).text;
  const words = own.includes(whole) ? [whole] : search.split(/\s+/).map((word) => lettersOf(word).text);
  const found = words
    .filter((word) => word !== '' && own.includes(word))
    .map((word) => {
      const start = own.indexOf(word);
      return { from: letters[start]?.from ?? 0, to: letters[start + word.length - 1]?.to ?? 0 };
    })
    .sort((a, b) => a.from - b.from);

  const parts: Part[] = [];
  let end = 0;
  for (const { from, to } of found) {
    if (from < end) continue;
    parts.push({ from: end, text: text.slice(end, from), isFound: false });
    parts.push({ from, text: text.slice(from, to), isFound: true });
    end = to;
  }
  parts.push({ from: end, text: text.slice(end), isFound: false });
  return parts.filter((part) => part.text !== '');
}
