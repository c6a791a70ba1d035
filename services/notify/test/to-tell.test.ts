import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { HOW_TO_RESUME, type StoppedNumber, type WhatsappChoice } from '@fasocolis/contracts/stopped-numbers';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { asAgent, asUser, call, countFrom, TEST_IDENTITY_KEYS } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccountPhones } from '../src/audience/account-phones.ts';
import { NumberTokens } from '../src/audience/number-tokens.ts';
import { removeOldContacts, removeOldPeopleToTell } from '../src/retention.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import {
  emptyRedis,
  extensionBy,
  extensionOf,
  listenAsAuth,
  type Notify,
  publish,
  startNotify,
  TEST_VAPID_KEY,
  type TestChange,
  until,
} from './helpers.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
});
beforeEach(async () => {
  await emptyRedis();
  auth.isDown = false;
  await startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl: 'smtp://127.0.0.1:9' });
});
afterAll(() => Promise.all([notify.close(), auth.close()]));

const newNumber = countFrom(1000);
const newPhone = () => `+2267000${newNumber()}`;
const newOrder = () => ({ orderId: newNumber(), eventId: newNumber(), reference: `FC-${newNumber()}` });

const newChange = (data: Partial<TestChange> = {}): TestChange => ({ ...newOrder(), ...data });
const recipientAt = (phone: string, name = 'Awa Ouédraogo') => ({ recipient: { phone, name, consent: false } });
const changeFor = (phone: string, data: Partial<TestChange> = {}) => newChange({ ...recipientAt(phone), ...data });

