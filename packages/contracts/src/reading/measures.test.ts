import { describe, expect, it } from 'vitest';
import { readPieces, readVolume, readWeight, writtenWeight } from './measures.ts';

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
    ['12.5公斤', 12_500],
    ['12.5 千克', 12_500],
    ['25斤', 12_500],
    ['500克', 500],
    ['0.5吨', 500_000],
    ['12,5 kilogrammes', 12_500],
    ['2 tonnes', 2_000_000],
    ['1.234,5 kg', 1_234_500],
    ['1,234.5 kg', 1_234_500],
    ['1,234,567 g', 1_234_567],
    ["1'250 kg", 1_250_000],
    ['12，5', 12_500],
    ['2 kg 300', 2300],
    ['12kg500 g', 12_500],
    ['500 grams', 500],
    ['3 jin', 1500],
    ['١٢ kg', 12_000],
    ['Poids : 12 kg', 12_000],
    ['KG 12.5', 12_500],
    ['G.W.: 12,5 KGS', 12_500],
    ['毛重：12.5公斤', 12_500],
    ['净重12', 12_000],
    ['实重12.5kg', 12_500],
    ['12 KG NET', 12_000],
    ['12 (kg)', 12_000],
    ['1.500 g', 1500],
    ['12,500 g', 12_500],
    ['1.500克', 1500],
    ['1,250 kg', 1250],
  ])('of %j has %i grams [READ-007]', (text, grams) => expect(readWeight(text)).toBe(grams));

  it.each([
    '',
    'kg',
    '0',
    '-2',
    '12,5,3',
    '1.2.3',
    '5 lb',
    'deux kilos',
    '0,0001',
    '1e3',
    '12 5',
    '12-13 kg',
    '2kg5',
    '2 kg 50',
    '5 livres',
    '1,23,456',
    '12.5斤/箱',
    't 12',
    'poids',
    'Awa : 12 kg',
    '0,500 g',
  ])('is not read from %j', (text) => expect(readWeight(text)).toBeNull());

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
    ['60＊40＊50', 120_000],
    ['60х40х50', 120_000],
    ['60 par 40 par 50', 120_000],
    ['60 x 40 x 50 cm.', 120_000],
    ['1.2m*0.8m*1m', 960_000],
    ['0.12立方米', 120_000],
    ['0.12方', 120_000],
    ['0,12 m^3', 120_000],
    ['0,12 mètre cube', 120_000],
    ['120 000 cm³', 120_000],
    ['120 dm3', 120_000],
    ['L60 x l40 x h50', 120_000],
    ['60(L) x 40(W) x 50(H) cms', 120_000],
    ['长60*宽40*高50', 120_000],
    ['60厘米*40厘米*50厘米', 120_000],
    ['0.6米x0.4米x0.5米', 120_000],
    ['268 x 235 x 200', 12_596_000],
    ['60 sur 40 sur 50', 120_000],
    ['CBM 0,36', 360_000],
    ['Vol. : 0,36 m3', 360_000],
    ['Dimensions : 60 x 40 x 50', 120_000],
    ['体积：0.36', 360_000],
    ['50x50x50 (cm)', 125_000],
    ['300 x 200 x 100', 6_000_000],
  ])('of %j has %i cubic centimetres [READ-007]', (text, volume) => expect(readVolume(text)).toBe(volume));

  it.each(['', 'm³', '0', '50 x 50', '1 x 2 x 3 x 4', 'x x x', '5 l', '60*40*50*2', '60-40-50', '30/06/2026'])(
    'is not read from %j',
    (text) => expect(readVolume(text)).toBeNull(),
  );

  it.each(['1.2*0.8*1.0', '0.6*0.4*0.5', '2 x 1,5 x 1'])('is not read from %j: metres without their unit', (text) =>
    expect(readVolume(text)).toBeNull(),
  );

  it.each(['600x400x500', '600*400*250', '350*280*250', '60 x 40 x 50 m'])(
    'is not read from %j, which no container holds',
    (text) => expect(readVolume(text)).toBeNull(),
  );
});

describe('a number of pieces', () => {
  it.each([
    ['3', 3],
    ['3 cartons', 3],
    ['3件', 3],
    ['３', 3],
    ['3,00', 3],
    ['1 000 pcs', 1000],
    ['1,000.00', 1000],
    ['x3', 3],
    ['Qté : 3', 3],
    ['colis 3', 3],
    ['数量：3', 3],
    ['共3件', 3],
    ['Nombre : 3', 3],
    ['3 valises', 3],
  ])('of %j is %i', (text, pieces) => expect(readPieces(text)).toBe(pieces));

  it.each([
    '',
    '2,000',
    '2.000',
    '1,5',
    'trois',
    '3/5',
    '-1',
    '1e3',
    '3 sacs + 2',
    '3 kg',
    '3k',
    '3 m',
    '3 FCFA',
    '3 douzaines',
    '3 paires',
    '20双',
    '50码',
    '12 yards',
    '10 mètres',
    '3 lbs',
    '20 L',
    '3 euros',
    'x 2,000',
    'carton A3',
  ])('is not read from %j, which is none, could be two, or counts something else', (text) =>
    expect(readPieces(text)).toBeNull(),
  );
});
