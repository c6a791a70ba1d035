import { describe, expect, it } from 'vitest';
import { isCharacter, readCode, type Stroke, textOfStrokes } from './code.ts';
import { generateReference, pieceCode } from './reference.ts';

describe('a code', () => {
  it.each([
    ['https://colis.example.com/c/FC-7ABC', 'FC-7ABC'],
    ['HTTPS://OLD.EXAMPLE.COM/c/FC%202026%2F7', 'FC 2026/7'],
    ['http://localhost:8080/c/FC-7ABC?source=label', 'FC-7ABC'],
    ['  https://colis.example.com/c/FC-7ABC\r', 'FC-7ABC'],
    [']Q1https://colis.example.com/c/FC-7ABC', 'FC-7ABC'],
  ])('%j is a short link to %s', (code, reference) => {
    expect(readCode(code)).toEqual({ reference, isOwn: true, isUsual: true });
  });

  it.each([
    ['https://colis.example.com/c/FC-7ABC?p=2', 'FC-7ABC', 2],
    ['HTTPS://OLD.EXAMPLE.COM/c/FC%202026%2F7?source=label&p=12', 'FC 2026/7', 12],
  ])('%j is a short link to %s with the piece %i [CNT-001]', (code, reference, piece) => {
    expect(readCode(code)).toEqual({ reference, piece, isOwn: true, isUsual: true });
  });

  it.each(['?p=0', '?p=2x', '?p=', '?up=2', '?p=12345'])('with %s in its link has no piece', (query) => {
    expect(readCode(`https://colis.example.com/c/FC-7ABC${query}`)).not.toHaveProperty('piece');
  });

  it('of a generated reference with a piece names both, and one of another form stays a reference [CNT-001]', () => {
    const reference = generateReference();
    expect(readCode(pieceCode(reference, 3))).toEqual({ reference, piece: 3, isOwn: true, isUsual: true });
    expect(readCode('BGSC-11KIT/2')).toEqual({ reference: 'BGSC-11KIT/2', isOwn: false, isUsual: true });
  });

  it.each([
    ['DEMO0003', 'DEMO0003'],
    ['  DEMO0003\r', 'DEMO0003'],
    [']C1BGSC-11KIT', 'BGSC-11KIT'],
    [']C0BGSC-11KIT', 'BGSC-11KIT'],
    ['BGSC-22KIT\u001d', 'BGSC-22KIT'],
    ['\u200eBGSC-22KIT', 'BGSC-22KIT'],
    ['SF1369874521035|MMM=xx', 'SF1369874521035'],
    ['{"k1":"YT7512345678901"}', 'YT7512345678901'],
    ['{"k1":"x","k5":"773412345678"}', '773412345678'],
    ['OUAGA-AWA#12', 'OUAGA-AWA#12'],
    ['~BGS-77QX', 'BGS-77QX'],
    ['BGS-77QX;', 'BGS-77QX'],
    ['R02T|YT7512345678901', 'YT7512345678901'],
    ['[{"k1":"YT7512345678901"}]', 'YT7512345678901'],
  ])('%j gives the reference %s [READ-010, READ-011]', (code, reference) => {
    expect(readCode(code)).toEqual({ reference, isOwn: false, isUsual: true });
  });

  it.each(['BGS)èèAX', "KIT'77", 'bonjour', 'Zoé-7', 'A--B7'])('%j has an unusual form [READ-011]', (code) => {
    expect(readCode(code)).toMatchObject({ isUsual: false });
  });

  it('that the product generated is its own, also without the link [READ-011]', () => {
    expect(readCode(generateReference())).toMatchObject({ isOwn: true });
  });

  it.each([
    ['WIFI:S:net;T:WPA;P:x;;', 'réseau Wi-Fi'],
    ['wxp://f2f0abc', 'paiement'],
    ['https://qr.alipay.com/fkx123', 'paiement'],
    ['00020101021129370016A000000677010111', 'paiement'],
    ['https://wa.me/22670123456', 'lien vers un autre site'],
    ['https://example.com/menu', 'lien vers un autre site'],
    ['www.example.com', 'lien vers un autre site'],
    ['MSG:hello', 'contact ou d’un message'.replace('’', "'")],
    ['tel:+22670123456', 'contact'],
    ['BEGIN:VCARD', 'contact'],
  ])('%j is refused with its kind: %s [READ-011]', (code, kind) => {
    expect(readCode(code)).toEqual({ problem: expect.stringContaining(kind) });
  });

  it.each(['', 'abc', '----', 'x'.repeat(65), 'https://colis.example.com/c/%E0%A4%A', '{"a":1}'])(
    '%j is no reference',
    (code) => {
      expect(readCode(code)).toEqual({ problem: expect.any(String) });
    },
  );

  it('is refused when its check character is wrong', () => {
    const reference = generateReference();
    const last = reference.endsWith('A') ? 'B' : 'A';
    const mistyped = reference.slice(0, -1) + last;
    for (const code of [mistyped, pieceCode(mistyped, 2)]) {
      expect(readCode(code)).toEqual({ problem: 'Cette référence contient une erreur. Vérifiez-la.' });
    }
  });
});

