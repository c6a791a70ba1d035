import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const OUAGADOUGOU = {
  town: 'Ouagadougou',
  place: 'Gounghin, rue 9.12, près de la pharmacie',
  mapUrl: 'https://maps.app.goo.gl/abc123',
  hours: 'Du lundi au samedi, de 8 h à 18 h',
  bring: "Une pièce d'identité",
};
const points = () => call(content.app, { url: '/api/pickup-points' });
const set = (value: unknown, as = asAdmin()) =>
  call(content.app, { method: 'POST', url: '/api/pickup-points', payload: { value } }, as);

describe('the pick-up points', () => {
  it('are none until they are set, and then public, one per town [CARD-002]', async () => {
    expect((await points()).json()).toEqual([]);
    const bobo = { town: 'Bobo-Dioulasso', place: 'Marché central' };
    expect((await set([OUAGADOUGOU, bobo])).statusCode).toBe(200);
    expect((await points()).json()).toEqual([OUAGADOUGOU, { ...bobo, mapUrl: null, hours: null, bring: null }]);
  });

  it('are replaced together, and the change is logged', async () => {
    await set([OUAGADOUGOU]);
    await set([]);
    expect((await points()).json()).toEqual([]);
    const [change] = await content.database.change.findMany({
      where: { name: 'pickup_points' },
      orderBy: { id: 'desc' },
    });
    expect(change).toMatchObject({ subject: 'setting', userId: 1, action: 'changed', after: { value: '[]' } });
  });

  it.each([
    [
      'two of a town',
      [OUAGADOUGOU, { ...OUAGADOUGOU, town: ' ouagadougou ' }],
      'Chaque ville a un seul lieu de retrait',
    ],
    ['no town', [{ ...OUAGADOUGOU, town: ' ' }], 'Indiquez la ville'],
    ['no address', [{ ...OUAGADOUGOU, place: '' }], "Indiquez l'adresse"],
    [
      ...(['another link than https', [{ ...OUAGADOUGOU, mapUrl: 'javascript:alert(1)' }]] as const),
      'Collez le lien de la carte en entier\u00a0: il commence par https://',
    ],
    [
      'more than twenty',
      Array.from({ length: 21 }, (_, at) => ({ ...OUAGADOUGOU, town: `T${at}` })),
      'Vingt lieux au plus',
    ],
    ['something else', 'Ouagadougou', 'Requête invalide'],
  ])('with %s are refused', async (_, value, message) => {
    await set([OUAGADOUGOU]);
    const response = await set(value);
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
    expect((await points()).json()).toEqual([OUAGADOUGOU]);
  });

  it('are changed by the administrator only', async () => {
    expect((await set([], asUser(2))).statusCode).toBe(403);
  });
});
