import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { asAgent, asUser, call, TEST_IDENTITY_KEYS } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccountPhones } from '../src/to-tell/account-phones.ts';
import { removeOldPeopleToTell } from '../src/to-tell/old-people.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { type EmittedData, emptyRedis, listenAsAuth, type Notify, publish, startNotify } from './helpers.ts';

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

type Change = EmittedData<'order.status-changed'>;
type Milestone = EmittedData<'consignment.milestone-applied'>;

let numbers = 1000;
const newNumber = () => {
  numbers += 1;
  return numbers;
};
const newPhone = () => `+2267000${newNumber()}`;
const newOrder = () => ({ orderId: newNumber(), eventId: newNumber(), reference: `FC-${newNumber()}` });

const newChange = (data: Partial<Change> = {}): Change & { eventId: number } => ({
  ...newOrder(),
  status: 'ARRIVED',
  isNews: false,
  label: 'Arrivée au Burkina',
  note: null,
  occurredAt: new Date().toISOString(),
  recipientIds: [],
  ...data,
  eventId: data.eventId ?? newNumber(),
});
const changeFor = (phone: string, data: Partial<Change> = {}) =>
  newChange({ phoneRecipient: { phone, name: 'Awa Ouédraogo', ownerId: null }, ...data });
const newMilestone = (data: Partial<Milestone>): Milestone => ({
  milestoneId: newNumber(),
  title: 'Arrivé au port, Lomé',
  note: null,
  occurredAt: new Date().toISOString(),
  recipients: [],
  ...data,
});

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
async function handled(...published: Promise<string>[]): Promise<void> {
  for (const eventId of await Promise.all(published))
    await until(async () =>
      expect(await notify.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy(),
    );
}
const changed = (change: Change) => handled(publish('order.status-changed', change));
const passed = (milestone: Milestone) => handled(publish('consignment.milestone-applied', milestone));

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
  it('are one per phone number, with the orders of a milestone together [WA-001]', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const recipient = (number: string) => ({ phone: number, name: 'Awa Ouédraogo', ownerId: null });
    const orders = [newOrder(), newOrder(), newOrder()] as const;
    const [first, second, third] = orders;
    await passed(
      newMilestone({
        note: 'Navire à quai',
        phoneRecipients: [
          { ...first, ...recipient(phone) },
          { ...second, ...recipient(phone) },
          { ...third, ...recipient(other) },
        ],
      }),
    );
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
    const before = changeFor(phone, { label: 'En Transit' });
    const { orderId, reference } = before;
    const after = changeFor(phone, { orderId, reference });
    await changed(before);
    await changed(after);
    expect(referencesOf(await waitingOne(phone))).toEqual([['Arrivée au Burkina', reference]]);
    await handled(publish('order.event-withdrawn', { orderId, eventId: after.eventId }));
    expect(referencesOf(await waitingOne(phone))).toEqual([['En Transit', reference]]);
    await handled(publish('order.event-withdrawn', { orderId, eventId: before.eventId }));
    expect(await waiting(phone)).toEqual([]);
  });

  it('are not told of an event that was withdrawn before it arrived', async () => {
    const phone = newPhone();
    const change = changeFor(phone);
    await handled(publish('order.event-withdrawn', { orderId: change.orderId, eventId: change.eventId }));
    await changed(change);
    expect(await waiting(phone)).toEqual([]);
  });

  it('include accounts with a phone number, once with the recipient of the same number', async () => {
    const [userId, without] = [newNumber(), newNumber()];
    const phone = newPhone();
    auth.addPhone(userId, `${phone.slice(0, 4)} ${phone.slice(4)}`, 'Ali Traoré');
    const change = changeFor(phone, { recipientIds: [userId, without] });
    await changed(change);
    const milestone = newMilestone({ recipients: [{ userId, orders: [newOrder()] }] });
    await passed(milestone);
    await until(async () => expect((await waitingOne(phone)).changes).toHaveLength(2));
    expect(await notify.database.changeToTell.count({ where: { userId: without } })).toBe(0);
  });

  it('include accounts whose phone number auth could not return at once', async () => {
    const userId = newNumber();
    const phone = newPhone();
    auth.addPhone(userId, phone);
    auth.isDown = true;
    await changed(newChange({ recipientIds: [userId] }));
    expect(await waiting(phone)).toEqual([]);
    auth.isDown = false;
    const client = new ServiceClient({ service: 'auth', baseUrl: auth.url, identityKey: TEST_IDENTITY_KEYS.notify });
    await findAccountPhones({ database: notify.database, auth: client });
    expect(await waitingOne(phone)).toMatchObject({ name: 'Awa Ouédraogo' });
  });

  it('are found by name, number, reference and order', async () => {
    const phone = newPhone();
    const name = `Zénabou ${newNumber()}`;
    const change = changeFor(phone, { phoneRecipient: { phone, name, ownerId: null } });
    await changed(change);
    for (const filter of [{ q: name.toUpperCase() }, { q: change.reference }, { orderId: change.orderId }]) {
      expect((await list(filter)).map((person) => person.phone)).toEqual([phone]);
    }
    expect(await list({ q: '100%' })).toEqual([]);
  });

  it('lose what concerns a deleted account', async () => {
    const [phone, ownerId] = [newPhone(), newNumber()];
    const owned = { phoneRecipient: { phone, name: 'Awa', ownerId } };
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
    for (const path of ['/api/to-tell', '/api/to-tell/1/tell', '/api/to-tell/1/undo']) {
      const method = path.endsWith('to-tell') ? 'GET' : 'POST';
      const asCustomer = await call(notify.app, { method, url: path }, asUser(2));
      expect([(await call(notify.app, { method, url: path })).statusCode, asCustomer.statusCode]).toEqual([401, 403]);
    }
  });
});
