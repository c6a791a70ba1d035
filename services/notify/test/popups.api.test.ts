import { randomUUID } from 'node:crypto';
import type { Popup } from '@fasocolis/contracts/popups';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.popup.deleteMany();
});
afterAll(() => notify.close());

const url = '/api/popup-notifications';
const DATES_REVERSED = 'La date de fin doit être postérieure à la date de début';

const post = (payload: object, who = asAdmin()) => call(notify.app, { method: 'POST', url, payload }, who);
const create = async (payload: object = {}) => {
  const response = await post({ title: 'Bienvenue', content: 'Suivez vos colis ici.', ...payload });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<Popup>();
};
it('a popup that is sent twice with one key is created once [OFF-001]', async () => {
  const payload = { title: 'Bienvenue', content: 'Suivez vos colis ici.' };
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => call(notify.app, { method: 'POST', url, payload, headers }, asAdmin());
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.statusCode, first.body).toBe(201);
  expect(second.json()).toEqual(first.json());
  expect((await send()).json()).toEqual(first.json());
  expect(await notify.database.popup.count()).toBe(1);
});

const patch = (id: number | string, payload: object, who = asAdmin()) =>
  call(notify.app, { method: 'PATCH', url: `${url}/${id}`, payload }, who);
const list = (query: Record<string, string> = {}) => call(notify.app, { url, query }, asAdmin());
const seen = (popupId: number | string, payload: object = {}, who = asUser(2)) =>
  call(notify.app, { method: 'POST', url: `${url}/${popupId}/seen`, payload }, who);