async function handled(...published: Promise<string>[]): Promise<void> {
  for (const eventId of await Promise.all(published))
    await until(async () =>
      expect(await notify.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy(),
    );
}
const changed = (change: TestChange) => handled(publish('order.history-extended', extensionBy(change)));
const withdrawn = ({ orderId, eventId }: TestChange) =>
  handled(publish('order.history-withdrawn', { orders: [{ orderId, eventId }], correction: null }));

async function list(filter: object): Promise<PersonToTell[]> {
  const url = `/api/to-tell?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await call(notify.app, { url }, asAgent(7))).json<PersonToTell[]>();
}
const waiting = (phone: string) => list({ told: false, q: phone });
const waitingOne = async (phone: string) => {
  const [person, ...others] = await waiting(phone);
  if (!person || others.length > 0) throw new Error(`Not one person for ${phone}`);
  return person;
};
const post = (path: string, payload?: object) =>
  call(notify.app, { method: 'POST', url: `/api/to-tell/${path}`, ...(payload && { payload }) }, asAgent(7));
const tell = ({ id, upTo }: PersonToTell) => post(`${id}/tell`, { upTo });
const referencesOf = ({ changes }: PersonToTell) =>
  changes.map(({ title, orders }) => [title, ...orders.map(({ reference }) => reference)]);

describe('the people to tell', () => {
  it('are told what happened last to an order, also when an older event is reported after it [HIST-004]', async () => {
    const [phone, order] = [newPhone(), newOrder()];
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const news = { title: 'Nouvelles de votre colis', note: 'Il manque la facture', cause: 'news' } as const;
    await changed(changeFor(phone, { ...order, ...news, occurredAt: hoursAgo(1) }));
    const late = { title: 'Arrivé à Ouagadougou', eventId: newNumber(), occurredAt: hoursAgo(3) };
    await changed(changeFor(phone, { ...order, ...late }));
    const { changes } = await waitingOne(phone);
    expect(changes).toMatchObject([{ title: 'Nouvelles de votre colis', note: 'Il manque la facture' }]);
  });

  it('are one per phone number, with the orders of a milestone together [WA-001]', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const orders = [newOrder(), newOrder(), newOrder()] as const;
    const [first, second, third] = orders;
    const told = [first, second].map((order) => ({ ...order, ...recipientAt(phone) }));
    const extension = extensionOf([...told, { ...third, ...recipientAt(other) }], { note: 'Navire à quai' });
    await handled(publish('order.history-extended', extension));
    expect(await waitingOne(phone)).toMatchObject({
      ...{ phone, name: 'Awa Ouédraogo', told: null },
      changes: [
        {
          ...{ title: 'Arrivé au port, Lomé', note: 'Navire à quai' },
          orders: [first, second].map(({ orderId, reference }) => ({ orderId, reference })),
        },
      ],
    });
    expect(referencesOf(await waitingOne(other))).toEqual([['Arrivé au port, Lomé', third.reference]]);
  });

  it('have the newest change of each order, and one before it when that is withdrawn', async () => {
    const phone = newPhone();
    const before = changeFor(phone, { title: 'En Transit' });
    const { orderId, reference } = before;
    const after = changeFor(phone, { orderId, reference, eventId: newNumber() });
    await changed(before);
    await changed(after);
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', reference]]);
    await withdrawn(after);
    expect(referencesOf(await waitingOne(phone))).toEqual([['En Transit', reference]]);
    await withdrawn(before);
    expect(await waiting(phone)).toEqual([]);
  });

  it('are not told of an event that was withdrawn before it arrived', async () => {
    const phone = newPhone();
    const change = changeFor(phone);
    await withdrawn(change);
    await changed(change);
    expect(await waiting(phone)).toEqual([]);
  });

  it('include accounts with a phone number, once with the recipient of the same number', async () => {
    const [userId, without] = [newNumber(), newNumber()];
    const phone = newPhone();
    auth.addPhone(userId, `${phone.slice(0, 4)} ${phone.slice(4)}`, 'Ali Traoré');
    const change = changeFor(phone, { saverIds: [userId, without] });
    await changed(change);
    await changed(newChange({ title: 'En Transit', ownerId: userId }));
    await until(async () => expect((await waitingOne(phone)).changes).toHaveLength(2));
    expect(await notify.database.changeToTell.count({ where: { userId: without } })).toBe(0);
  });

  it('include accounts whose phone number auth could not return at once', async () => {
    const userId = newNumber();
    const phone = newPhone();
    auth.addPhone(userId, phone);
    auth.isDown = true;
    await changed(newChange({ ownerId: userId }));
    expect(await waiting(phone)).toEqual([]);
    auth.isDown = false;
    const client = new ServiceClient({ service: 'auth', baseUrl: auth.url, identityKey: TEST_IDENTITY_KEYS.notify });
    await findAccountPhones({ database: notify.database, auth: client });
    expect(await waitingOne(phone)).toMatchObject({ name: 'Awa Ouédraogo' });
  });

  it('are found by name, number, reference and order', async () => {
    const phone = newPhone();
    const name = `Zénabou ${newNumber()}`;
    const change = changeFor(phone, recipientAt(phone, name));
    await changed(change);
    for (const filter of [{ q: name.toUpperCase() }, { q: change.reference }, { orderId: change.orderId }]) {
      expect((await list(filter)).map((person) => person.phone)).toEqual([phone]);
    }
    expect(await list({ q: '100%' })).toEqual([]);
  });

  it('lose what concerns a deleted account', async () => {
    const [phone, ownerId] = [newPhone(), newNumber()];
    const owned = { ownerId };
    await changed(changeFor(phone, owned));
    await handled(publish('user.deleted', { userId: ownerId }));
    expect(await notify.database.personToTell.count({ where: { phone } })).toBe(0);
    await changed(changeFor(phone, owned));
    expect(await notify.database.personToTell.count({ where: { phone } })).toBe(0);
  });

  it('are deleted after 90 days', async () => {
    const [told, old, recent] = [newPhone(), newPhone(), newPhone()];
    for (const phone of [told, old]) await changed(changeFor(phone, { occurredAt: '2026-01-01T10:00:00.000Z' }));
    await changed(changeFor(recent));
    await tell(await waitingOne(told));
    const LATER = Date.now() + 91 * 24 * 3_600_000;
    await notify.database.personToTell.updateMany({
      where: { phone: old },
      data: { createdAt: new Date('2026-01-01') },
    });
    await removeOldPeopleToTell(notify.database);
    expect([await waiting(old), await waiting(recent), await list({ q: told })]).toMatchObject([[], [{}], [{}]]);
    await removeOldPeopleToTell(notify.database, new Date(LATER));
    expect(await list({ q: told })).toEqual([]);
  });
});

describe('telling a person', () => {
  it('is recorded with the member of staff and the time, once [WA-001]', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const person = await waitingOne(phone);
    const told = { at: expect.any(String), byUserId: 7 };
    expect((await tell(person)).json()).toEqual({ ...person, told });
    expect(await waiting(phone)).toEqual([]);
    expect(await list({ told: true, q: phone })).toMatchObject([{ id: person.id, told }]);
    const again = await tell(person);
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'Cette personne est déjà notée comme prévenue.',
    ]);
  });

  it('leaves what was not in the text, and what happens later, to be told', async () => {
    const phone = newPhone();
    const [first, second, third] = [changeFor(phone), changeFor(phone), changeFor(phone)];
    await changed(first);
    const shown = await waitingOne(phone);
    await changed(second);
    await tell(shown);
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', second.reference]]);
    await changed(third);
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', second.reference, third.reference]]);
  });

  it('is undone, together with what was to be told since', async () => {
    const phone = newPhone();
    const [first, second] = [changeFor(phone), changeFor(phone)];
    await changed(first);
    const person = await waitingOne(phone);
    await tell(person);
    await changed(second);
    for (const attempt of [1, 2]) {
      const undone = await post(`${person.id}/undo`);
      expect(undone.json(), `${attempt}`).toMatchObject({ id: person.id, told: null });
    }
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', first.reference, second.reference]]);
  });

  it('of an unknown person or up to an unknown change is refused', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const { id, upTo } = await waitingOne(phone);
    const refusals = await Promise.all([
      post('2000000000/tell', { upTo }),
      post('2000000000/undo'),
      post(`${id}/tell`, { upTo: upTo - 1 }),
      post(`${id}/tell`, {}),
    ]);
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400, 400]);
  });

  it('by several members of staff at once succeeds once', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const person = await waitingOne(phone);
    const responses = await Promise.all([1, 2, 3].map(() => tell(person)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('is for staff', async () => {
    const posts = ['to-tell/1/tell', 'to-tell/1/undo', 'to-tell/1/stop', 'stopped-numbers/resume'];
    for (const path of ['/api/to-tell', '/api/stopped-numbers', ...posts.map((post) => `/api/${post}`)]) {
      const method = posts.some((post) => path.endsWith(post)) ? 'POST' : 'GET';
      const asCustomer = await call(notify.app, { method, url: path }, asUser(2));
      expect([(await call(notify.app, { method, url: path })).statusCode, asCustomer.statusCode]).toEqual([401, 403]);
    }
  });
});

it('a person is found by digits of the number in any spelling, and by words of the name in any order [READ-012]', async () => {
  const phone = newPhone();
  const name = `Awa Zoé${newNumber()} Ouédraogo`;
  await changed(changeFor(phone, recipientAt(phone, name)));
  const words = name.toLowerCase().split(' ').toReversed().join(' ');
  const spellings = [
    spacedPhone(phone),
    phone.replace('+', '00'),
    spacedPhone(phone).slice(5).replaceAll(' ', '-'),
    words,
  ];
  for (const q of spellings) expect(await waiting(q), q).toMatchObject([{ phone, name }]);
  const [person] = await waiting(words);
  await post(`${person?.id}/stop`);
  for (const q of spellings.slice(0, 3)) expect(await stopped(q), q).toMatchObject([{ id: phone }]);
});

async function stopped(q: string): Promise<StoppedNumber[]> {
  const url = `/api/stopped-numbers?sort=["stoppedAt","DESC"]&range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ q }))}`;
  return (await call(notify.app, { url }, asAgent(7))).json<StoppedNumber[]>();
}
const resume = (phone: string) =>
  call(notify.app, { method: 'POST', url: '/api/stopped-numbers/resume', payload: { phone } }, asAgent(7));

describe('a person who wants no messages', () => {
  it('is stopped by staff and not listed again, until staff takes that back', async () => {
    const phone = newPhone();
    const name = `Zénabou ${newNumber()}`;
    const change = () => changeFor(phone, recipientAt(phone, name));
    await changed(change());
    await tell(await waitingOne(phone));
    await changed(change());
    const { id } = await waitingOne(phone);
    expect((await post(`${id}/stop`)).statusCode).toBe(200);
    await changed(change());
    expect(await waiting(phone)).toEqual([]);
    const row = { id: phone, name, stoppedAt: expect.any(String), byUserId: 7 };
    for (const q of [phone, name.toUpperCase()]) expect(await stopped(q)).toEqual([row]);
    expect((await resume(phone)).statusCode).toBe(200);
    expect(await stopped(phone)).toEqual([]);
    // The log is never erased.
    const log = JSON.stringify(await notify.database.change.findMany({ where: { subject: 'person-to-tell' } }));
    expect([log.includes('telling-resumed'), log.includes(phone)]).toEqual([true, false]);
    const after = change();
    await changed(after);
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', after.reference]]);
    await removeOldContacts(notify.database);
    expect(await notify.database.whatsappContact.count({ where: { phone } })).toBe(0);
  });

  it('is not listed again by an undo of what she was told before', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const person = await waitingOne(phone);
    await tell(person);
    await choose({ token: person.linkToken ?? '', isStopped: true });
    const undo = await post(`${person.id}/undo`);
    expect([undo.statusCode, undo.json().message]).toEqual([409, 'Cette personne ne veut plus être prévenue.']);
    expect(await waiting(phone)).toEqual([]);
  });

  it('keeps the record of who stopped first, and both take back once', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const person = await waitingOne(phone);
    await tell(person);
    const token = person.linkToken ?? '';
    await choose({ token, isStopped: true });
    await post(`${person.id}/stop`);
    expect(await stopped(phone)).toMatchObject([{ byUserId: null }]);
    expect([await resume(phone), await resume(phone)].map(({ statusCode }) => statusCode)).toEqual([200, 404]);
    expect((await resume('70 12')).statusCode).toBe(400);
    expect((await post('2000000000/stop')).statusCode).toBe(404);
  });

  it('stops messages with the link of one, without signing in, and takes it back there within an hour [SEC-031]', async () => {
    const phone = newPhone();
    await changed(changeFor(phone));
    const token = (await waitingOne(phone)).linkToken ?? '';
    expect(token).toMatch(/^[\da-z]{22}$/);
    const [told, notTold] = [
      { isStopped: false, canResume: false },
      { isStopped: true, canResume: true },
    ];
    expect(await chosen(token)).toEqual(told);
    expect((await choose({ token, isStopped: true })).json()).toEqual(notTold);
    expect([await chosen(token), await waiting(phone)]).toEqual([notTold, []]);
    expect((await choose({ token, isStopped: false })).json()).toEqual(told);
    await changed(changeFor(phone));
    expect((await waitingOne(phone)).linkToken).toBe(token);
  });

  it('does not resume with the link an hour after the stop, whatever the link did since; staff still does [SEC-031]', async () => {
    const phone = newPhone();
    const token = new NumberTokens(TEST_VAPID_KEY).issue(phone);
    const stoppedAt = new Date(Date.now() - 3_600_000);
    await notify.database.whatsappContact.create({ data: { phone, stoppedAt } });
    await choose({ token, isStopped: true });
    expect(await chosen(token)).toEqual({ isStopped: true, canResume: false });
    const refused = await choose({ token, isStopped: false });
    expect([refused.statusCode, refused.json().message]).toEqual([409, HOW_TO_RESUME]);
    expect(await stopped(phone)).toMatchObject([{ stoppedAt: stoppedAt.toISOString() }]);
    expect((await resume(phone)).statusCode).toBe(200);
    expect(await stopped(phone)).toEqual([]);
  });

  it('has a link that nobody can make up', async () => {
    const token = new NumberTokens(TEST_VAPID_KEY).issue('+22670123456');
    const others = ['', 'x', token.slice(1), `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`, 'z'.repeat(22)];
    for (const other of [...others, new NumberTokens('another').issue('+22670123456')]) {
      const responses = [await choose({ token: other, isStopped: true }), await send(other)];
      for (const response of responses) {
        expect([response.statusCode, response.body.includes('Ce lien est incomplet')], other).toEqual([400, true]);
      }
    }
  });

  it.each(['+1234567', '+22670123456', '+999999999999999'])('is found by the link of %s', (phone) => {
    const tokens = new NumberTokens(TEST_VAPID_KEY);
    expect(tokens.phoneOf(tokens.issue(phone))).toBe(phone);
  });
});

const send = (token: string) => call(notify.app, { url: `/api/whatsapp-choice?token=${token}` });
const chosen = async (token: string) => (await send(token)).json<WhatsappChoice>();
const choose = (payload: object) => call(notify.app, { method: 'POST', url: '/api/whatsapp-choice', payload });

describe('an account that wants no news over WhatsApp', () => {
  it('is no longer to be told at its number, of its own orders either, but others there are', async () => {
    const [userId, other] = [newNumber(), newNumber()];
    const phone = newPhone();
    auth.addPhone(userId, phone);
    await changed(newChange({ ownerId: userId }));
    await changed(changeFor(phone, { ownerId: userId }));
    const kept = changeFor(phone, { ownerId: other });
    await changed(kept);
    await until(async () => expect((await waitingOne(phone)).changes[0]?.orders).toHaveLength(3));
    await handled(publish('user.whatsapp-declined', { userId, phone: `${phone.slice(0, 4)} ${phone.slice(4)}` }));
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', kept.reference]]);
  });

  it('is not listed after later changes', async () => {
    const userId = newNumber();
    const [phone, mothers] = [newPhone(), newPhone()];
    auth.addPhone(userId, phone, 'Awa', true);
    await changed(changeFor(phone, { ownerId: userId }));
    await changed(changeFor(mothers, { ownerId: userId }));
    await until(async () => expect(await notify.database.changeToTell.count({ where: { userId } })).toBe(0));
    expect(await waiting(phone)).toEqual([]);
    await waitingOne(mothers);
  });
});

it('those who follow an order of a deleted account are to be told, and its recipient is not', async () => {
  const [ownerId, recipient, follower] = [newNumber(), newPhone(), newPhone()];
  const change = changeFor(recipient, { ownerId });
  const follows = { create: { orderId: change.orderId } };
  await notify.database.whatsappContact.create({ data: { phone: follower, lastMessageAt: new Date(), follows } });
  await handled(publish('user.deleted', { userId: ownerId }));
  await changed(change);
  expect(await waiting(recipient)).toEqual([]);
  expect(referencesOf(await waitingOne(follower))).toEqual([['Arrivée au Burkina', change.reference]]);
});
