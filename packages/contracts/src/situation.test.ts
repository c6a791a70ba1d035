import { describe, expect, it } from 'vitest';
import { builtInKind, ORDER_STATUSES, type StatusKind, statusLabel } from './order-status.ts';
import { type Reader, situationLine, situationOf } from './situation.ts';

const TODAY = '2026-11-26';
const READERS: Reader[] = ['everyone', 'owner', 'unverified-owner', 'number'];

type Facts = Parameters<typeof situationOf>[0];

const NOTHING = {
  statusSentence: null,
  estimatedDelivery: null,
  expectedArrival: null,
  pickup: null,
  hasOwner: true,
  deliveredOn: null,
  receiver: null,
} satisfies Partial<Facts>;

const builtIn = (status: (typeof ORDER_STATUSES)[number]) => ({
  ...{ status, statusLabel: statusLabel(status), statusKind: builtInKind(status) },
});
const defined = (statusLabel: string, statusKind: StatusKind | null) => ({ status: 'OTHER', statusLabel, statusKind });

const [CONFIRMED, PROCESSING, IN_TRANSIT, ARRIVED] = ORDER_STATUSES.map(builtIn) as [Status, Status, Status, Status];
type Status = ReturnType<typeof builtIn>;
const UNDER_WAY = {
  ...{ CONFIRMED, PROCESSING, IN_TRANSIT, ARRIVED },
  'a step of the administrator': defined('Au port', 'step'),
  'a status of waiting': defined('En douane', 'waiting'),
  'an undefined code': defined('', null),
};

const ENDED = { returned: defined('Retourné', 'end'), lost: defined('Perdu', 'problem') };

const RANGE = { from: '2026-11-28', to: '2026-12-09' };
/** Dates of an order under way, with the kind and the whole text of its situation. */
const DATES: [name: string, dates: Partial<Facts>, kind: string, text: string][] = [
  ['no date', {}, 'unknown', 'Livraison estimée : Non disponible'],
  ['a day to come', { estimatedDelivery: '2026-12-24' }, 'expected', 'Livraison estimée : 24 décembre 2026'],
  ['today', { estimatedDelivery: TODAY }, 'expected', 'Livraison estimée : 26 novembre 2026'],
  ['yesterday', { estimatedDelivery: '2026-11-25' }, 'late', 'En retard\u00a0: prévu le 25 novembre 2026'],
  [
    ...(['a range to come', { expectedArrival: RANGE }, 'computed'] as const),
    'Arrivée prévue : entre le 28 novembre 2026 et le 9 décembre 2026',
  ],
  [
    ...(['a range that has begun', { expectedArrival: { ...RANGE, from: '2026-11-20' } }, 'computed'] as const),
    'Arrivée prévue : entre le 26 novembre 2026 et le 9 décembre 2026',
  ],
  [
    ...(['a range that is over', { expectedArrival: { from: '2026-11-10', to: '2026-11-25' } }, 'late'] as const),
    'En retard\u00a0: prévu le 25 novembre 2026',
  ],
  [
    ...(['a day and a range', { estimatedDelivery: '2026-12-24', expectedArrival: RANGE }, 'expected'] as const),
    'Livraison estimée : 24 décembre 2026',
  ],
];

const inFull = ({ label, text }: { label: string; text: string }) => [label, text].filter(Boolean).join(' : ');

