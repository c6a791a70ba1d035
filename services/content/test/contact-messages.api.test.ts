import { randomUUID } from 'node:crypto';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Content, LETTER, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
beforeEach(() => content.database.contactMessage.deleteMany());
afterAll(() => content.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const markRead = (id: number | string) =>
  call(content.app, { method: 'PATCH', url: `/api/contact-messages/${id}/read` }, asAdmin());
const remove = (id: number | string) =>
  call(content.app, { method: 'DELETE', url: `/api/contact-messages/${id}` }, asAdmin());

describe('POST /api/contact-messages', () => {
  it('stores a visitor’s message as unread, and confirms it in French [API-050, ENT-019, ROLE-003]', async () => {
    const response = await content.send({ phone: '+226 70 12 34 56', isRead: true, id: 99, createdAt: '2020-01-01' });
    expect(response.statusCode).toBe(201);
    const receipt = response.json();
    expect(receipt).toEqual({
      id: expect.any(Number),
      message: 'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.',
    });
    const { messages } = await content.listMessages();
    expect(messages).toEqual([
      {
        id: receipt.id,
        ...LETTER,
        phone: '+226 70 12 34 56',
        isRead: false,
        isAnswered: false,
        createdAt: expect.stringMatching(/^20.*Z$/),
      },
    ]);
    expect(receipt.id).not.toBe(99);
    expect(Date.parse(messages[0]?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('stores a message that is sent again once, however many arrive at the same moment', async () => {
    await content.database.outboxEvent.deleteMany();
    const sentId = randomUUID();
    const first = await content.send({ sentId });
    const again = await Promise.all([1, 2, 3].map(() => content.send({ sentId })));
    expect(again.map((response) => [response.statusCode, response.json()])).toEqual(Array(3).fill([201, first.json()]));
    const other = randomUUID();
    const concurrent = await Promise.all([1, 2, 3].map(() => content.send({ sentId: other })));
    expect(new Set(concurrent.map((response) => response.json().id)).size).toBe(1);
    expect(await content.database.contactMessage.count()).toBe(2);
    const events = await content.database.outboxEvent.findMany({ orderBy: { createdAt: 'asc' } });
    const ids = [first.json().id, concurrent[0]?.json().id];
    expect(events.map(({ data }) => data)).toEqual(ids.map((messageId) => ({ messageId })));
  });

  it('refuses another message under the id of one that was stored, and stores nothing of it', async () => {
    const sentId = randomUUID();
    await content.send({ sentId, phone: '70123456' });
    expect((await content.send({ sentId, phone: '+226 70 12 34 56' })).statusCode).toBe(201);
    const before = await content.database.contactMessage.count();
    for (const change of [{ message: 'Un tout autre message' }, { subject: 'Autre chose' }, { phone: '71123456' }]) {
      const refused = await content.send({ sentId, phone: '70123456', ...change });
      expect(refused.statusCode, refused.body).toBe(409);
      expect(refused.json().message).toContain('écrivez ce qui manque');
    }
    expect(await content.database.contactMessage.count()).toBe(before);
  });

  it('emits an event with the id of the message in the same transaction', async () => {
    await content.database.outboxEvent.deleteMany();
    const { id } = (await content.send()).json();
    const [event, ...others] = await content.database.outboxEvent.findMany();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ name: 'contact.message-received', data: { messageId: id } });
    expect(event?.requestId).toEqual(expect.any(String));
  });

  it('reads a phone number in any spelling, and refuses one that cannot be called [READ-006]', async () => {
    for (const phone of ['70123456', '0022670123456', '\u202a+226 70‑12‑34‑56\u202c']) await content.send({ phone });
    const { messages } = await content.listMessages();
    expect(messages.slice(0, 3).map(({ phone }) => phone)).toEqual(Array(3).fill('+226 70 12 34 56'));
    const problem = 'Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56';
    const refused = await content.send({ phone: '70 12 34' });
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { phone: problem }]);
  });

  it('requires no phone number, absent or blank [VAL-031]', async () => {
    for (const phone of [undefined, null, '', '  ']) {
      expect((await content.send({ phone })).statusCode).toBe(201);
    }
    expect((await content.listMessages()).messages.map(({ phone }) => phone)).toEqual([null, null, null, null]);
  });

  it.each([
    ['firstName', 'A', 'Al', 'Le prénom doit comporter au moins 2 caractères.'],
    ['lastName', 'B', 'Bo', 'Le nom doit comporter au moins 2 caractères.'],
    ['subject', 'Avis', 'Colis', 'Le sujet doit comporter au moins 5 caractères.'],
    ['message', 'Neuf sign', 'Dix signes', 'Le message doit comporter au moins 10 caractères.'],
  ])('requires more in %s than "%s", and accepts "%s"', async (field, short, enough, message) => {
    for (const value of [short, ` ${short} `, '', undefined, null, 7, {}]) {
      const refused = await content.send({ [field]: value });
      expect([refused.statusCode, refused.json().message, refused.json().errors]).toEqual([
        400,
        message,
        { [field]: message },
      ]);
    }
    expect((await content.send({ [field]: enough })).statusCode).toBe(201);
  });

  it('has a message for each text that is too short [VAL-028, VAL-029, VAL-032, VAL-033, CONST-040]', async () => {
    const response = await content.send({ firstName: 'A', lastName: 'B', subject: 'Avis', message: 'Neuf sign' });
    expect(response.json().errors).toEqual({
      firstName: 'Le prénom doit comporter au moins 2 caractères.',
      lastName: 'Le nom doit comporter au moins 2 caractères.',
      subject: 'Le sujet doit comporter au moins 5 caractères.',
      message: 'Le message doit comporter au moins 10 caractères.',
    });
  });

  it('refuses an invalid address [VAL-030]', async () => {
    for (const email of [
      '',
      'awa',
      'awa@',
      '@example.com',
      'a b@example.com',
      'a@b.c\r\nBcc: x@example.com',
      undefined,
    ]) {
      const response = await content.send({ email });
      expect([response.statusCode, response.json().message], email).toEqual([
        400,
        'Veuillez saisir une adresse email valide.',
      ]);
    }
  });

  it('stores scripts and special characters as plain text', async () => {
    const message = `<script>alert(1)</script> ' "; DROP TABLE contact_messages; -- 😀 العربية`;
    expect((await content.send({ message })).statusCode).toBe(201);
    expect((await content.listMessages()).messages[0]?.message).toBe(message);
  });

  it('stores texts without what nobody sees, and keeps the line breaks of the message [READ-001]', async () => {
    const texts = {
      firstName: 'A\u0000wa',
      subject: '\u202eMon\ud800 colis',
      message: 'Un\u200b colis\r\nperdu\u0007',
    };
    expect((await content.send(texts)).statusCode).toBe(201);
    const [stored] = (await content.listMessages()).messages;
    expect(stored).toMatchObject({ firstName: 'Awa', subject: 'Mon colis', message: 'Un colis\nperdu' });
  });

  it('refuses texts that are too long, and invalid bodies', async () => {
    const tooLong = await content.send({ message: 'x'.repeat(5001) });
    expect([tooLong.statusCode, tooLong.json().message]).toEqual([
      400,
      'Ce champ ne doit pas dépasser 5000 caractères',
    ]);
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['[]', '"x"', 'null', '', '{"firstName":']) {
      const request = { method: 'POST', url: '/api/contact-messages', payload, headers } as const;
      expect((await call(content.app, request)).statusCode, payload).toBe(400);
    }
  });

  it('refuses a message with the signs of a robot with the advice to send it again, and stores nothing [D-93]', async () => {
    for (const sign of [
      { website: 'https://spam.example' },
      { elapsedMs: 0 },
      { elapsedMs: 2999 },
      { elapsedMs: -5 },
    ]) {
      const response = await content.send(sign);
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/^Votre message n'a pas été envoyé.*envoyez-le de nouveau\.$/);
    }
    expect(await content.database.contactMessage.count()).toBe(0);
    expect((await content.send({ website: '', elapsedMs: 3000 })).statusCode).toBe(201);
  });
});

