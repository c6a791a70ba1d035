import { DEFAULT_TELL_TEXT } from '@fasocolis/contracts/tell-text';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const get = (path: string, headers: Record<string, string> = {}) => call(content.app, { url: path, headers });
const set = (key: string, payload: object) =>
  call(content.app, { method: 'POST', url: `/api/app-settings/${key}`, payload }, asAdmin());
const setNumber = (value: unknown, description?: unknown) => set('whatsapp_number', { value, description });
const NUMBER = '/api/app-settings/whatsapp_number';

describe('the WhatsApp number', () => {
  it('is public, as a setting and by itself [API-055, API-056, ENT-012]', async () => {
    await setNumber('+22670123456', 'Service client');
    expect((await get(NUMBER)).json()).toEqual({
      key: 'whatsapp_number',
      value: '+22670123456',
      description: 'Service client',
    });
    const response = await get('/api/whatsapp-number');
    expect([response.statusCode, response.json()]).toEqual([200, { whatsappNumber: '+22670123456' }]);
  });

  it('is replaced, never duplicated; an absent description is kept [API-057]', async () => {
    for (const value of ['70123456789', '+22670123456']) {
      const response = await setNumber(value, 'Équipe');
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { key: 'whatsapp_number', value, description: 'Équipe' },
      ]);
    }
    expect((await setNumber('226701234')).json().description).toBe('Équipe');
    expect((await setNumber('226701234', '')).json().description).toBeNull();
    expect(await content.database.appSetting.count({ where: { key: 'whatsapp_number' } })).toBe(1);
  });

  it('is missing with 404 until it is set [API-055, API-056, API-057]', async () => {
    await content.database.appSetting.delete({ where: { key: 'whatsapp_number' } });
    expect((await get(NUMBER)).statusCode).toBe(404);
    expect((await get('/api/whatsapp-number')).statusCode).toBe(404);
    expect((await setNumber('+22670000000')).statusCode).toBe(200);
    expect((await get('/api/whatsapp-number')).json()).toEqual({ whatsappNumber: '+22670000000' });
  });

  it('has at least 9 characters [VAL-069, CONST-041]', async () => {
    for (const value of ['12345678', ' 12345678 ', '', undefined, null, 226_701_234]) {
      const response = await setNumber(value);
      expect([response.statusCode, response.json().message], String(value)).toEqual([
        400,
        'Le numéro doit comporter au moins 9 chiffres',
      ]);
    }
    expect((await setNumber('123456789')).statusCode).toBe(200);
  });

  it('consists of digits, with at most one + before them [VAL-070]', async () => {
    expect((await setNumber('+22670123456')).statusCode).toBe(200);
    for (const value of ['70 12 34 56 78', '7012a4567', '++22670123456', '226+70123456', '70-12-34-56', '٧٠١٢٣٤٥٦٧']) {
      const response = await setNumber(value);
      expect([response.statusCode, response.json().message], value).toEqual([
        400,
        'Format de numéro invalide. Utilisez uniquement des chiffres et éventuellement le préfixe +',
      ]);
    }
  });
});

describe('the paragraph of products', () => {
  const PARAGRAPH = '/api/app-settings/product_detail_paragraph';

  it('is public, changed by the administrator, and may be emptied', async () => {
    expect((await get(PARAGRAPH)).json().value).toMatch(/^Cette montre connectée allie élégance et technologie/);
    for (const value of ['Livré avec sa notice.', '']) {
      expect((await set('product_detail_paragraph', { value })).statusCode).toBe(200);
      expect((await get(PARAGRAPH)).json()).toMatchObject({ key: 'product_detail_paragraph', value });
    }
  });

  it('refuses texts that cannot be stored', async () => {
    const statuses = [{}, { value: 5 }, { value: 'x'.repeat(5001) }].map(
      async (body) => (await set('product_detail_paragraph', body)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 400]);
  });
});