/** What a French computer makes of a key, and the key. */
const FRENCH: Record<string, [key: string, code: string, shiftKey?: boolean]> = {
  ...{ '0': ['à', 'Digit0'], '1': ['&', 'Digit1'], '2': ['é', 'Digit2'], '3': ['"', 'Digit3'], '4': ["'", 'Digit4'] },
  ...{ '5': ['(', 'Digit5'], '6': ['-', 'Digit6'], '7': ['è', 'Digit7'], '8': ['_', 'Digit8'], '9': ['ç', 'Digit9'] },
  ...{
    '-': [')', 'Minus'],
    '/': ['!', 'Slash'],
    ':': ['M', 'Semicolon', true],
    '.': [':', 'Period'],
    '#': ['3', 'Digit3', true],
  },
  ...{
    A: ['Q', 'KeyA', true],
    Q: ['A', 'KeyQ', true],
    Z: ['W', 'KeyZ', true],
    W: ['Z', 'KeyW', true],
    M: ['?', 'KeyM', true],
  },
  ...{ a: ['q', 'KeyA'], q: ['a', 'KeyQ'], z: ['w', 'KeyZ'], w: ['z', 'KeyW'], m: [',', 'KeyM'] },
};
const onFrench = (text: string): Stroke[] =>
  Array.from(text, (character) => {
    const plain = [character, `Key${character.toUpperCase()}`, character !== character.toLowerCase()] as const;
    const [key, code, shiftKey = false] = FRENCH[character] ?? plain;
    return { key, code, shiftKey };
  });

describe('the keystrokes of a scanner', () => {
  it.each(['BGS-77QX-KIT4', 'https://site.example/c/BGS-77QX-KIT5', 'FC-2026.07', 'AWA#12', 'SF1369874521035'])(
    'of an American layout on a French computer are read by the keys: %s [READ-010]',
    (text) => expect(textOfStrokes(onFrench(text))).toBe(text),
  );

  it('of a number pad without Num Lock are digits [READ-010]', () => {
    const strokes = Array.from('FC-7', (key): Stroke => ({ key, code: 'Unidentified', shiftKey: false }));
    const arrows = ['End', 'ArrowDown', 'Clear'].map(
      (key, index): Stroke => ({ key, code: ['Numpad1', 'Numpad2', 'Numpad5'][index] ?? '', shiftKey: false }),
    );
    expect(arrows.every(isCharacter)).toBe(true);
    expect(textOfStrokes([...strokes, ...arrows])).toBe('FC-7125');
    expect(isCharacter({ key: 'ArrowDown', code: 'ArrowDown', shiftKey: false })).toBe(false);
  });

  it('that fit are read as they are, whichever the layout [READ-010]', () => {
    const strokes = Array.from('BGS-77QX', (key) => ({ key, code: 'Unidentified', shiftKey: false }));
    expect(textOfStrokes(strokes)).toBe('BGS-77QX');
  });
});
