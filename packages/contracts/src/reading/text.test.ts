import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, searchForm, withLatinDigits, withoutListMarks } from './text.ts';

/** The fastest of three runs, as the machine may be busy. In milliseconds. */
function fastestOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const INVISIBLE = [
  '\u200b',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u00ad',
  '\ufeff',
  '\u061c',
  '\u0000',
  '\u0008',
  '\u001d',
  '\u007f',
  '\u0085',
  '\ud800',
  '\udfff',
  '\uffff',
  '\ufdd0',
  '\u{1fffe}',
  '\u{e0001}',
];

describe('a text from outside', () => {
  it.each(INVISIBLE)('loses %j wherever it is [READ-001]', (character) => {
    expect(cleanText(`${character}Awa${character}`)).toBe('Awa');
    expect(cleanText(`Ou${character}aga`).replace(' ', '')).toBe('Ouaga');
    expect(cleanLines(`${character}Awa${character}`)).toBe('Awa');
  });

  it('has normal form C and no outer white space [READ-001]', () => {
    expect(cleanText(' \u00a0Oue\u0301draogo\u3000\n')).toBe('Ouédraogo');
    expect(cleanLines('\n Oue\u0301draogo \n')).toBe('Ouédraogo');
  });

  it('has spaces for line ends and tabs in one line [READ-001]', () => {
    expect(cleanText('Awa\r\nOuédraogo\t\u2028Zongo')).toBe('Awa Ouédraogo Zongo');
  });

  it('keeps its line breaks when it may have several lines [READ-001]', () => {
    expect(cleanLines('Un\r\ndeux\rtrois\u2028quatre\n\ncinq')).toBe('Un\ndeux\ntrois\nquatre\n\ncinq');
  });

  it('keeps emoji, Chinese and Arabic [READ-001]', () => {
    for (const text of ['📦 ❤️ 🇧🇫', '伟 李', 'السلام', 'Zoé N’Diaye-Œuf'])
      expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  it('is the same when it is cleaned again [READ-001]', () => {
    for (const text of ['a\u0301\u200b\u0301', ' \u200b a', '\u1100\u200b\u1161', 'a\r\u200b\n']) {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
      expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
    }
  });

  it('is cleaned in linear time, marks included [SEC-018]', () => {
    for (const part of ['\u0301\u0323', 'é\u0301', '\u200b', ' ', '\t', '\r\n', '\ud800', '\u0344']) {
      const text = part.repeat(60_000 / part.length);
      const read = () => [cleanText, cleanLines, searchForm].map((clean) => clean(text));
      expect(fastestOf(read), JSON.stringify(part)).toBeLessThan(200);
    }
  });
});

it.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '߀߁߂߃߄߅߆߇߈߉', '0123456789'])('the digits %s are read [READ-001]', (digits) =>
  expect(withLatinDigits(digits)).toBe('0123456789'),
);

it.each([
  ['1️⃣ DEMO0001', '  DEMO0001'],
  ['1️⃣0️⃣ DEMO0001', '  DEMO0001'],
  ['①DEMO0001', ' DEMO0001'],
  ['DEMO0️⃣0️⃣0️⃣1️⃣', 'DEMO0001'],
  ['YT7️⃣5️⃣', 'YT75'],
  ['7️⃣7️⃣3️⃣1️⃣', '7731'],
  ['DEMO⓪⓪⓪①', 'DEMO0001'],
])('in %j the numbers of a list are left out, and other numbers are digits [READ-001]', (text, plain) =>
  expect(withoutListMarks(text)).toBe(plain),
);
