import { describe, expect, it } from 'vitest';
import { isCharacter, readCode, type Stroke, textOfStrokes } from './code.ts';
import { generateReference, pieceCode, referenceKey } from './reference.ts';

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
    ["MMM={'k1':'755W','k2':'021WH','k3':'','k5':'SF1369874521035','k7':'ab'}", 'SF1369874521035'],
    ['JDVA12345678901-1-1-', 'JDVA12345678901'],
    ['ＳＦ１３６９８７４５２１０３５', 'SF1369874521035'],
    ['SF1369874521035SF1369874521035', 'SF1369874521035'],
    ['SF1369874521035\rSF1369874521035', 'SF1369874521035'],
    ['SF1369874521035,SF1369874521035', 'SF1369874521035'],
    ['C/2026/17', 'C/2026/17'],
    ['BGA 2026 0012', 'BGA 2026 0012'],
    ['AWA 12', 'AWA 12'],
    ['123456789', '123456789'],
    ['6901234567893', '6901234567893'],
    ['4601234567893', '4601234567893'],
    ['773412345678', '773412345678'],
    ['690123456789', '690123456789'],
    ['69012345678920', '69012345678920'],
    ['[{"k1":"YT7512345678901"}]', 'YT7512345678901'],
  ])('%j gives the reference %s [READ-010, READ-011]', (code, reference) => {
    expect(readCode(code)).toEqual({ reference, isOwn: false, isUsual: true });
  });

  it.each([
    ...['BGS)èèAX', "KIT'77", 'bonjour', 'Zoé-7', 'A--B7'],
    ...['DEMO0003 DEMO0004', 'YT7512345678666\tYT7512345678667', 'AWA OUEDRAOGO 70123456', '70123456', '22670123456'],
    ...['YT7512345678901 x3', 'YT7512345678901 X 12', '773412345678 x2'],
    ...['YT7512345678666YT7512345678667', '773412345678773412345679'],
    ...['2026-11-28', '28/11/2026', '978-2-07-036024-5', '9782070360245'],
    ...['70 12 34 56', '70-12-34-56', '226 70 12 34 56', '138 0013 8000', '2250707123456'],
    ...['12.5KG', '20PCS', '3 colis', '60x40x50cm', '16901234567899', '0106901234567892'],
    '010400638133393110ABC\u001d17261231',
    ...['6901234567892', ']E06901234567892', '6920734700011', '6955555555557', '69012345678926901234567892'],
  ])('%j has an unusual form [READ-011]', (code) => {
    expect(readCode(code)).toMatchObject({ isUsual: false });
  });

  it.each(['c/%s', 'Colis %s', 'N° %s', '(%s)', '*%s*', '«%s»', '="%s"', '%s!', '%s\r%s'])(
    'in the form %j is that of the product [READ-010, READ-011]',
    (form) => {
      const reference = generateReference();
      expect(readCode(form.replaceAll('%s', reference))).toEqual({ reference, isOwn: true, isUsual: true });
    },
  );

  it.each(['%s-2', '%s 2', '%sB', 'AWA-%s'])('in the form %j is another reference', (form) => {
    expect(readCode(form.replace('%s', generateReference()))).toMatchObject({ isOwn: false });
  });

  it.each(['FC_ZDM9XCY8', 'FC/ZDM9XCY8', 'colis fc_zdm9xcy8'])(
    'with another sign for its hyphen, %j, is that of the product',
    (code) => expect(readCode(code)).toMatchObject({ isOwn: true, reference: expect.stringMatching(/^FC-ZDM9XCY8$/i) }),
  );

  it.each([
    ['https://t.cainiao.com/x?mailNo=YT7512345678901', { reference: 'YT7512345678901' }],
    ['https://www.sf-express.com/cn/waybill-detail/SF1369874521035', { reference: 'SF1369874521035' }],
    ['YT7512345678901-002', { reference: 'YT7512345678901', piece: 2 }],
    ['JD0012345678901-2-3-', { reference: 'JD0012345678901', piece: 2 }],
    ['773012345678901#3', { reference: '773012345678901', piece: 3 }],
    ['AWB2026-1', { reference: 'AWB2026-1' }],
  ])('of a courier, in a link or with its piece, is its number: %s', (code, reading) => {
    expect(readCode(code)).toMatchObject(reading);
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
  it.each([
    'BGS-77QX-KIT4',
    'https://site.example/c/BGS-77QX-KIT5',
    'FC-2026.07',
    'AWA#12',
    'SF1369874521035',
    '6901234567892',
  ])('of an American layout on a French computer are read by the keys: %s [READ-010]', (text) =>
    expect(textOfStrokes(onFrench(text))).toBe(text),
  );

  it.each(['BGS77QXKIT4', 'JDVA12345678901', 'WZ-2026-7M'])(
    'of an American layout on a French computer with Caps Lock are read by the keys: %s [READ-010]',
    (text) => {
      const strokes = onFrench(text).map(({ key, code, shiftKey }, index): Stroke => {
        const character = text.charAt(index);
        const swapped = key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
        return { key: /\d/.test(character) ? character : swapped, code, shiftKey };
      });
      expect(textOfStrokes(strokes)).toBe(text);
    },
  );

  /** A scanner of a French layout presses the keys that show these characters; Caps Lock exchanges what they show. */
  const withCapsLock = (text: string): Stroke[] => {
    const shown = Object.fromEntries(
      Array.from('1&2é3"4\'5(6-7è8_9ç0à', (sign, index): [string, Stroke] => [
        sign,
        {
          key: '&1é2"3\'4(5-6è7_8ç9à0'.charAt(index),
          code: `Digit${(Math.floor(index / 2) + 1) % 10}`,
          shiftKey: index % 2 === 0,
        },
      ]),
    );
    const keys: Record<string, string> = { A: 'KeyQ', Q: 'KeyA', Z: 'KeyW', W: 'KeyZ', M: 'Semicolon' };
    const signs: Record<string, Stroke> = {
      ':': { key: '/', code: 'Period', shiftKey: false },
      '/': { key: ':', code: 'Period', shiftKey: true },
      '.': { key: ';', code: 'Comma', shiftKey: true },
      '?': { key: ',', code: 'KeyM', shiftKey: true },
    };
    return Array.from(text, (character) => {
      const upper = character.toUpperCase();
      const isUpper = character === upper;
      const letter = { key: isUpper ? character.toLowerCase() : upper, code: keys[upper] ?? `Key${upper}` };
      return shown[character] ?? signs[character] ?? { ...letter, shiftKey: isUpper };
    });
  };

  it('of the layout of a French computer with Caps Lock name the label of the product [READ-010]', () => {
    // With Caps Lock, the first ones look like other references: "fc6stvyntg(", "fc6tju-recp".
    for (const reference of [
      'FC-STVYNTG5',
      'FC-TJU6RECP',
      'FC-JHVNNHN6',
      ...Array.from({ length: 500 }, generateReference),
    ]) {
      for (const text of [reference, pieceCode(reference, 2), `https://site.example/c/${reference}`]) {
        const { reference: found = '', ...others } = readCode(textOfStrokes(withCapsLock(text))) as {
          reference?: string;
        };
        // The hyphen and a first digit 6 are exchanged, without another meaning.
        expect(referenceKey(found)).toBe(referenceKey(reference));
        expect(others).toMatchObject({ isOwn: true });
      }
    }
    expect(textOfStrokes(withCapsLock('FC-FCWADSWN'))).not.toContain('6');
  });

  it.each(['YT7512345678901', 'SF1369874521035', '773412345678'])(
    'of the layout of a French computer with Caps Lock are those of a courier: %s [READ-010]',
    (text) => expect(textOfStrokes(withCapsLock(text))).toBe(text),
  );

  it.each(['AWA-12', 'awa-ouaga-7', 'BGS-77QX'])(
    'of an American computer with Caps Lock stay as they are: %s',
    (text) => {
      const strokes = Array.from(text, (character): Stroke => {
        const isLetter = /[a-z]/i.test(character);
        const swapped = character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();
        const code = isLetter ? `Key${character.toUpperCase()}` : character === '-' ? 'Minus' : `Digit${character}`;
        return { key: swapped, code, shiftKey: isLetter && character === character.toUpperCase() };
      });
      expect(textOfStrokes(strokes).toUpperCase()).toBe(text.toUpperCase());
    },
  );

  it('that an input method for Chinese hides are read by the keys [READ-010]', () => {
    const strokes = Array.from('YT7512345', (character): Stroke => {
      const isDigit = /\d/.test(character);
      const code = isDigit ? `Digit${character}` : `Key${character}`;
      return { key: isDigit ? character : 'Process', code, shiftKey: !isDigit };
    });
    expect(strokes.every(isCharacter)).toBe(true);
    expect(textOfStrokes(strokes)).toBe('YT7512345');
  });

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
