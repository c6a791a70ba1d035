import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { francs, MAX_FRANCS, readFrancs, writtenFrancs } from './francs.ts';
import { chargeableQuantity, freightAmount, type TariffUnit, writtenQuantity } from './freight.ts';

const nothing = { weightGrams: null, volumeCm3: null, pieces: null };

describe('an amount in francs', () => {
  it.each([
    ['9000', 9000],
    ['9 000', 9000],
    ['9\u202f000 FCFA', 9000],
    ['9000 F', 9000],
    ['180.000 F CFA', 180_000],
    ['1 200 000 francs', 1_200_000],
    ['９０００', 9000],
    ['15 000 francs CFA', 15_000],
    ['15 000 CFA', 15_000],
    ['15.000 Frs', 15_000],
    ['15 000 F.CFA', 15_000],
    ['FCFA 15.000', 15_000],
    ['XOF 15 000', 15_000],
    ['15  000', 15_000],
    ['١٥٠٠٠ FCFA', 15_000],
    ['1️⃣5️⃣0️⃣0️⃣0️⃣', 15_000],
  ])('is read from %j', (text, amount) => expect(readFrancs(text)).toBe(amount));

  it.each([
    '12,5',
    '12.5',
    '9000,00',
    '180,000',
    '-5',
    '',
    'cent',
    '1 2',
    '1e3',
    '12.50',
    '15k',
    '15 000 €',
    '15 000 F/kg',
    '15 000-20 000',
    12.5,
    null,
    true,
  ])('is refused in %j with what to write', (amount) => {
    const { error } = francs(1, 10_000_000, 'Entre 1 et 10').safeParse(amount);
    expect(error?.issues[0]?.message).toBe('Écrivez un nombre entier de francs, sans virgule');
  });

  it('that was written is read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_FRANCS }), (amount) => {
        expect(readFrancs(writtenFrancs(amount))).toBe(amount);
      }),
    );
  });
});

describe('the chargeable quantity and the freight', () => {
  const parcel = { weightGrams: 12_500, volumeCm3: 120_000 };
  const heavy = { weightGrams: 1_500_000, volumeCm3: 400_000 };
  it.each<[string, TariffUnit, object, number, number, string, number]>([
    ['by air', 'kg', parcel, 9000, 0, '20,0\u00a0kg', 180_000],
    ['by sea', 'm3', parcel, 220_000, 10_000, '0,120\u00a0m³', 26_400],
    ['of a gram', 'kg', { weightGrams: 1 }, 9000, 2500, '0,1\u00a0kg', 2500],
    ['of heavy goods by sea', 'm3', heavy, 220_000, 0, '1,500\u00a0m³', 330_000],
    ['by piece', 'piece', { pieces: 3 }, 1500, 0, '3\u00a0pièces', 4500],
    ['rounded up to a coin', 'kg', { weightGrams: 1100 }, 9001, 0, '1,1\u00a0kg', 9905],
    ['rounded up to 0.1 kg', 'kg', { weightGrams: 1101 }, 1000, 0, '1,2\u00a0kg', 1200],
    ['rounded up to a litre', 'm3', { volumeCm3: 120_001 }, 220_000, 0, '0,121\u00a0m³', 26_620],
  ])('%s [PAY-002]', (_name, unit, measures, price, minimum, written, amount) => {
    const quantity = chargeableQuantity(unit, { ...nothing, ...measures });
    expect(writtenQuantity(quantity ?? 0, unit)).toBe(written);
    expect(freightAmount(quantity ?? 0, { price, minimum })).toBe(amount);
  });

  it.each<[TariffUnit, object]>([
    ['kg', { volumeCm3: 120_000, pieces: 2 }],
    ['m3', { weightGrams: 12_500, pieces: 2 }],
    ['piece', { weightGrams: 12_500, volumeCm3: 120_000 }],
  ])('by %s need their measure [PAY-002]', (unit, measures) => {
    expect(chargeableQuantity(unit, { ...nothing, ...measures })).toBeNull();
  });

  it('by air depend on the divisor of the setting [PAY-002]', () => {
    expect(chargeableQuantity('kg', { ...nothing, weightGrams: 12_500, volumeCm3: 120_000 }, 5000)).toBe(24_000);
  });

  const measures = fc.record({
    weightGrams: fc.integer({ min: 1, max: 100_000_000 }),
    volumeCm3: fc.integer({ min: 1, max: 1_000_000_000 }),
    pieces: fc.integer({ min: 1, max: 10_000 }),
  });
  const tariff = fc.record({
    price: fc.integer({ min: 1, max: 10_000_000 }),
    minimum: fc.integer({ min: 0, max: 10_000_000 }),
  });
  const unit = fc.constantFrom<TariffUnit>('kg', 'm3', 'piece');

  it('are never less than exact arithmetic says, and less than a step or a coin more [PAY-002]', () => {
    fc.assert(
      fc.property(unit, measures, tariff, (unit, goods, { price, minimum }) => {
        const quantity = BigInt(chargeableQuantity(unit, goods) ?? -1);
        const [weight, volume] = [BigInt(goods.weightGrams), BigInt(goods.volumeCm3)];
        // In thousandths of the unit, times 6000.
        const air = weight * 6000n > volume * 1000n ? weight * 6000n : volume * 1000n;
        const sea = (weight > volume ? weight : volume) * 6n;
        const exact = { kg: air, m3: sea, piece: BigInt(goods.pieces) * 6_000_000n }[unit];
        const step = { kg: 100n, m3: 1n, piece: 1n }[unit];
        expect(quantity * 6000n >= exact && (quantity - step) * 6000n < exact).toBe(true);
        const amount = freightAmount(Number(quantity), { price, minimum });
        const product = quantity * BigInt(price);
        const wanted = product > BigInt(minimum) * 1000n ? product : BigInt(minimum) * 1000n;
        const exactly = ((wanted + 4999n) / 5000n) * 5n;
        expect(amount).toBe(exactly > BigInt(MAX_FRANCS) ? null : Number(exactly));
      }),
      { numRuns: 2000 },
    );
  });
});
