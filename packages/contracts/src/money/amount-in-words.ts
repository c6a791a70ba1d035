const UP_TO_16 = [
  ...['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'],
  ...['onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize'],
];
const TENS = ['', 'dix', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante', 'quatre-vingt'];

/** 0 to 99. @param isLast whether nothing follows, which gives "quatre-vingts" its s */
function belowHundred(number: number, isLast: boolean): string {
  const simple = UP_TO_16[number];
  if (simple !== undefined) return simple;
  if (number < 20) return `dix-${UP_TO_16[number - 10]}`;
  if (number === 80) return isLast ? 'quatre-vingts' : 'quatre-vingt';
  // 70 to 79 and 90 to 99 count on from 60 and 80.
  const ten = number >= 80 ? 8 : number >= 60 ? 6 : Math.floor(number / 10);
  const rest = number - ten * 10;
  if (rest === 0) return String(TENS[ten]);
  return `${TENS[ten]}${(rest === 1 || rest === 11) && ten < 8 ? ' et ' : '-'}${belowHundred(rest, isLast)}`;
}

/** 1 to 999. */
function belowThousand(number: number, isLast: boolean): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return belowHundred(rest, isLast);
  const cents = hundreds === 1 ? 'cent' : `${UP_TO_16[hundreds]} cent${rest === 0 && isLast ? 's' : ''}`;
  return rest === 0 ? cents : `${cents} ${belowHundred(rest, isLast)}`;
}

/**
 * A whole number in French words, in the traditional spelling: 1 to 999,999,999. "Million" is a noun, before which cent and
 * quatre-vingt have their s; "mille" is none.
 * @throws RangeError for other numbers
 */
export function numberInWords(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 999_999_999)
    throw new RangeError('Not from 1 to 999,999,999');
  const millions = Math.floor(number / 1_000_000);
  const thousands = Math.floor(number / 1000) % 1000;
  const units = number % 1000;
  return [
    millions > 0 && `${belowThousand(millions, true)} million${millions > 1 ? 's' : ''}`,
    thousands > 0 && (thousands === 1 ? 'mille' : `${belowThousand(thousands, false)} mille`),
    units > 0 && belowThousand(units, true),
  ]
    .filter(Boolean)
    .join(' ');
}

/** "vingt-six mille quatre cents francs CFA", "un million de francs CFA". */
export function amountInWords(amount: number): string {
  const francs = amount === 1 ? 'franc' : 'francs';
  return `${numberInWords(amount)} ${amount % 1_000_000 === 0 ? 'de ' : ''}${francs} CFA`;
}
