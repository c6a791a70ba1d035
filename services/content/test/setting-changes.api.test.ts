import type { Change } from '@fasocolis/contracts/changes';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const set = (key: string, payload: object, headers: Record<string, string> = {}) =>
  call(content.app, { method: 'POST', url: `/api/app-settings/${key}`, payload, headers }, asAdmin());
const setNumber = (value: string, headers?: Record<string, string>) => set('whatsapp_number', { value }, headers);
const list = (filter: object = {}, as = asAdmin()) =>
  call(content.app, { url: `/api/setting-changes?filter=${encodeURIComponent(JSON.stringify(filter))}` }, as);
const changesOf = async (subjectId: string) => (await list({ subjectId })).json<Change[]>();

let numbers = 70_000_000;
const newNumber = () => {
  numbers += 1;
  return `+226${numbers}`;
};

describe('the change log of settings', () => {
  it('tells who changed what and when, before and after, in which request', async () => {
    const [before, after] = [newNumber(), newNumber()];
    await setNumber(before);
    const requestId = crypto.randomUUID();
    await setNumber(after, { 'x-request-id': requestId });
    const [newest] = await changesOf('whatsapp_number');
    expect(newest).toEqual({
      id: expect.any(Number),
      subject: 'setting',
      subjectId: 'whatsapp_number',
      name: 'whatsapp_number',
      action: 'changed',
      userId: 1,
      before: { value: before },
      after: { value: after },
      requestId,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('has a setting that is made, with all it says', async () => {
    await content.database.appSetting.deleteMany({ where: { key: 'product_detail_paragraph' } });
    await set('product_detail_paragraph', { value: 'Livré.', description: 'Sur chaque page' });
    const [newest] = await changesOf('product_detail_paragraph');
    expect(newest).toMatchObject({
      action: 'created',
      before: null,
      after: { value: 'Livré.', description: 'Sur chaque page' },
    });
  });

  it('has nothing of a write that changes nothing', async () => {
    const value = newNumber();
    await setNumber(value);
    const before = await changesOf('whatsapp_number');
    await setNumber(value);
    expect(await changesOf('whatsapp_number')).toEqual(before);
  });

  it('says what was there before also when several administrators write at once', async () => {
    const first = newNumber();
    await setNumber(first);
    const before = (await changesOf('whatsapp_number')).length;
    await Promise.all(Array.from({ length: 8 }, () => setNumber(newNumber())));
    const all = await changesOf('whatsapp_number');
    const changes = all.slice(0, all.length - before).toReversed();
    const values = changes.map((change) => change.after?.value);
    expect(changes.map((change) => change.before?.value)).toEqual([first, ...values.slice(0, -1)]);
    expect(values).toHaveLength(8);
  });

  it('finds changes by a part of the key, by person and by day', async () => {
    await setNumber(newNumber());
    const today = new Date().toISOString().slice(0, 10);
    const wanted = { q: 'WHATSAPP', userId: 1, day: today };
    expect((await list(wanted)).json()).toContainEqual(expect.objectContaining({ name: 'whatsapp_number' }));
    for (const other of [{ userId: 2 }, { day: '2026-01-01' }, { q: 'telegram' }]) {
      expect((await list({ ...wanted, ...other })).json()).toEqual([]);
    }
  });

  it.each(["UPDATE changes SET name = 'x'", 'DELETE FROM changes', 'TRUNCATE changes'])('refuses %s', async (sql) => {
    await expect(content.database.$executeRawUnsafe(sql)).rejects.toThrow('append-only');
  });

  it('is for administrators only', async () => {
    expect((await list({}, asUser(2))).statusCode).toBe(403);
  });
});