describe('the prefix of client codes', () => {
  const setPrefix = (value: unknown) => set('client_code_prefix', { value });
  const prefix = async () => (await get('/api/app-settings/client_code_prefix')).json().value;

  it('is FASO until it is set, and 2 to 6 letters in capitals [INT-001]', async () => {
    expect(await prefix()).toBe('FASO');
    for (const value of ['B', 'BURKINA', 'BF1', 'B F', 'ÉTÉ', '', null]) {
      const refused = await setPrefix(value);
      expect([refused.statusCode, refused.json().message], String(value)).toEqual([
        400,
        'Le préfixe contient 2 à 6 lettres, sans accent',
      ]);
    }
    for (const value of ['BF', 'bgscol']) expect((await setPrefix(value)).statusCode).toBe(200);
    expect(await prefix()).toBe('BGSCOL');
  });

  it('is not that of a courier or of references, which a client code on a carton would look like', async () => {
    for (const value of ['SF', 'yt', 'JD', 'FC']) {
      const refused = await setPrefix(value);
      expect([refused.statusCode, refused.json().errors], value).toEqual([
        400,
        {
          value:
            'Les numéros d’un transporteur chinois, ou nos numéros de suivi, commencent par ces lettres. Choisissez-en d’autres.',
        },
      ]);
    }
  });
});

describe('an unknown setting', () => {
  it('is missing with 404, for reading and writing', async () => {
    await content.database.appSetting.create({ data: { key: 'secret', value: 'x' } });
    for (const key of ['secret', 'WHATSAPP_NUMBER', 'toString', '%00', 'a%2Fb', 'é']) {
      expect((await get(`/api/app-settings/${key}`)).statusCode, key).toBe(404);
      expect((await set(key, { value: '+22670123456' })).statusCode, key).toBe(404);
    }
  });
});

describe('public responses', () => {
  it('are stored by browsers and revalidated with a few bytes until they change', async () => {
    for (const path of [NUMBER, '/api/whatsapp-number', '/api/static-pages/about']) {
      const first = await get(path);
      const etag = String(first.headers.etag);
      expect([etag, first.headers['cache-control']], path).toEqual([
        expect.stringMatching(/^W\/"[\w-]+"$/),
        'public, no-cache',
      ]);
      const again = await get(path, { 'if-none-match': `"other", ${etag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['content-length'] ?? '0').toBe('0');
      expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
    const etag = String((await get('/api/whatsapp-number')).headers.etag);
    await setNumber('+22699999999');
    expect((await get('/api/whatsapp-number', { 'if-none-match': etag })).json()).toEqual({
      whatsappNumber: '+22699999999',
    });
  });

  it('are not stored when they are errors', async () => {
    const response = await get('/api/static-pages/unknown');
    expect([response.headers.etag, response.headers['cache-control']]).toEqual([undefined, undefined]);
  });
});

describe('the name of the template of WhatsApp', () => {
  it('is empty until it is set [WA-005]', async () => {
    const key = 'whatsapp_template';
    expect((await get(`/api/app-settings/${key}`)).json()).toEqual({ key, value: '', description: null });
  });
});

describe('the text of the messages to people', () => {
  it('is that of the product until it is set, and public [WA-001]', async () => {
    const key = 'tell_text';
    expect((await get(`/api/app-settings/${key}`)).json()).toEqual({
      key,
      value: DEFAULT_TELL_TEXT,
      description: null,
    });
    const value = 'Bonjour {prénom}, {colis} {référence} : {statut}, {date}. {lien}';
    expect((await set(key, { value })).json()).toEqual({ key, value, description: null });
    expect((await get(`/api/app-settings/${key}`)).json()).toMatchObject({ value });
  });

  it('is one for one and for several orders [OFF-014]', async () => {
    for (const key of ['tell_one_order', 'tell_several_orders']) {
      expect((await set(key, { value: '{référence}' })).statusCode).toBe(404);
    }
  });

  it('with an unknown word in braces is refused', async () => {
    const response = await set('tell_text', { value: '{référence} {nom}' });
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Entre accolades, utilisez seulement {prénom}, {colis}, {référence}, {statut}, {lien}, {date}, {code}',
    ]);
  });
});
