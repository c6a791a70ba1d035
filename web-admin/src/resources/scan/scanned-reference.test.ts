// @vitest-environment node
import { generateReference } from '@fasocolis/contracts/reading/reference';
import { describe, expect, it } from 'vitest';
import { codeKey, scannedReference } from './scanned-reference.ts';

const NO_REFERENCE = { problem: "Ce code n'est pas une référence de colis." };

describe('the reference that a code names', () => {
  it.each([
    ['https://colis.example.com/c/FC-7ABC', 'FC-7ABC'],
    ['HTTPS://OLD.EXAMPLE.COM/c/FC%202026%2F7', 'FC 2026/7'],
    ['http://localhost:8080/c/FC-7ABC?source=label', 'FC-7ABC'],
    ['  DEMO0003\r', 'DEMO0003'],
    ['  https://colis.example.com/c/FC-7ABC\r', 'FC-7ABC'],
  ])('of %j is %j', (text, reference) => {
    expect(scannedReference(text)).toEqual({ reference });
  });

  it.each(['https://example.com/menu', 'abc', '----', 'x'.repeat(65), 'https://colis.example.com/c/%E0%A4%A'])(
    'is missing in %j',
    (text) => {
      expect(scannedReference(text)).toEqual(NO_REFERENCE);
    },
  );

  it('is refused when its check character is wrong', () => {
    const reference = generateReference();
    const last = reference.endsWith('A') ? 'B' : 'A';
    expect(scannedReference(reference.slice(0, -1) + last)).toEqual({
      problem: 'Cette référence contient une erreur. Vérifiez-la.',
    });
  });
});

it('gives the QR code and the Code 128 of a label the same key', () => {
  expect(codeKey('https://colis.example.com/c/fc-7abc')).toBe(codeKey('FC-7ABC'));
  expect(codeKey('https://example.com/menu')).toBe('https://example.com/menu');
});