describe('GET /api/contact-messages', () => {
  it('lists all messages, newest first [API-051]', async () => {
    const older = await content.recordMessage({ createdAt: at(1), isRead: true });
    const newest = await content.recordMessage({ createdAt: at(3) });
    const middle = await content.recordMessage({ createdAt: at(2) });
    const { messages, range } = await content.listMessages();
    expect(messages.map(({ id }) => id)).toEqual([newest.id, middle.id, older.id]);
    expect(messages[2]).toEqual({
      id: older.id,
      ...LETTER,
      phone: null,
      isRead: true,
      isAnswered: false,
      createdAt: '2026-01-01T12:01:00.000Z',
    });
    expect(range).toBe('contact-messages 0-2/3');
  });

  it('searches names, address and subject regardless of case and accents, not the message', async () => {
    const { id } = await content.recordMessage({
      firstName: 'Aïssata',
      lastName: 'Zongo',
      email: 'zongo@marche.example',
      subject: '100 % coton_bio',
      message: 'Bonjour le monde',
    });
    await content.recordMessage();
    const search = async (q: string) =>
      (await content.listMessages({ filter: JSON.stringify({ q }) })).messages.map((message) => message.id);
    for (const q of ['AISSATA', 'zongo', 'aïssata z', 'MARCHE.ex', 'coton', '100 %', 'n_b']) {
      expect(await search(q), q).toEqual([id]);
    }
    for (const q of ['monde', '1%0', 'o_o', 'nobody']) expect(await search(q), q).toEqual([]);
  });

  it('accepts page, order and filters as every list does', async () => {
    const first = await content.recordMessage({ createdAt: at(1), lastName: 'Zoungrana', isRead: true });
    const second = await content.recordMessage({ createdAt: at(2), lastName: 'Barry', email: 'barry@example.com' });
    const ids = async (query: Record<string, string>) =>
      (await content.listMessages(query)).messages.map(({ id }) => id);
    expect(await ids({ sort: '["createdAt","ASC"]' })).toEqual([first.id, second.id]);
    expect(await ids({ sort: '["lastName","ASC"]' })).toEqual([second.id, first.id]);
    expect(await ids({ filter: '{"isRead":true}' })).toEqual([first.id]);
    expect(await ids({ filter: '{"email":"barry@example.com"}' })).toEqual([second.id]);
    expect(await ids({ filter: JSON.stringify({ id: [first.id, 99_999_999_999] }) })).toEqual([first.id]);
    expect(await content.listMessages({ range: '[1,1]' })).toMatchObject({ range: 'contact-messages 1-1/2' });
    expect(await content.listMessages({ range: '[7,9]' })).toEqual({ messages: [], range: 'contact-messages */2' });
    for (const query of [
      { sort: '["message","ASC"]' },
      { sort: '["createdAt","UP"]' },
      { range: '[2,1]' },
      { filter: '{"isRead":"yes"}' },
      { filter: '{"secret":1}' },
      { filter: '{"q":"\\u0000"}' },
      { filter: '{"email":"\\u0000"}' },
      { filter: '{"q":"\\ud800"}' },
      { filter: 'x' },
    ]) {
      const response = await call(content.app, { url: '/api/contact-messages', query }, asAdmin());
      expect(response.statusCode, JSON.stringify(query)).toBe(400);
    }
  });
});

