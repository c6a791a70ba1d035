import { describe, expect, it } from 'vitest';
import { phoneDigits, searchTerms } from './search.ts';
import { searchForm } from './text.ts';

const finds = (search: string, ...texts: string[]) =>
  searchTerms(search).some((terms) => terms.every((term) => searchForm(texts.join(' ')).includes(term)));

describe('a search', () => {
  it.each([
    '71 99 88 77',
    '71998877',
    '+226 71 99 88 77',
    '+22671998877',
    '0022671998877',
    '226 71998877',
    '71-99-88-77',
    '(226) 71.99.88.77',
    '\u202a+226 71 99 88 77\u202c',
    '99 88',
    '７１９９８８７７',
    '٧١ ٩٩ ٨٨ ٧٧',
    'tel: 71998877',
    'Tél. : 71 99 88 77',
    'N° 71 99 88 77',
    'WhatsApp:71998877',
    '手机：71998877',
    '70123456/71998877',
    '71998877/70123456',
    '70 12 34 56 / 71 99 88 77',
    '70123456, 71998877',
    '+22670123456 +22671998877',
    '71/99/88/77',
    'Awa tel: 71998877',
    '+226 71',
  ])('for %j finds the number [READ-012]', (search) =>
    expect(finds(search, 'Awa Ouédraogo', phoneDigits('+226 71998877'))).toBe(true),
  );

  it.each(['ouedraogo awa', 'Awa  OUÉDRAOGO', 'oué aw', 'awa 71 99 88 77', '71 99 88 77 awa'])(
    'for %j finds the person, whatever the order of words [READ-012]',
    (search) => expect(finds(search, 'Awa Marie Ouédraogo', '22671998877')).toBe(true),
  );

  it('for a name finds it with either apostrophe, and with commas between words [READ-012]', () => {
    for (const [search, name] of [
      ["N'Diaye", 'Fatou N’Diaye'],
      ['n’diaye', "Fatou N'Diaye"],
      ["N'Diaye, Fatou", 'Fatou N’Diaye'],
      ['n’diaye 71 99', "N'Diaye"],
    ] as const)
      expect(finds(search, name, '22671998877'), search).toBe(true);
  });

  it('of pairs of digits names one number, and not whatever has these pairs somewhere', () =>
    expect(finds('70 12 34 56', 'Lot 34', '22656127012')).toBe(false));

  it('finds numbers of the present plan by the former one with its code', () => {
    expect(finds('+225 07 12 34 56', '2250707123456')).toBe(true);
    expect(finds('07 12 34 56', '2250707123456')).toBe(true);
  });

  it.each(['awa zongo', '71 99 88 78', '+225 71 99 88 77'])('for %j finds no other person', (search) =>
    expect(finds(search, 'Awa Marie Ouédraogo', '22671998877')).toBe(false),
  );

  it.each([
    ['024 123 4567', '233241234567'],
    ['0241234567', '233241234567'],
    ['06 12 34 56 78', '33612345678'],
    ['08031234567', '2348031234567'],
    ['0551 23 45 67', '213551234567'],
    ['07 12 34 56 78', '2250712345678'],
    ['01 97 12 34 56', '2290197123456'],
    ['01 23 45 67', '22601234567'],
    ['０２４１２３４５６７', '233241234567'],
  ])('for %j, as people write it there, finds the number %s [READ-012]', (search, number) => {
    expect(finds(search, 'Awa', number)).toBe(true);
  });

  it('finds texts in the width in which they are stored, and in the usual one', () => {
    expect(finds('张三（上海）', '张三（上海）')).toBe(true);
    expect(finds('ＦＣ-７ＡＢＣ', 'FC-7ABC')).toBe(true);
  });

  it.each(['bureau 2026', 'tel 047'])('for %j keeps a word before other digits than those of a number', (search) =>
    expect(finds(search, 'AIR-2026-047')).toBe(false),
  );

  it('keeps digits that are no phone number as they are', () => {
    expect(finds('AIR-2026-047', 'AIR-2026-047')).toBe(true);
    expect(finds('2026 047', 'AIR-2026-047')).toBe(true);
    expect(finds('047', 'AIR-2026-047')).toBe(true);
  });
});
