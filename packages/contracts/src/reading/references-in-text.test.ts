import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { generateReference, referenceKey, shortLinkPath } from './reference.ts';
import { lookAlikes, MAX_REFERENCES, referencesIn } from './references-in-text.ts';

const A = 'BGA-77QX-KIT1';
const B = 'BGA-0001-TEST';
const OWN = generateReference();

/** A text, the references that have to be among its candidates, and where the text is from. */
const TEXTS: [text: string, references: string[], source: string][] = [
  // The home search.
  [A, [A], 'typed'],
  ['bga 77qx kit1', ['BGA77QXKIT1'], 'typed in lower case'],
  ['BGA.77QX.KIT1', [A], 'typed with dots'],
  ['ＢＧＡ－７７ＱＸ－ＫＩＴ１', [A], 'a Chinese keyboard'],
  ['BGA‑77QX‑KIT1', [A], 'typographic hyphens'],
  ['BGA—77QX—KIT1', [A], 'typographic dashes'],
  [`\u200b${A}`, [A], 'a web page'],
  [`${A}\u200b`, [A], 'a web page'],
  [`\u200e${A}`, [A], 'WhatsApp'],
  [`\u202a${A}\u202c`, [A], 'WhatsApp contacts'],
  [`\u2060${A}`, [A], 'Excel'],
  [`BGA-77QX\u00ad-KIT1`, [A], 'a PDF file'],
  [`\ufeff${A}`, [A], 'the start of a file'],
  [`${A}\u001d`, [A], 'a GS1 separator'],
  [`${A}\ufe0f`, [A], 'an emoji keyboard'],
  [`  ${A}\r\n`, [A], 'a line of a file'],
  [`#${A}`, [A], 'a habit of chat apps'],
  [`(${A})`, [A], 'a sentence'],
  [`"${A}"`, [A], 'a sentence'],
  [`«${A}»`, [A], 'French quotes'],
  [`« ${A} »`, [A], 'French quotes with spaces'],
  [`“${A}”`, [A], 'a phone’s quotes'],
  [`${A},`, [A], 'the end of a clause'],
  [`${A};`, [A], 'the end of a clause'],
  [`${A}:`, [A], 'a heading'],
  [`${A}.`, [A], 'the end of a sentence'],
  [`${A}!`, [A], 'an exclamation'],
  [`${A} ?`, [A], 'a question'],
  [`https://colis.example/c/${A}，谢谢`, [A], 'a link within a Chinese sentence'],
  [`您的快件${A}已发出`, [A], 'a Chinese sentence without spaces'],
  ['【菜鸟】您的圆通快递YT7512345678901已到，取件码3-2-1234', ['YT7512345678901'], 'a message of a pick-up shop'],
  [`suivi${OWN}svp`, [OWN], 'words without spaces'],
  [`https://colis.example/c/${OWN}Bonjour`, [OWN], 'a link without a space after it'],
  [`${OWN}&${OWN}x2`, [OWN], 'a count'],
  [`${A}，`, [A], 'a Chinese comma'],
  [`${A}。`, [A], 'a Chinese full stop'],
  [`1.${A}\n2.${B}`, [A, B], 'a numbered list without spaces'],
  [`1) ${A}\n2) ${B}`, [A, B], 'a numbered list'],
  [`suivi${A}`, [A], 'a word without a space'],
  [`SUIVI_${A}`, [A], 'a word and a line'],
  [`SUIVI-${A}`, [A], 'a word and a hyphen'],
  [`colis${A}`, [A], 'a word without a space'],
  [`l'${A}`, [A], 'an article'],
  [`#${A}#${B}`, [A, B], 'hash signs'],
  [`${A}&${B}`, [A, B], 'a sign between them'],
  [`https://colis.example//c//${A}`, [A], 'a link with doubled slashes'],
  [`N° ${A}`, [A], 'a label'],
  [`n°${A}`, [A], 'a label without a space'],
  [`Nº ${A}`, [A], 'a label with the other sign'],
  [`Réf. ${A}`, [A], 'a letter'],
  [`réf : ${A}`, [A], 'a letter'],
  [`Référence : ${A}`, [A], 'a form'],
  [`Numéro de suivi : ${A}`, [A], 'a form'],
  [`*${A}*`, [A], 'bold in WhatsApp'],
  [`_${A}_`, [A], 'italic in WhatsApp'],
  [`~${A}~`, [A], 'struck through in WhatsApp'],
  [`\`\`\`${A}\`\`\``, [A], 'monospaced in WhatsApp'],
  [`📦 ${A}`, [A], 'an emoji before it'],
  [`📦${A}📦`, [A], 'emoji around it'],
  [`➡️${A}`, [A], 'an arrow'],
  [`https://colis.example/c/${A}`, [A], 'the short link'],
  [`https://colis.example/c/${A}?w=abc123`, [A], 'a link of a message'],
  [`https://colis.example/c/${A}/`, [A], 'a link with a slash'],
  ['https://colis.example/c/N.A%2612', ['N.A&12'], 'a link of a reference that begins like an abbreviation'],
  [`https://colis.example/c/${A})`, [A], 'a link that a chat app extends'],
  [`https://colis.example/c/${A}*`, [A], 'a link in bold'],
  [`https://colis.example/c/${A}.`, [A], 'a link at the end of a sentence'],
  [`<https://colis.example/c/${A}>`, [A], 'a link of an email'],
  [`HTTPS://COLIS.EXAMPLE/C/${A}`, [A], 'a link in capitals'],
  [`colis.example/c/${A}`, [A], 'a link without a scheme'],
  [`https://colis.example/?tracking=${A}`, [A], 'the address of a search'],
  [`https://colis.example/?tracking=BGA+77QX+KIT1&x=1`, [A], 'a search with spaces'],
  [`https://colis.example/c/FC%202026%2F7`, ['FC 2026/7'], 'an encoded link'],
  [`https://colis.example/c/AWA%282%29`, ['AWA(2)'], 'an encoded link'],
  [`https://old.example/c/${A} https://colis.example/c/${B}`, [A, B], 'two links'],
  [
    `Colis ${A} : Commande Confirmée (26 novembre 2026).\nhttps://colis.example/c/${A}\nPour arrêter, répondez STOP.`,
    [A],
    'a message of the product',
  ],
  [`${A}, ${B}`, [A, B], 'a list with commas'],
  [`${A} ${B}`, [A, B], 'a list with spaces'],
  ['bga 77qx kit1, bga 0001 test', [A, B], 'a list in lower case'],
  [`${A}\n${B}`, [A, B], 'a list of lines'],
  [`${A};${B}`, [A, B], 'a list with semicolons'],
  [`${A}\t${B}`, [A, B], 'cells of a sheet'],
  [`${A} et ${B}`, [A, B], 'a sentence'],
  [`1) ${A}\n2) ${B}`, [A, B], 'a numbered list'],
  [`- ${A}\n- ${B}`, [A, B], 'a list with hyphens'],
  // WhatsApp.
  [`SUIVI ${A}`, [A], 'as the help says'],
  [`suivi: ${A}`, [A], 'with a colon'],
  [`SUIVI ${A} svp`, [A], 'politely'],
  [`SUIVI ${A} merci`, [A], 'politely'],
  [`SUIVI ${A} ?`, [A], 'as a question'],
  [`SUIVI #${A}`, [A], 'with a hash'],
  [`SUIVI (${A})`, [A], 'in brackets'],
  [`SUIVI n° ${A}`, [A], 'with a word more'],
  [`*SUIVI ${A}*`, [A], 'in bold'],
  [`Bonjour, SUIVI ${A}`, [A], 'with a greeting'],
  [`Bonjour mon colis ${A}`, [A], 'in a sentence'],
  [`Suivre ${A}`, [A], 'with a verb'],
  [`SUIVI ${A}\n${B}`, [A, B], 'on two lines'],
  ['mon colis est FC-ZWPHTUKV ?', ['FC-ZWPHTUKV'], 'a generated reference without a digit'],
  [`SUIVI DEMOABCD`, ['DEMOABCD'], 'without a digit'],
  [`SUIVI demoabcd`, ['demoabcd'], 'without a digit in lower case'],
  [`mon colis AWAOUAGA svp`, ['AWAOUAGA'], 'without a digit in capitals'],
  [`SUIVI 123 456 789 012`, ['123456789012'], 'in groups of digits'],
  [`où est le colis 123 456 789 012 svp`, ['123456789012'], 'in groups of digits'],
  [`Bonsoir, DEMO 0003 est arrivé ?`, ['DEMO0003'], 'with a space'],
  [`cn/bf_7a`, ['cn/bf_7a'], 'signs of its own'],
  [`OUAGA-AWA#12`, ['OUAGA-AWA#12'], 'a shipping mark'],
  ['O’NEIL-7', ["O'NEIL-7"], 'the apostrophe of a phone'],
  [`BF&CO-7`, ['BF&CO-7'], 'a shipping mark'],
  [`AWA(2)`, ['AWA(2)'], 'a shipping mark'],
  [`运单号 YT7512345678901`, ['YT7512345678901'], 'a Chinese message'],
  [`SF1369874521035 顺丰`, ['SF1369874521035'], 'a Chinese message'],
  [`${A} arrivé le 26/11/2026`, [A], 'with a date'],
  ['BGA-77QX-\nKIT1', [A], 'a line that ends within it'],
  ['Mon colis BGA-77QX\n-KIT1 svp', [A], 'a line that ends within it'],
  [`-${A}\n-${B}`, [A, B], 'a list with hyphens without spaces'],
  ['Bonjour BGA - 77QX - KIT1 svp', [A], 'hyphens with spaces'],
  [`${A}/${B}`, [A, B], 'a list with slashes'],
  [`${A}/2`, [A, `${A}/2`], 'the label of a piece'],
  [`${A}+${B}`, [A, B], 'a list with plus signs'],
  [`${A}、${B}`, [A, B], 'a list of a Chinese keyboard'],
  [`réf.${A}`, [A], 'a letter without a space'],
  [`No.${A}`, [A], 'a label without a space'],
  ['SUIVI : bga 77qx kit1 s’il vous plaît', [A], 'politely, in lower case'],
  ['je veux suivre mon colis bga 77qx kit1', [A], 'in a sentence, in lower case'],
  ['bonsoir, demo 0003 est arrivé ?', ['DEMO0003'], 'with a space, in lower case'],
  [`①${A}\n②${B}`, [A, B], 'circled numbers of a list'],
  [`1️⃣${A}`, [A], 'an emoji as the number of a list'],
  ['FC_ZDM9XCY8', ['FC-ZDM9XCY8'], 'another sign for the hyphen'],
  ['FC/ZDM9XCY8', ['FC-ZDM9XCY8'], 'a slash for the hyphen'],
  ['mon colis zdm9xcy8 svp', ['FC-ZDM9XCY8'], 'dictated without its beginning'],
  [`[26/11/2026 14:05] Awa: ${A}`, [A], 'a copied chat'],
  [`《${A}》 【${B}】`, [A, B], 'Chinese brackets'],
  [`https://l.example/l.php?u=https%3A%2F%2Fcolis.example%2Fc%2F${A}&h=x`, [A], 'a link that another site wraps'],
];

