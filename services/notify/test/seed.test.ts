import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import type { Notification } from '@fasocolis/contracts/notifications';
import type { Popup } from '@fasocolis/contracts/popups';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoMessages } from '../src/seed/demo-messages.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const [client, other] = DEMO_CUSTOMERS;
const get = async (url: string) => (await call(notify.app, { url }, asAdmin())).json();
const notificationsOf = (userId: number): Promise<Notification[]> => get(`/api/notifications/user/${userId}`);

describe('the seed of notify', () => {
  it('creates no notification and no popup in a fresh installation [SEED-006]', async () => {
    expect(await notificationsOf(1)).toEqual([]);
    expect(await get('/api/popup-notifications')).toEqual([]);
  });

  it('creates two broadcasts and one notification for the customer in demo mode, once [SEED-012]', async () => {
    await seedDemoMessages(notify.database);
    await seedDemoMessages(notify.database);
    const forClient = await notificationsOf(client.id);
    expect(forClient.map(({ isGlobal, targetUserId }) => [isGlobal, targetUserId])).toEqual([
      [true, null],
      [false, client.id],
      [true, null],
    ]);
    expect(forClient.every(({ isRead, sentAt }) => !isRead && Date.parse(sentAt) < Date.now())).toBe(true);
    expect((await notificationsOf(other.id)).map(({ targetUserId }) => targetUserId)).toEqual([null, null]);
  });

  it('creates three people to tell in demo mode', async () => {
    const people: PersonToTell[] = await get('/api/to-tell?filter={"told":false}');
    expect(people.map(({ name, phone, changes }) => [name, phone, changes[0]?.orders[0]?.reference])).toEqual([
      ['Fatimata Traoré', '+22670123436', 'DEMO1036'],
      ['Aïcha Nikiéma', '+22670123438', 'DEMO1038'],
      ['Adama Ilboudo', '+22670123439', 'DEMO1039'],
    ]);
  });

  it('creates one active popup that is shown once and one inactive popup in demo mode [SEED-012]', async () => {
    const popups: Popup[] = await get('/api/popup-notifications');
    expect(popups.map(({ isActive, showOnce }) => [isActive, showOnce])).toEqual([
      [true, true],
      [false, true],
    ]);
    const unseen: Popup[] = await get(`/api/popup-notifications/unseen/user/${client.id}`);
    expect(unseen.map(({ id }) => id)).toEqual([popups[0]?.id]);
  });
});
