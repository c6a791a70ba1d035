import type { Change } from '@fasocolis/contracts/changes';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
let recorded: number;
beforeAll(async () => {
  content = await startContent();
});
beforeEach(async () => {
  // Entries of earlier tests stay: they cannot be deleted.
  recorded = await content.database.change.count();
});
afterAll(() => content.close());

const list = (query: Record<string, string> = {}, who: Identity = asAdmin()) =>
  call(content.app, { url: '/api/setting-changes', query }, who);
const listed = async (filter: object) => (await list({ filter: JSON.stringify(filter) })).json<Change[]>();
/** The entries of this test, newest first. */
const newEntries = async () => {
  const all = (await list()).json<Change[]>();
  return all.slice(0, all.length - recorded);
};
const set = (key: string, payload: object) =>
  call(content.app, { method: 'POST', url: `/api/app-settings/${key}`, payload }, asAdmin());
const setNumber = (value: string, description?: string) => set('whatsapp_number', { value, description });

let names = 0;
/** An entry about a setting that no other test uses. */
const addEntry = (data: { userId?: number; createdAt?: string; name?: string } = {}) => {
  names += 1;
  const { name = `setting_${names}`, createdAt, userId = 1 } = data;
  return content.database.change.create({
    data: {
      subject: 'setting',
      subjectId: name,
      name,
      action: 'changed',
      userId,
      before: { value: 'a' },
      after: { value: 'b' },
      ...(createdAt && { createdAt: new Date(createdAt) }),
    },
  });
};

describe('a change of a setting', () => {
  it('is logged with its user, time, values before and after, and request id [DOSS-008]', async () => {
    await setNumber('+22670000001', 'Accueil');
    const start = Date.now();
    const headers = { 'x-request-id': '11111111-2222-4333-8444-555555555555' };
    const payload = { value: '+22670000002' };
    const request = { method: 'POST', url: '/api/app-settings/whatsapp_number', payload, headers } as const;
    await call(content.app, request, { kind: 'user', userId: 5, isAdmin: true, sessionKey: 'test' });
    const [entry] = await newEntries();
    expect(entry).toEqual({
      id: expect.any(Number),
      subject: 'setting',
      subjectId: 'whatsapp_number',
      name: 'whatsapp_number',
      action: 'changed',
      userId: 5,
      before: { value: '+22670000001' },
      after: { value: '+22670000002' },
      requestId: headers['x-request-id'],
      createdAt: expect.any(String),
    });
    expect(Date.parse(entry?.createdAt ?? '')).toBeGreaterThanOrEqual(start - 1000);
  });

  it('of its description only is logged without its value', async () => {
    await setNumber('+22670000003', 'Accueil');
    await setNumber('+22670000003', 'Dépôt');
    expect((await newEntries())[0]).toMatchObject({
      before: { description: 'Accueil' },
      after: { description: 'Dépôt' },
    });
  });

  it('is logged as a creation when the setting did not exist', async () => {
    await content.database.appSetting.delete({ where: { key: 'product_detail_paragraph' } });
    await set('product_detail_paragraph', { value: 'Livré avec sa notice.' });
    expect(await newEntries()).toMatchObject([
      {
        subjectId: 'product_detail_paragraph',
        action: 'created',
        before: null,
        after: { value: 'Livré avec sa notice.', description: null },
      },
    ]);
  });

  it('to the same values is not logged', async () => {
    await setNumber('+22670000004', 'Accueil');
    const before = await newEntries();
    expect((await setNumber('+22670000004', 'Accueil')).statusCode).toBe(200);
    expect(await newEntries()).toEqual(before);
  });

  it('that is refused is not logged', async () => {
    expect((await setNumber('12')).statusCode).toBe(400);
    expect(await newEntries()).toEqual([]);
  });

  it('is logged with the value that it replaced, with many writers at once', async () => {
    await setNumber('+22680000000', 'Accueil');
    const values = Array.from({ length: 12 }, (_, index) => `+2268000000${index + 1}`);
    await Promise.all(values.map((value) => setNumber(value)));
    const entries = (await newEntries()).slice(0, values.length).toReversed();
    const chain = ['+22680000000', ...entries.map(({ after }) => after?.value)];
    expect(entries.map(({ before }) => before?.value)).toEqual(chain.slice(0, -1));
  });
});

describe('the change log', () => {
  it('cannot be changed or emptied with SQL [DOSS-008]', async () => {
    await addEntry();
    for (const statement of [`UPDATE changes SET name = 'x'`, 'DELETE FROM changes', 'TRUNCATE changes']) {
      const refusal = content.database.$executeRawUnsafe(statement);
      await expect(refusal, statement).rejects.toThrow('The change log is append-only');
    }
  });
});

