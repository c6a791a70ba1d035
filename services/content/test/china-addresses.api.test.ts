import { ANONYMOUS, type Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const BY_AIR = {
  ...{ mode: 'AIR', city: 'Guangzhou', recipient: '王先生', phone: '138 0013 8000' },
  address: '广东省广州市白云区石井街道1号\n2号仓库',
};
const BY_SEA = { ...BY_AIR, mode: 'SEA', city: 'Yiwu', recipient: null };
const addresses = (as: Identity = asUser(2)) => call(content.app, { url: '/api/china-addresses' }, as);
const set = (value: unknown, as = asAdmin()) =>
  call(content.app, { method: 'POST', url: '/api/china-addresses', payload: { value } }, as);

describe('the addresses in China', () => {
  it('are none until they are set, and then there for every signed-in user [INT-002]', async () => {
    expect((await addresses()).json()).toEqual([]);
    expect((await set([BY_AIR, { ...BY_SEA, recipient: ' ' }])).json()).toEqual([BY_AIR, BY_SEA]);
    for (const user of [asUser(2), asAgent(9), asAdmin()]) {
      expect((await addresses(user)).json()).toEqual([BY_AIR, BY_SEA]);
    }
    expect((await addresses(ANONYMOUS)).statusCode).toBe(401);
  });

  it('may have no recipient', async () => {
    const { recipient: _, ...unnamed } = BY_AIR;
    expect((await set([unnamed])).statusCode).toBe(200);
    expect((await addresses()).json()).toEqual([{ ...unnamed, recipient: null }]);
  });

  it('are up to six by mode and city [INT-002]', async () => {
    const six = ['Guangzhou', 'Yiwu', 'Foshan'].flatMap((city) => [
      { ...BY_AIR, city },
      { ...BY_SEA, city },
    ]);
    expect((await set(six)).statusCode).toBe(200);
    expect((await addresses()).json()).toEqual(six);
  });

  it('are replaced together, and the change is logged', async () => {
    await set([BY_AIR]);
    await set([]);
    expect((await addresses()).json()).toEqual([]);
    const [change] = await content.database.change.findMany({
      where: { name: 'china_addresses' },
      orderBy: { id: 'desc' },
    });
    expect(change).toMatchObject({ subject: 'setting', userId: 1, action: 'changed', after: { value: '[]' } });
  });

  it.each([
    ['two of a mode and city', [BY_AIR, { ...BY_AIR, city: ' guangzhou' }], 'Une ville a une seule adresse par avion'],
    ['no mode', [{ ...BY_AIR, mode: 'ROAD' }], 'Choisissez avion ou bateau'],
    ['no city', [{ ...BY_AIR, city: ' ' }], 'Indiquez la ville'],
    ['no address', [{ ...BY_AIR, address: '' }], 'Collez l’adresse en chinois'],
    ['words in place of a phone number', [{ ...BY_AIR, phone: 'demander' }], 'Écrivez le numéro de l’entrepôt'],
    ['more than six', Array.from({ length: 7 }, (_, at) => ({ ...BY_AIR, city: `C${at}` })), 'Six adresses au plus'],
    ['something else', 'Guangzhou', 'Requête invalide'],
  ])('with %s are refused', async (_, value, message) => {
    await set([BY_AIR]);
    const response = await set(value);
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(message)]);
    expect((await addresses()).json()).toEqual([BY_AIR]);
  });

  it('are changed by the administrator only', async () => {
    for (const other of [asUser(2), asAgent(9)]) expect((await set([], other)).statusCode).toBe(403);
  });
});
