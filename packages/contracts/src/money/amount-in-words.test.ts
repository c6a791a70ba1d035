import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountInWords, numberInWords } from './amount-in-words.ts';

it.each([
  [1, 'un'],
  [16, 'seize'],
  [17, 'dix-sept'],
  [20, 'vingt'],
  [21, 'vingt et un'],
  [22, 'vingt-deux'],
  [61, 'soixante et un'],
  [70, 'soixante-dix'],
  [71, 'soixante et onze'],
  [72, 'soixante-douze'],
  [79, 'soixante-dix-neuf'],
  [80, 'quatre-vingts'],
  [81, 'quatre-vingt-un'],
  [90, 'quatre-vingt-dix'],
  [91, 'quatre-vingt-onze'],
  [99, 'quatre-vingt-dix-neuf'],
  [100, 'cent'],
  [101, 'cent un'],
  [180, 'cent quatre-vingts'],
  [200, 'deux cents'],
  [201, 'deux cent un'],
  [280, 'deux cent quatre-vingts'],
  [1000, 'mille'],
  [1001, 'mille un'],
  [2000, 'deux mille'],
  [21_000, 'vingt et un mille'],
  [80_000, 'quatre-vingt mille'],
  [200_000, 'deux cent mille'],
  [180_000, 'cent quatre-vingt mille'],
  [26_400, 'vingt-six mille quatre cents'],
  [1_000_000, 'un million'],
  [80_000_000, 'quatre-vingts millions'],
  [200_000_000, 'deux cents millions'],
  [200_000_200, 'deux cents millions deux cents'],
  [
    999_999_999,
    'neuf cent quatre-vingt-dix-neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf',
  ],
])('%i is "%s"', (number, words) => expect(numberInWords(number)).toBe(words));

it.each([
  [1, 'un franc CFA'],
  [5, 'cinq francs CFA'],
  [26_400, 'vingt-six mille quatre cents francs CFA'],
  [1_000_000, 'un million de francs CFA'],
  [2_000_005, 'deux millions cinq francs CFA'],
])('%i is the amount "%s"', (amount, words) => expect(amountInWords(amount)).toBe(words));

it.each([0, -1, 1.5, 1_000_000_000, Number.NaN])('%d has no words', (number) => {
  expect(() => numberInWords(number)).toThrow(RangeError);
});

const VALUES: Record<string, number> = {
  ...{ un: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10, onze: 11, douze: 12 },
  ...{ treize: 13, quatorze: 14, quinze: 15, seize: 16, vingt: 20, trente: 30, quarante: 40, cinquante: 50 },
  soixante: 60,
};

/** Reads number words by their meaning alone, unlike how they are written. */
function meaningOf(words: string): number {
  let [millions, thousands, hundreds, units] = [0, 0, 0, 0];
  const below = () => hundreds + units;
  for (const word of words.replaceAll('quatre-vingt', 'quatrevingt').split(/[ -]/)) {
    if (word === 'et') continue;
    if (/^quatrevingts?$/.test(word)) units += 80;
    else if (/^cents?$/.test(word)) [hundreds, units] = [(units || 1) * 100, 0];
    else if (word === 'mille') [thousands, hundreds, units] = [(below() || 1) * 1000, 0, 0];
    else if (/^millions?$/.test(word)) [millions, hundreds, units] = [below() * 1_000_000, 0, 0];
    else units += VALUES[word] ?? Number.NaN;
  }
  return millions + thousands + below();
}

it('the words of every number from 1 to 999,999,999 mean it, and no other', () => {
  for (let number = 1; number <= 9999; number += 1) expect(meaningOf(numberInWords(number))).toBe(number);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
      expect(meaningOf(numberInWords(number))).toBe(number);
    }),
    { numRuns: 5000 },
  );
});