describe('what staff do with pages and messages', () => {
  const send = (method: 'PATCH' | 'DELETE', url: string, payload?: object) =>
    call(content.app, { method, url, ...(payload && { payload }) }, asAdmin());

  it('is logged: an edited page by its title [OFF-010]', async () => {
    await content.database.staticPage.upsert({
      where: { slug: 'terms' },
      create: { slug: 'terms', title: 'Conditions', content: '<p>Une.</p>' },
      update: { title: 'Conditions' },
    });
    await send('PATCH', '/api/static-pages/terms', { title: 'Nos conditions' });
    expect(await newEntries()).toMatchObject([
      {
        ...{ subject: 'page', subjectId: 'terms', name: 'Nos conditions', action: 'changed', userId: 1 },
        ...{ before: { title: 'Conditions' }, after: { title: 'Nos conditions' } },
      },
    ]);
  });

  it('is logged: a contact message that is read, answered and deleted, without its text [OFF-010]', async () => {
    const person = { firstName: 'Awa', lastName: 'Ouédraogo', email: 'awa@example.com', subject: 'Retard' };
    const { id } = await content.database.contactMessage.create({ data: { ...person, message: 'Où est mon colis ?' } });
    await send('PATCH', `/api/contact-messages/${id}/read`);
    await send('PATCH', `/api/contact-messages/${id}/answered`, { isAnswered: true });
    await send('DELETE', `/api/contact-messages/${id}`);
    const entries = await newEntries();
    expect(entries.map(({ action, name }) => [action, name])).toEqual([
      ['deleted', `n° ${id}`],
      ['changed', `n° ${id}`],
      ['changed', `n° ${id}`],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Awa|Retard|colis/);
  });
});

describe('GET /api/setting-changes', () => {
  it('lists the newest entries first, by pages', async () => {
    const entries = [await addEntry(), await addEntry(), await addEntry()];
    const response = await list({ range: '[0,1]' });
    expect(response.headers['content-range']).toBe(`setting-changes 0-1/${recorded + 3}`);
    expect(response.json<Change[]>().map(({ id }) => id)).toEqual([entries[2]?.id, entries[1]?.id]);
  });

  it('filters by id', async () => {
    const { id } = await addEntry();
    await addEntry();
    expect((await listed({ id: [id] })).map((entry) => entry.id)).toEqual([id]);
  });

  it('filters by subject', async () => {
    const { id } = await addEntry();
    expect((await listed({ subject: 'setting', id })).map((entry) => entry.id)).toEqual([id]);
    expect(await listed({ subject: 'order' })).toEqual([]);
  });

  it('filters by the id of the subject', async () => {
    const { id, subjectId } = await addEntry();
    await addEntry();
    expect((await listed({ subjectId })).map((entry) => entry.id)).toEqual([id]);
  });

  it('filters by user', async () => {
    const { id } = await addEntry({ userId: 77 });
    await addEntry({ userId: 78 });
    expect((await listed({ userId: 77 })).map((entry) => entry.id)).toEqual([id]);
  });

  it('filters by a range of days, in UTC, with its first and last moment [OFF-010]', async () => {
    const times = ['2026-03-04T23:59:59.999Z', '2026-03-05T00:00:00.000Z', '2026-03-05T23:59:59.999Z'];
    const entries = [];
    for (const createdAt of [...times, '2026-03-06T00:00:00.000Z']) entries.push(await addEntry({ createdAt }));
    const found = await listed({ from: '2026-03-05', to: '2026-03-05' });
    expect(found.map((entry) => entry.id)).toEqual([entries[2]?.id, entries[1]?.id]);
    expect((await listed({ to: '2026-03-04' })).map((entry) => entry.id)).toContain(entries[0]?.id);
  });

  it('searches a part of the name, in any case, with wildcards as plain text', async () => {
    const { id } = await addEntry({ name: 'Needle_100%' });
    await addEntry({ name: 'Needlex1000' });
    expect((await listed({ q: 'nEEDLE_1' })).map((entry) => entry.id)).toEqual([id]);
  });

  it('finds a setting by words of its title', async () => {
    const { id } = await addEntry({ name: 'pickup_points' });
    await addEntry({ name: 'tell_text' });
    expect((await listed({ q: 'retrait LIEUX' })).map((entry) => entry.id)).toEqual([id]);
  });

  it('responds with 400 to filters and sort fields that it does not have, and to impossible days', async () => {
    const queries: Record<string, string>[] = [
      { filter: '{"action":"changed"}' },
      { filter: '{"subject":"ship"}' },
      { filter: '{"subjectId":5}' },
      { filter: '{"from":"2026-02-30"}' },
      { filter: '{"from":"0000-01-01"}' },
      { filter: '{"to":"9999-12-31"}' },
      { sort: '["name","ASC"]' },
    ];
    for (const query of queries) expect((await list(query)).statusCode, JSON.stringify(query)).toBe(400);
  });

  it('responds with an empty list to impossible ids and pages past the end', async () => {
    for (const query of impossibleListQueries('id', 'userId')) {
      const response = await list(query);
      expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
    }
  });

  it('is for administrators only', async () => {
    expect((await list({}, { kind: 'anonymous' })).statusCode).toBe(401);
    expect((await list({}, asUser(2))).statusCode).toBe(403);
  });
});
