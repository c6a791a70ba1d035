import { describe, expect, it, vi } from 'vitest';
import { cleanReference, generateReference, isGuessable, isMistyped, referenceKey } from './reference.ts';

describe('referenceKey', () => {
  it.each([' fc-2026.07 a ', 'FC202607A', 'fc‑2026–07 a', 'ｆｃ２０２６０７Ａ', 'FC٢٠٢٦٠٧A', 'fc2️⃣0️⃣2️⃣6️⃣0️⃣7️⃣a'])(
    'is the same however "%s" is typed',
    (typed) => {
      expect(referenceKey(typed)).toBe('FC202607A');
    },
  );

  it('is the same for the small and the capital ß', () => {
    expect(referenceKey('Straße 12')).toBe(referenceKey('STRAẞE 12'));
  });

  it('is empty when nothing but separators was typed', () => {
    expect(referenceKey(' - . ')).toBe('');
  });

  it('keeps characters that are neither letters, digits nor separators', () => {
    expect(referenceKey('cn/bf_7')).toBe('CN/BF_7');
  });
});

describe('a reference that is stored', () => {
  it.each(['DEMO٠٠٠٣', 'ＤＥＭＯ０００３', 'DEMO𝟎𝟎𝟎𝟑', 'DEMO0️⃣0️⃣0️⃣3️⃣', '1️⃣ DEMO0003', '①DEMO0003'])(
    'has the letters and digits of a Latin keyboard for %j [READ-001]',
    (typed) => expect(cleanReference(typed)).toBe('DEMO0003'),
  );
});

describe('generateReference', () => {
  it('never consists of digits, which could be a date', () => {
    const random = vi.spyOn(crypto, 'getRandomValues');
    // Those of "FC-27892254".
    random.mockImplementationOnce((bytes) => {
      (bytes as Uint8Array).set([0, 5, 6, 7, 0, 0, 3]);
      return bytes;
    });
    expect(generateReference()).toMatch(/^FC-\d*[A-Z]/);
    expect(random).toHaveBeenCalledTimes(2);
    random.mockRestore();
  });

  it('returns "FC-" and eight unambiguous characters [D-82]', () => {
    for (let times = 0; times < 500; times += 1) expect(generateReference()).toMatch(/^FC-[2-9A-HJ-NP-Z]{8}$/);
  });

  it('returns a different reference each time', () => {
    expect(new Set(Array.from({ length: 1000 }, generateReference)).size).toBe(1000);
  });

  it('ends in a check character that detects every single wrong character [D-82]', () => {
    const reference = generateReference();
    expect(isMistyped(reference)).toBe(false);
    expect(isMistyped(reference.toLowerCase().replace('-', ' '))).toBe(false);
    for (let position = 3; position < reference.length; position += 1) {
      for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (character === reference[position]) continue;
        const mistyped = reference.slice(0, position) + character + reference.slice(position + 1);
        expect(isMistyped(mistyped), mistyped).toBe(true);
      }
    }
  });

  it('keeps its check character, as labels are printed with it', () => {
    for (const printed of ['FC-7K3MXQ9K', 'FC-Z8WPH4TU', 'FC-2345678Z'])
      expect(isMistyped(printed), printed).toBe(false);
  });

  it('never has an ambiguous character, whatever check character follows', () => {
    for (const mistyped of ['FC-7KOMXQ9Q', 'FC-7K0MXQ9Q', 'FC-7KIMXQ9Q', 'FC-7K1MXQ9Q']) {
      expect(isMistyped(mistyped), mistyped).toBe(true);
    }
  });

  it('has a form that other references do not match, so that these are not checked', () => {
    for (const other of ['DEMO0001', 'FC-123', 'FC-2026.07.01', 'FC-2026-07-001', 'XFC-7K3MXQ9A', 'FC-7K3MXQ9KA', ''])
      expect(isMistyped(other)).toBe(false);
  });
});

describe('isGuessable', () => {
  it.each([
    'DEMO0001',
    'FC-2026-07-001',
    '20261231',
    '123 456 789 012',
    'COLIS-GUANGZHOU-07',
    'ABCD',
    'AB-C.D-E F',
    '',
  ])('warns about "%s"', (reference) => {
    expect(isGuessable(reference)).toBe(true);
  });

  it.each(['LP00123456789CN', 'GZ7Q-88KM', 'awa-ouaga-xk7r'])('does not warn about "%s"', (reference) => {
    expect(isGuessable(reference)).toBe(false);
  });

  it('does not warn about a generated reference, however it is typed', () => {
    // Among so many, some end in two digits.
    const generated = Array.from({ length: 200 }, generateReference).filter((reference) =>
      /[A-Z]/.test(reference.slice(3)),
    );
    expect(generated.filter(isGuessable)).toEqual([]);
    expect(generated.map((reference) => reference.toLowerCase().replace('-', ' ')).filter(isGuessable)).toEqual([]);
  });
});
