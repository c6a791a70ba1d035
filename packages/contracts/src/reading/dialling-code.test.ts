import { describe, expect, it } from 'vitest';
import {
  DEFAULT_DIALLING_CODE,
  DIALLING_CODES,
  replaceDiallingCode,
  spacedPhone,
  withDiallingCode,
} from './dialling-code.ts';

describe('the dialling codes', () => {
  it('are exactly these 23, in this order, Burkina Faso first and by default [CONST-007, CONST-008]', () => {
    expect(DIALLING_CODES.map(([code, country]) => `${code} ${country}`)).toEqual([
      '+226 Burkina Faso',
      "+225 Côte d'Ivoire",
      '+233 Ghana',
      '+234 Nigeria',
      '+221 Sénégal',
      '+223 Mali',
      '+227 Niger',
      '+228 Togo',
      '+229 Bénin',
      '+213 Algérie',
      '+237 Cameroun',
      '+242 Congo',
      '+243 RD Congo',
      '+235 Tchad',
      '+212 Maroc',
      '+216 Tunisie',
      '+20 Égypte',
      '+27 Afrique du Sud',
      '+33 France',
      '+86 Chine',
      '+1 États-Unis/Canada',
      '+44 Royaume-Uni',
      '+49 Allemagne',
    ]);
    expect(DEFAULT_DIALLING_CODE).toBe('+226');
  });
});

describe('a phone number', () => {
  it('gets the chosen code and a space as prefix when it has no code', () => {
    expect(withDiallingCode('70123456', '+226')).toBe('+226 70123456');
    expect(withDiallingCode(' 70 12 34 56 ', '+225')).toBe('+225 70 12 34 56');
  });

  it('is left as typed when it begins with a plus [AUTH-016]', () => {
    expect(withDiallingCode('+33 612345678', '+226')).toBe('+33 612345678');
    expect(withDiallingCode('+999', '+226')).toBe('+999');
  });

  it('stays empty when nothing was typed, whatever the country', () => {
    expect(withDiallingCode('  ', '+226')).toBe('');
    expect(replaceDiallingCode('', '+225')).toBe('');
  });

  it('changes its code with the country, replacing the longest known code', () => {
    expect(replaceDiallingCode('+226 70123456', '+225')).toBe('+225 70123456');
    expect(replaceDiallingCode('+22670123456', '+1')).toBe('+1 70123456');
    expect(replaceDiallingCode('+20 1001234567', '+212')).toBe('+212 1001234567');
    expect(replaceDiallingCode(' +226 70123456 ', '+225')).toBe('+225 70123456');
  });

  it('gets the new code as prefix when it begins with no known code', () => {
    expect(replaceDiallingCode('70123456', '+225')).toBe('+225 70123456');
  });
});

describe('spacedPhone', () => {
  it.each([
    ['+22670123456', '+226 70 12 34 56'],
    ['+8613800138000', '+86 138 0013 8000'],
    ['+33612345678', '+33 6 12 34 56 78'],
    ['+2250712345678', '+225 07 12 34 56 78'],
    ['+14155552671', '+1 415 555 2671'],
    ['+971501234567', '+971501234567'],
  ])('shows %s as %s', (number, expected) => {
    expect(spacedPhone(number)).toBe(expected);
  });
});
