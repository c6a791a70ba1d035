import { describe, expect, it } from 'vitest';
import { readVolume, readWeight, writtenWeight } from './measures.ts';

describe('a weight', () => {
  it.each([
    ['12,5 kg', 12_500],
    ['12,5kg', 12_500],
    ['12.5', 12_500],
    ['12,5', 12_500],
    ['12.5 KG', 12_500],
    ['12,5 Kgs.', 12_500],
    ['１２．５', 12_500],
    ['2500 g', 2500],
    ['2 500 g', 2500],
    ['2\u202f500,5 kg', 2_500_500],
    ['2500.5', 2_500_500],
    ['0,5 t', 500_000],
    ['3 kilos', 3000],
    ['0,001', 1],
  ])('of %j has %i grams [READ-007]', (text, grams) => expect(readWeight(text)).toBe(grams));

  it.each(['', 'kg', '0', '-2', '12,5,3', '1.2.3', '5 lb', 'deux kilos', '0,0001', '1e3'])(
    'is not read from %j',
    (text) => expect(readWeight(text)).toBeNull(),
  );

  it('is written in kilograms [READ-007]', () => {
    expect([12_500, 1, 2_500_500].map(writtenWeight)).toEqual([
      '12,5\u00a0kg',
      '0,001\u00a0kg',
      '2\u202f500,5\u00a0kg',
    ]);
  });
});

describe('a volume', () => {
  it.each([
    ['0,125 m³', 125_000],
    ['0.125 m3', 125_000],
    ['0,125', 125_000],
    ['0,125 CBM', 125_000],
    ['50 x 50 x 50', 125_000],
    ['50×50×50 cm', 125_000],
    ['50*50*50cm', 125_000],
    ['50 cm x 50 cm x 50 cm', 125_000],
    ['0,5 x 0,5 x 0,5 m', 125_000],
    ['500x500x500mm', 125_000],
    ['60,5 x 40 x 50', 121_000],
  ])('of %j has %i cubic centimetres [READ-007]', (text, volume) => expect(readVolume(text)).toBe(volume));

  it.each(['', 'm³', '0', '50 x 50', '1 x 2 x 3 x 4', 'x x x', '5 l'])('is not read from %j', (text) =>
    expect(readVolume(text)).toBeNull(),
  );
});