/** The UTC day that many days from today. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const DEFAULTS = {
  imageUrl: null,
  backgroundColor: '#ffffff',
  textColor: '#000000',
  buttonColor: '#3b82f6',
  buttonTextColor: '#ffffff',
  titleFontSize: '24px',
  contentFontSize: '16px',
  fontFamily: 'Inter, sans-serif',
  fontWeight: 'normal',
  borderRadius: '8px',
  width: 500,
  height: 300,
  imagePosition: 'top',
  buttonText: 'OK',
  buttonLink: null,
  showOnce: true,
  isActive: true,
  startDate: null,
  endDate: null,
};

const EVERYTHING = {
  title: 'Fermeture',
  content: 'Nos bureaux ferment le 11 décembre.\nBonne fête !',
  imageUrl: 'https://images.example.com/fete.jpg',
  backgroundColor: '#14532d',
  textColor: '#fafafa',
  buttonColor: 'rgb(245, 158, 11)',
  buttonTextColor: 'black',
  titleFontSize: '28px',
  contentFontSize: '14px',
  fontFamily: 'Georgia, serif',
  fontWeight: 'bold',
  borderRadius: '16px',
  width: 640,
  height: 420.5,
  imagePosition: 'left',
  buttonText: 'En savoir plus',
  buttonLink: '/notifications',
  showOnce: false,
  isActive: false,
  startDate: '2026-12-01',
  endDate: '2026-12-11',
} as const;

describe('POST /api/popup-notifications', () => {
  it('sets defaults for absent fields [API-044, CONST-045, CONST-046, CONST-051, CONST-052, CONST-053]', async () => {
    const response = await post({ title: ' Bienvenue ', content: 'Suivez vos colis ici.' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(Number),
      title: 'Bienvenue',
      content: 'Suivez vos colis ici.',
      ...DEFAULTS,
    });
  });

  it('sets default colours [VAL-057, CONST-047, CONST-048, CONST-049, CONST-050]', async () => {
    const { backgroundColor, textColor, buttonColor, buttonTextColor } = await create();
    const colours = ['#ffffff', '#000000', '#3b82f6', '#ffffff'];
    expect([backgroundColor, textColor, buttonColor, buttonTextColor]).toEqual(colours);
    expect(await create({ textColor: 'red' })).toMatchObject({ ...DEFAULTS, textColor: 'red' });
    expect((await post({ title: 'x', content: 'x', textColor: 7 })).statusCode).toBe(400);
  });

  it('sets default font sizes, corners and image position [CONST-054, CONST-055, CONST-056, CONST-057]', async () => {
    const look = { titleFontSize: '24px', contentFontSize: '16px', borderRadius: '8px', imagePosition: 'top' };
    expect(await create()).toMatchObject(look);
  });

  it('sets a default font [CONST-058, CONST-059]', async () => {
    expect(await create()).toMatchObject({ fontFamily: 'Inter, sans-serif', fontWeight: 'normal' });
  });

  it('stores every field of the form, and numbers as numbers [ENT-013, ENT-014]', async () => {
    const { id, ...fields } = await create({ ...EVERYTHING, id: 4711 });
    expect(fields).toEqual(EVERYTHING);
    expect(id).not.toBe(4711);
  });

  it('treats blank texts as absent', async () => {
    const blank = {
      backgroundColor: ' ',
      fontFamily: '',
      buttonText: '',
      buttonLink: ' ',
      imageUrl: '',
      startDate: '',
    };
    expect(await create(blank)).toMatchObject(DEFAULTS);
    expect(await create({ imageUrl: null, buttonLink: null, startDate: null, endDate: null })).toMatchObject(DEFAULTS);
  });

  it('requires a title [VAL-055]', async () => {
    for (const title of [undefined, '', '  ', 5]) {
      const response = await post({ title, content: 'x' });
      expect([response.statusCode, response.json().errors]).toEqual([400, { title: 'Le titre est requis' }]);
    }
    expect((await post({ title: 'x'.repeat(201), content: 'x' })).json().message).toMatch(/200 caractères/);
  });

  it('requires a content [VAL-056]', async () => {
    for (const content of [undefined, '', '  ', 5]) {
      const response = await post({ title: 'x', content });
      expect([response.statusCode, response.json().errors]).toEqual([400, { content: 'Le contenu est requis' }]);
    }
    expect((await post({ title: 'x', content: 'x'.repeat(5001) })).json().message).toMatch(/5000 caractères/);
  });

  it('parses the width from a number or a text [VAL-058]', async () => {
    const widthOf = async (width: unknown) => (await create({ width })).width;
    expect(await Promise.all([640, '640px', ' 12.5px', 4000].map(widthOf))).toEqual([640, 640, 12.5, 4000]);
    expect(await Promise.all(['abc', '', null, 0, -20, '-3px'].map(widthOf))).toEqual(Array(6).fill(500));
    for (const width of [4001, '1e9px', {}, true]) {
      expect((await post({ title: 'x', content: 'x', width })).statusCode, JSON.stringify(width)).toBe(400);
    }
  });

  it('parses the height from a number or a text [VAL-059]', async () => {
    const heightOf = async (height: unknown) => (await create({ height })).height;
    expect(await Promise.all([420, '420px', 'abc', 0, -1].map(heightOf))).toEqual([420, 420, 300, 300, 300]);
    expect((await post({ title: 'x', content: 'x', height: 4000.5 })).statusCode).toBe(400);
  });

  it('accepts four positions of the image [VAL-060]', async () => {
    for (const imagePosition of ['top', 'bottom', 'left', 'right']) {
      expect((await create({ imagePosition })).imagePosition).toBe(imagePosition);
    }
    for (const imagePosition of ['TOP', 'center', '', null, 1]) {
      const response = await post({ title: 'x', content: 'x', imagePosition });
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['imagePosition']]);
    }
  });

  it('accepts a link and days or none, in order and well formed [VAL-066]', async () => {
    for (const buttonLink of ['https://example.com/a?b=c', 'HTTP://example.com', '/profile', '/']) {
      expect((await create({ buttonLink })).buttonLink).toBe(buttonLink);
    }
    for (const buttonLink of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'example.com',
      'mailto:a@b.c',
      'https://',
      7,
    ]) {
      expect((await post({ title: 'x', content: 'x', buttonLink })).statusCode, String(buttonLink)).toBe(400);
    }
    const link = await post({ title: 'x', content: 'x', buttonLink: 'javascript:alert(1)' });
    expect(link.json()).toMatchObject({ message: 'Le lien du bouton est invalide' });

    expect(await create({ startDate: '2026-12-01' })).toMatchObject({ startDate: '2026-12-01', endDate: null });
    expect(await create({ endDate: '2026-12-01T22:00:00Z' })).toMatchObject({ startDate: null, endDate: '2026-12-01' });
    expect((await create({ startDate: '2026-12-01', endDate: '2026-12-01' })).endDate).toBe('2026-12-01');
    const reversed = await post({ title: 'x', content: 'x', startDate: '2026-12-02', endDate: '2026-12-01' });
    expect(reversed.statusCode).toBe(400);
    expect(reversed.json()).toMatchObject({ message: DATES_REVERSED, errors: { endDate: DATES_REVERSED } });
    for (const startDate of ['2026-02-30', '01/12/2026', '0000-01-01', 'demain', 20261201]) {
      expect((await post({ title: 'x', content: 'x', startDate })).json().message).toBe(
        'Veuillez saisir une date valide',
      );
    }
  });

  it('stores texts without what nobody sees [READ-001]', async () => {
    const texts = {
      title: 'a\u0000',
      content: 'a\u0000',
      textColor: '#00\u00000000',
      buttonText: 'a\u0000',
      buttonLink: '/a\u0000',
    };
    const response = await post({ ...texts, imageUrl: 'https://example.com/\u0000a' });
    expect(response.json()).toMatchObject({
      ...{ title: 'a', content: 'a', textColor: '#000000', buttonText: 'a', buttonLink: '/a' },
      imageUrl: 'https://example.com/a',
    });
  });

  it('responds with 400 to a switch that is a text', async () => {
    for (const field of ['showOnce', 'isActive']) {
      expect((await post({ title: 'x', content: 'x', [field]: 'true' })).statusCode, field).toBe(400);
    }
  });
});

describe('PATCH /api/popup-notifications/{id}', () => {
  it('changes the given fields and keeps the others, above all the id [API-045]', async () => {
    const popup = await create({ ...EVERYTHING });
    for (const [field, value] of Object.entries({
      title: 'Ouverture',
      content: 'Nous sommes là.',
      imageUrl: null,
      width: '320px',
      imagePosition: 'right',
      buttonLink: null,
      isActive: true,
      startDate: null,
      endDate: null,
    })) {
      const before = (await list({ filter: JSON.stringify({ id: popup.id }) })).json()[0];
      const response = await patch(popup.id, { id: 999, [field]: value });
      expect(response.statusCode, field).toBe(200);
      expect(response.json()).toEqual({ ...before, [field]: field === 'width' ? 320 : value });
    }
    expect((await patch(popup.id, {})).json()).toMatchObject({ title: 'Ouverture', startDate: null });
    expect((await patch(999_999, { title: 'x' })).json()).toMatchObject({
      code: 'not-found',
      message: 'Notification popup non trouvée',
    });
  });

  it('compares a new day with the stored one', async () => {
    const { id } = await create({ startDate: '2026-12-05', endDate: '2026-12-10' });
    for (const period of [{ startDate: '2026-12-11' }, { endDate: '2026-12-04' }]) {
      const response = await patch(id, period);
      expect([response.statusCode, response.json().errors]).toEqual([400, { endDate: DATES_REVERSED }]);
    }
    expect((await patch(id, { startDate: '2026-12-11', endDate: null })).statusCode).toBe(200);
    expect((await patch(id, { startDate: null, endDate: '2026-01-01' })).json()).toMatchObject({
      startDate: null,
      endDate: '2026-01-01',
    });
  });

  it('has the same rules as POST', async () => {
    const { id } = await create();
    for (const field of [{ title: '' }, { content: ' ' }, { imagePosition: 'middle' }, { height: 5000 }]) {
      expect((await patch(id, field)).statusCode, JSON.stringify(field)).toBe(400);
    }
  });
});

describe('GET /api/popup-notifications', () => {
  it('lists all popups, active or not [API-043]', async () => {
    const popups = [
      await create(),
      await create({ isActive: false }),
      await create({ startDate: day(30) }),
      await create({ endDate: day(-30) }),
    ];
    const response = await list();
    expect([response.statusCode, response.json()]).toEqual([200, popups]);
    expect(response.headers['content-range']).toBe('popup-notifications 0-3/4');
  });

  it('accepts page, order, search and filters as every list does', async () => {
    const [a, b] = [await create({ title: 'Été à Bobo' }), await create({ title: 'Noël', isActive: false })];
    await patch(b.id, { title: 'Fête de Noël' });
    const ids = async (query: Record<string, string>) => (await list(query)).json<Popup[]>().map(({ id }) => id);
    expect(await ids({ sort: '["id","DESC"]' })).toEqual([b.id, a.id]);
    expect(await ids({ range: '[1,1]' })).toEqual([b.id]);
    expect(await ids({ filter: '{"q":"ETE A"}' })).toEqual([a.id]);
    expect(await ids({ filter: '{"q":"fete"}' })).toEqual([b.id]);
    expect(await ids({ filter: '{"isActive":false}' })).toEqual([b.id]);
    expect(await ids({ filter: JSON.stringify({ id: [a.id, 99_999_999_999] }) })).toEqual([a.id]);
    for (const query of [{ sort: '["imageHash","ASC"]' }, { filter: '{"imageHash":"x"}' }, { range: '[2,1]' }]) {
      expect((await list(query)).statusCode).toBe(400);
    }
  });
});

describe('DELETE /api/popup-notifications/{id}', () => {
  it('deletes the popup and its views [API-046]', async () => {
    const { id } = await create();
    await seen(id);
    const remove = () => call(notify.app, { method: 'DELETE', url: `${url}/${id}` }, asAdmin());
    const response = await remove();
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Notification popup supprimée' }]);
    expect(await notify.database.popupSeen.count({ where: { popupId: id } })).toBe(0);
    expect((await remove()).statusCode).toBe(404);
  });
});

describe('ids of popups', () => {
  it('lead to 400 when they are text and to 404 when they are unknown [API-064]', async () => {
    const calls = [
      (id: string) => patch(id, { title: 'x' }),
      (id: string) => call(notify.app, { method: 'DELETE', url: `${url}/${id}` }, asAdmin()),
      (id: string) => seen(id),
    ];
    for (const send of calls) {
      for (const id of ['abc', '1.5', '%20', '1e3']) expect((await send(id)).statusCode, id).toBe(400);
      for (const id of ['-1', '0', '999999', '99999999999999']) expect((await send(id)).statusCode, id).toBe(404);
    }
    const unseen = (id: string) => call(notify.app, { url: `${url}/unseen/user/${id}` }, asAdmin());
    for (const id of ['abc', '1.5']) expect((await unseen(id)).statusCode, id).toBe(400);
    for (const id of ['-1', '99999999999999']) expect((await unseen(id)).json(), id).toEqual([]);
  });
});