describe('GET /api/contact-messages/unread', () => {
  it('lists unread messages only, newest first, and does not search a message called "unread" [API-052, API-062]', async () => {
    const older = await content.recordMessage({ createdAt: at(1) });
    await content.recordMessage({ createdAt: at(2), isRead: true });
    const newer = await content.recordMessage({ createdAt: at(3) });
    const { messages, range } = await content.listMessages({}, '/unread');
    expect(messages.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(range).toBe('contact-messages 0-1/2');
  });

  it('counts all of them when one is requested, and includes read ones with no filter', async () => {
    for (const minute of [1, 2, 3]) await content.recordMessage({ createdAt: at(minute) });
    await content.recordMessage({ isRead: true });
    const { messages, range } = await content.listMessages({ range: '[0,0]' }, '/unread');
    expect([messages.length, range]).toEqual([1, 'contact-messages 0-0/3']);
    expect((await content.listMessages({ filter: '{"isRead":true}' }, '/unread')).messages).toEqual([]);
  });
});

describe('PATCH /api/contact-messages/{id}/read', () => {
  it('marks a message as read, idempotently [API-053]', async () => {
    const { id } = await content.recordMessage();
    const other = await content.recordMessage();
    for (const _ of [1, 2]) {
      const response = await markRead(id);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ id, ...LETTER, isRead: true });
    }
    expect((await content.listMessages({}, '/unread')).messages.map((message) => message.id)).toEqual([other.id]);
    const unknown = await markRead(999_999);
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Message non trouvé']);
  });
});

describe('DELETE /api/contact-messages/{id}', () => {
  it('deletes one message [API-054]', async () => {
    const { id } = await content.recordMessage();
    const other = await content.recordMessage();
    const response = await remove(id);
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Message supprimé' }]);
    expect((await remove(id)).statusCode).toBe(404);
    expect((await content.listMessages()).messages.map((message) => message.id)).toEqual([other.id]);
  });
});

describe('GET /internal/contact-messages/{id}', () => {
  const send = (id: number | string, identity: Parameters<typeof call>[2]) =>
    call(content.app, { url: `/internal/contact-messages/${id}` }, identity);
  const notify = { kind: 'service', name: 'notify' } as const;

  it('returns a message to services only', async () => {
    const { id } = await content.recordMessage();
    expect((await send(id, notify)).json()).toMatchObject({ id, ...LETTER });
    expect((await send(999_999, notify)).statusCode).toBe(404);
    for (const caller of [asAdmin(), asUser(2), { kind: 'anonymous' } as const]) {
      expect((await send(id, caller)).statusCode).toBe(403);
    }
  });
});

describe('PATCH /api/contact-messages/{id}/answered', () => {
  const markAnswered = (id: number, payload: object) =>
    call(content.app, { method: 'PATCH', url: `/api/contact-messages/${id}/answered`, payload }, asAdmin());

  it('marks a message as answered and read, and takes it back [OFF-011]', async () => {
    const { id } = (await content.send()).json();
    expect((await markAnswered(id, { isAnswered: true })).json()).toMatchObject({ id, isAnswered: true, isRead: true });
    expect((await markAnswered(id, { isAnswered: false })).json()).toMatchObject({
      id,
      isAnswered: false,
      isRead: true,
    });
  });

  it('refuses other values, and a message that does not exist', async () => {
    const { id } = (await content.send()).json();
    expect((await markAnswered(id, { isAnswered: 'oui' })).statusCode).toBe(400);
    expect((await markAnswered(999_999, { isAnswered: true })).statusCode).toBe(404);
  });
});
