import type { Change } from '@fasocolis/contracts/changes';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
let recorded: number;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  // Entries of earlier tests stay: they cannot be deleted.
  recorded = await notify.database.change.count();
});
afterAll(() => notify.close());

const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = asAdmin()) => {
  const response = await call(notify.app, { method, url, ...(payload && { payload }) }, as);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json<{ id: number }>();
};
const list = (as = asAdmin()) => call(notify.app, { url: '/api/message-changes' }, as);
/** The entries of this test, newest first. */
const newEntries = async () => {
  const all = (await list()).json<Change[]>();
  return all.slice(0, all.length - recorded);
};

describe('what staff do with messages', () => {
  it('is logged: a popup that is created, changed and deleted [OFF-010]', async () => {
    const url = '/api/popup-notifications';
    const { id } = await send('POST', url, { title: 'Fermeture', content: 'Le 1er mai.' });
    await send('PATCH', `${url}/${id}`, { content: 'Le 2 mai.', isActive: false });
    await send('DELETE', `${url}/${id}`);
    expect(await newEntries()).toMatchObject([
      { subject: 'popup', subjectId: String(id), action: 'deleted', name: 'Fermeture', userId: 1 },
      { action: 'changed', before: { content: 'Le 1er mai.' }, after: { content: 'Le 2 mai.', isActive: false } },
      { action: 'created', after: { title: 'Fermeture' } },
    ]);
  });

  it('is logged: a broadcast with its text, and a message to one person without it [OFF-010]', async () => {
    await send('POST', '/api/notifications', { title: 'Promo', body: 'Fret à -10 %', isGlobal: true });
    const message = { title: 'Votre dette', body: 'Awa, payez.', isGlobal: false, targetUserId: 2 };
    const { id } = await send('POST', '/api/notifications', message);
    const entries = await newEntries();
    expect(entries).toMatchObject([
      { subject: 'notification', action: 'sent', name: `n° ${id}`, after: { userId: 2 } },
      { subject: 'notification', action: 'sent', name: 'Promo', after: { content: 'Fret à -10 %' } },
    ]);
    expect(JSON.stringify(entries[0])).not.toMatch(/dette|Awa/);
  });

  it('is logged: failed messages that are sent again [OFF-010]', async () => {
    const { id } = await notify.recordEmail({ state: 'FAILED' });
    await send('POST', `/api/email-deliveries/${id}/retry`);
    await notify.recordEmail({ state: 'FAILED' });
    await send('POST', '/api/email-deliveries/retry-failed');
    expect(await newEntries()).toMatchObject([
      { subject: 'delivery', subjectId: 'all', action: 'retried', after: { messages: 1 } },
      { subject: 'delivery', subjectId: id, action: 'retried' },
    ]);
  });

  it('is logged: a person who was told, not told after all, stopped and resumed, without number and name [OFF-010]', async () => {
    const phone = '+22670123499';
    const changes = {
      create: [
        { orderId: 1, eventId: 77_001, reference: 'FC-1', title: 'Arrivée', occurredAt: new Date(), name: 'Awa' },
      ],
    };
    const person = await notify.database.personToTell.create({ data: { phone, changes }, include: { changes: true } });
    const url = `/api/to-tell/${person.id}`;
    const agent = asAgent(9);
    await send('POST', `${url}/tell`, { upTo: person.changes[0]?.id }, agent);
    await send('POST', `${url}/undo`, undefined, agent);
    await send('POST', `${url}/stop`, undefined, agent);
    await send('POST', '/api/stopped-numbers/resume', { phone }, agent);
    const entries = await newEntries();
    expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
      ['telling-resumed', 9],
      ['telling-stopped', 9],
      ['telling-undone', 9],
      ['told', 9],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Awa|70123499/);
  });
});

it('the log of messages is for the administrator alone, and append-only', async () => {
  expect((await list(asUser(2))).statusCode).toBe(403);
  expect((await list(asAgent(9))).statusCode).toBe(403);
  const refused = notify.database.$executeRawUnsafe('DELETE FROM changes');
  await expect(refused).rejects.toThrow('The change log is append-only');
});
