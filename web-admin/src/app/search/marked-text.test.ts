import { expect, it } from 'vitest';
import { markedText } from './marked-text.ts';

/** What is found, in brackets. */
const marked = (text: string, search: string) =>
  markedText(text, search)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['FC-7ABC', 'fc7a', '[FC-7A]BC'],
  ['Awa Marie Ouédraogo', 'ouedraogo awa', '[Awa] Marie [Ouédraogo]'],
  ['+226 70 12 34 56', '70123456', '+226 [70 12 34 56]'],
  ['+226 70 12 34 56', '70 12 34', '+226 [70 12 34] 56'],
  ['Awa', 'Ali', 'Awa'],
  ['Awa', '', 'Awa'],
  ['Awa 🚢 Ouédraogo', 'ouédraogo', 'Awa 🚢 [Ouédraogo]'],
])('marks what is found in %j for %j: %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});