/** Texts without a reference. */
const NOTHING = [
  '',
  '   ',
  'abc',
  '---',
  'Bonjour',
  'Merci beaucoup',
  'où est mon colis ?',
  '👍',
  'https://example.com/menu',
  '?!',
];

describe('references in a text', () => {
  it.each(TEXTS)('finds them in %j [READ-003]', (text, references) => {
    const keys = referencesIn(text).map(referenceKey);
    expect(references.map(referenceKey).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('is tried with at least 80 texts [READ-003]', () => expect(TEXTS.length).toBeGreaterThanOrEqual(80));

  it.each(NOTHING)('finds no word with a digit in %j', (text) => {
    expect(referencesIn(text).filter((reference) => /\d/.test(reference))).toEqual([]);
  });

  it('names the likeliest first, which a reply repeats', () => {
    expect(referencesIn(`SUIVI ${A} svp`)[0]).toBe(A);
    expect(referencesIn(`Bonjour mon colis ${A}`)[0]).toBe(A);
    expect(referencesIn(`https://colis.example/c/${A} ou ${B}`)[0]).toBe(A);
    expect(referencesIn('SUIVI 123 456 789 012')[0]).toBe('123 456 789 012');
  });

  it('finds a plain reference alone, so that a search for it is one lookup', () => {
    expect(referencesIn(` ${A} `)).toEqual([A]);
    expect(referencesIn('DEMO0003')).toEqual(['DEMO0003']);
  });

  it('does not take apart a reference with a slash', () => {
    expect(referencesIn('FC/2026/17')).toEqual(['FC/2026/17']);
    expect(referencesIn('AWA/2')).toEqual(['AWA/2']);
  });

  it('does not take apart a link to elsewhere', () => {
    expect(referencesIn('https://example.com/produits/12345678')).toEqual([]);
  });

  it('names each once, whatever its spelling', () => {
    expect(referencesIn(`${A}\n${A.toLowerCase()}`)).toEqual([A]);
  });

  it(`names at most ${MAX_REFERENCES}`, () => {
    const text = Array.from({ length: 50 }, (_, index) => `BGA-${1000 + index}`).join('\n');
    expect(referencesIn(text)).toHaveLength(MAX_REFERENCES);
  });

  it('is not found behind 4,096 characters of the composed text', () => {
    // Each of these composes to 18 characters.
    expect(referencesIn(`${'ﷺ '.repeat(300)}${A}`)).toEqual([]);
  });

  it('takes linear time [SEC-018]', () => {
    for (const part of [
      'A',
      '1 ',
      'A-\n',
      'a 1 ',
      'A1/',
      '.',
      '*',
      '/c/',
      'suivi ',
      '://',
      '\u0301',
      'é\u0301',
      '«',
      'n° ',
      'a.1,',
    ]) {
      const text = part.repeat(Math.ceil(60_000 / part.length));
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        referencesIn(text);
        return performance.now() - start;
      });
      expect(Math.min(...times), part).toBeLessThan(200);
    }
  });
});

describe('look-alikes of a reference', () => {
  it.each([
    ['DEM00003', 'DEMO0003', 'the digit for the letter'],
    ['DEMOOOO3', 'DEMO0003', 'the letter for the digits'],
    ['BGA-77QX-KITI', 'BGA77QXKIT1', 'the letter for the digit'],
    ['BGA-77QX-K1T1', 'BGA77QXKIT1', 'the digit for the letter'],
    ['ВGА-77QХ-КІТ1', 'BGA77QXKIT1', 'Cyrillic letters'],
    ['l0', 'LO', 'lower case'],
    ['DEMO000l', 'DEMO0001', 'the small letter for the digit'],
    ['0101010101', 'OIOIOIOIOI', 'more than are combined'],
    ['MISSO01795709071096', 'MISS0O1795709071096', 'two among many'],
  ])('of %s are the key %s [READ-003]', (typed, key) => {
    expect(lookAlikes(typed)).toContain(key);
  });

  it('are few', () => {
    expect(lookAlikes('O0I1'.repeat(16)).length).toBeLessThanOrEqual(80);
    expect(lookAlikes('ABC234')).toEqual([]);
  });
});

it('encodes all that a chat app takes for the end of a link', () => {
  expect(shortLinkPath("AWA (2)*'É")).toBe('/c/AWA%20%282%29%2A%27%C3%89');
});
