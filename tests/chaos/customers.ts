import type { AnnouncementOutcome } from '@fasocolis/contracts/announcements';
import type { TestPhone, TestPushService } from '@fasocolis/service-kit/testing/push-service';
import type { Client } from './client.ts';
import { hasOrders, type Kind, lookUp, pick, read } from './command.ts';

const DEVICES_PER_CLIENT = 3;
const REFERENCES_PER_DEVICE = 10;

const save: Kind = {
  name: 'save or unsave',
  weight: 4,
  needs: hasOrders,
  async run(world, client, { a, yes }) {
    const { id, reference } = pick(world.orders, a % (yes ? 1e6 : 20));
    const key = `${client.userId}/${id}`;
    // A former request without a response may still arrive: nothing follows it.
    if (world.writes.saved.get(key)?.state === 'unknown') return;
    const isSaved = world.writes.saved.get(key)?.count === 1;
    const result = isSaved
      ? await client.call({ method: 'DELETE', path: `/api/orders/saved/${id}` })
      : await client.call({
          ...{ method: 'POST', path: '/api/orders/save', body: { orderId: id, reference }, refusals: [409] },
        });
    if (result.outcome === 'refused') return;
    const isSure = result.outcome === 'acknowledged' && !result.isRepeated;
    world.record('saved', key, isSure ? 'acknowledged' : 'unknown', isSaved ? 0 : 1);
  },
};

const writeMessage: Kind = {
  name: 'write message',
  weight: 1,
  async run(world, client) {
    const subject = `Question ${world.next()}`;
    const person = { firstName: 'Fatou', lastName: 'Sanou', email: 'fatou@example.com' };
    const body = { ...person, subject, message: 'Le carton est arrivé ouvert.' };
    const { outcome } = await client.call({ method: 'POST', path: '/api/contact-messages', body, attempts: 1 });
    world.record('messages', subject, outcome === 'acknowledged' ? 'acknowledged' : 'unknown');
  },
};

/** Announces a parcel, which the warehouse scans later. Repeated, it is a parcel of the own account. */
const announce: Kind = {
  name: 'announce',
  weight: 1,
  async run(world, client) {
    const number = `YT${world.next()}1234567`;
    const body = { numbers: number, contents: 'Chaussures', goodsKind: 'ordinary', mode: 'AIR' };
    const call = { method: 'POST', path: '/api/announcements', body, refusals: [409, 429] };
    const { outcome, body: [announced] = [] } = await client.call<AnnouncementOutcome[]>(call);
    const isKnown = announced !== undefined && announced.outcome !== 'refused';
    if (outcome !== 'refused') world.record('announcements', number, isKnown ? 'acknowledged' : 'unknown');
    if (isKnown) world.announced.push(number);
  },
};

const openPage = read('open page', ({ orders }, _client, { a, yes }) =>
  yes ? '/' : `/c/${pick(orders, a).reference}`,
);
const readProfile = read('read profile', (_world, { userId }, { a }) =>
  pick(
    [`/api/notifications/user/${userId}`, `/api/orders/user/${userId}`, `/api/orders/saved/${userId}`, '/api/user'],
    a,
  ),
);

/** Clients do not share phones. */
function subscribe(push: TestPushService, account: boolean): Kind {
  const devices = new Map<Client, { phone: TestPhone; references: string[] }[]>();
  return {
    name: 'subscribe',
    weight: 1,
    needs: hasOrders,
    async run(world, client, { a, b }) {
      const own = devices.get(client) ?? [];
      devices.set(client, own);
      if (own.length < DEVICES_PER_CLIENT) {
        const phone = push.addPhone();
        own.push({ phone, references: [] });
        world.phones.push(phone);
      }
      const { phone, references } = pick(own, a);
      references.push(pick(world.orders, b).reference);
      references.splice(0, references.length - REFERENCES_PER_DEVICE);
      const { subscription } = phone;
      const body = { ...subscription, references: [...new Set(references)], account };
      const { outcome } = await client.call({ method: 'POST', path: '/api/push/devices', body });
      const isKnown = world.writes.devices.get(subscription.endpoint)?.state === 'acknowledged';
      if (!isKnown) world.record('devices', subscription.endpoint, outcome === 'acknowledged' ? outcome : 'unknown');
    },
  };
}

export const customerKinds = (push: TestPushService): Kind[] => [
  save,
  announce,
  readProfile,
  lookUp,
  subscribe(push, true),
];
export const visitorKinds = (push: TestPushService): Kind[] => [lookUp, openPage, writeMessage, subscribe(push, false)];