describe('the situation of an order', () => {
  const underWay = Object.entries(UNDER_WAY).flatMap(([name, status]) =>
    DATES.flatMap(([date, dates, kind, text]) =>
      READERS.map((reader) => [name, date, kind, reader, dates, text, status] as const),
    ),
  );

  it.each(underWay)('under way (%s) with %s is %s for %s [CARD-001]', (_, __, kind, reader, dates, text, status) => {
    const found = situationOf({ ...NOTHING, ...status, ...dates }, reader, TODAY);
    expect([found.kind, inFull(found)]).toEqual([kind, text]);
    expect(found.next).toBe(kind === 'late' ? 'Contactez le service client pour connaître la suite.' : null);
  });

  const others = DATES.flatMap(([name, dates]) => READERS.map((reader) => [name, reader, dates] as const));

  it.each(others)('after the end is no expected date, with %s for %s [CARD-001]', (_, reader, dates) => {
    const of = (facts: Partial<Facts> & (typeof ENDED)['lost']) => {
      const { kind, label, text, next } = situationOf({ ...NOTHING, ...dates, ...facts }, reader, TODAY);
      return [kind, label, text, next];
    };
    const contactUs = 'Contactez le service client pour connaître la suite.';
    expect(of(ENDED.returned)).toEqual(['ended', '', 'Retourné', contactUs]);
    expect(of(ENDED.lost)).toEqual(['problem', '', 'Perdu', contactUs]);
    const statusSentence = 'Nous le cherchons.';
    expect(of({ ...ENDED.lost, statusSentence })).toEqual(['problem', '', 'Perdu', statusSentence]);
    const delivered = { ...builtIn('DELIVERED'), deliveredOn: '2026-11-20T10:00:00.000Z' };
    expect(of(delivered)).toEqual(['delivered', '', 'Livré le 20 novembre 2026', null]);
    const handedOver = { ...delivered, receiver: 'Salif T.' };
    expect(of(handedOver)).toEqual(['delivered', '', 'Remis le 20 novembre 2026 à Salif T.', null]);
  });

  it.each(others)('at pick-up is "À retirer", with %s for %s [CARD-001]', (_, reader, dates) => {
    for (const status of Object.values(UNDER_WAY)) {
      const facts = { ...NOTHING, ...status, ...dates, pickup: { town: 'Ouagadougou' } };
      const { kind, label, text, town } = situationOf(facts, reader, TODAY);
      expect([kind, label, text, town]).toEqual(['ready', '', 'À retirer', 'Ouagadougou']);
    }
  });

  it('at pick-up tells each reader where the code is', () => {
    const nextOf = (reader: Reader, hasOwner = true) =>
      situationOf({ ...NOTHING, ...ARRIVED, pickup: { town: null }, hasOwner }, reader, TODAY).next;
    expect(READERS.map((reader) => nextOf(reader))).toEqual([
      'Le code de retrait est dans le compte du client de ce colis.',
      "Donnez le code de retrait à l'agent.",
      'Pour voir le code de retrait, vérifiez votre adresse email dans «\u00a0Mon Profil\u00a0».',
      "Donnez le code de retrait à l'agent.",
    ]);
    expect(nextOf('everyone', false)).toBeNull();
  });

  it('of a lost or returned parcel with a pick-up code is not "À retirer"', () => {
    for (const status of Object.values(ENDED)) {
      const facts = { ...NOTHING, ...status, pickup: { town: 'Ouagadougou' } };
      expect(situationOf(facts, 'owner', TODAY).text).toBe(status.statusLabel);
    }
  });
});

describe('the situation in a message', () => {
  const lineOf = (facts: Partial<Facts> & Pick<Facts, 'status' | 'statusLabel' | 'statusKind'>) =>
    situationLine(situationOf({ ...NOTHING, ...facts }, 'everyone', TODAY));

  it.each([
    [
      'an expected day',
      { ...IN_TRANSIT, estimatedDelivery: '2026-12-24' },
      'Livraison estimée\u00a0: 24 décembre 2026.',
    ],
    [
      'a delay',
      { ...IN_TRANSIT, estimatedDelivery: '2026-11-20' },
      'En retard\u00a0: prévu le 20 novembre 2026. Contactez le service client pour connaître la suite.',
    ],
    ['a pick-up with its town', { ...ARRIVED, pickup: { town: 'Ouagadougou' } }, 'À retirer\u00a0: Ouagadougou.'],
    ['a pick-up', { ...ARRIVED, pickup: { town: null } }, 'À retirer.'],
    [
      ...(['a hand-over', { ...builtIn('DELIVERED'), deliveredOn: '2026-11-20', receiver: 'Salif T.' }] as const),
      'Remis le 20 novembre 2026 à Salif T.',
    ],
    ['no date', IN_TRANSIT, null],
    ['a loss', { ...ENDED.lost, statusSentence: 'Nous le cherchons.' }, 'Nous le cherchons.'],
  ])('of %s is one line [CARD-001]', (_, facts, line) => {
    expect(lineOf(facts)).toBe(line);
  });
});
