import { randomUUID } from 'node:crypto';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import { asAdmin, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDeliveryWorker } from './delivery-worker.ts';
import {
  type Extension,
  emptyRedis,
  extensionOf,
  listenAsAuth,
  type Notify,
  publish,
  startNotify,
  until,
} from './helpers.ts';
import { startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
});
beforeEach(() => emptyRedis());
afterAll(() => Promise.all([notify.close(), auth.close()]));

const newNumber = countFrom(1000);
const newPerson = () => {
  const userId = newNumber();
  return { userId, email: auth.addRecipient(userId).email };
};
/** The event of a new order. */
const newOrder = () => ({ orderId: newNumber(), eventId: newNumber(), reference: `FC-${newNumber()}` });

async function startWorker(env: Record<string, string> = {}) {
  const smtpServer = await startSmtpServer();
  onTestFinished(() => smtpServer.close());
  await startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl: smtpServer.url, env });
  return smtpServer;
}

const extend = async (extension: Extension) => notify.untilHandled(await publish('order.history-extended', extension));
const withdraw = async (orders: { orderId: number; eventId: number }[], correction: string | null = null) =>
  notify.untilHandled(await publish('order.history-withdrawn', { orders: orders.map(idsOf), correction }));
const idsOf = ({ orderId, eventId }: { orderId: number; eventId: number }) => ({ orderId, eventId });
const toldTo = (targetUserId: number) =>
  notify.database.notification.findMany({ where: { targetUserId }, include: { deliveries: true } });
const messagesOf = async (orderId: number) =>
  (await call(notify.app, { url: `/api/order-messages?filter={"orderId":${orderId}}` }, asAdmin())).json<
    OrderMessage[]
  >();

/** Emails of this test wait, so that they can be counted and withdrawn. */
const LATER = { ORDER_MAIL_DELAY_MS: '3600000' };
const passDelay = () => notify.database.$executeRaw`UPDATE email_deliveries SET due_at = due_at - interval '1 hour'`;

describe('a milestone', () => {
  it('is one notification and one email per customer, which name the orders [CONS-006]', async () => {
    const smtpServer = await startWorker();
    const [several, single] = [newPerson(), newPerson()];
    const orders = [newOrder(), newOrder(), newOrder()];
    const [first] = orders;
    if (!first) throw new Error('Three orders');
    const owned = orders.map((order) => ({ ...order, ownerId: several.userId }));
    const saved = { saverIds: [single.userId] };
    await extend(extensionOf([{ ...owned[0], ...first, ...saved }, ...owned.slice(1)], { note: 'Navire à quai' }));
    const references = orders.map(({ reference }) => reference).join(', ');
    expect(await toldTo(several.userId)).toMatchObject([
      {
        title: 'Arrivé au port, Lomé',
        body: `3 colis : ${references}. Navire à quai`,
        deliveries: [{ kind: 'order-status' }],
      },
    ]);
    expect(await toldTo(single.userId)).toMatchObject([
      { body: `${first.reference} : Navire à quai`, deliveries: [{}] },
    ]);
    const emailsTo = ({ email }: typeof several) => smtpServer.receivedBy(email).map(({ content }) => content);
    await until(() => expect([several, single].map((person) => emailsTo(person).length)).toEqual([1, 1]));
    expect(emailsTo(several)[0]).toContain(`3 colis : ${references}. Navire à quai`);
    expect(emailsTo(several)[0]).toContain('<title>Arrivé au port, Lomé : vos colis</title>');
    expect(emailsTo(single)[0]).toContain(`<title>Arrivé au port, Lomé : ${first.reference}</title>`);
  });

  it('is told once, however often its event is delivered', async () => {
    await startWorker(LATER);
    const { userId } = newPerson();
    const ownerId = userId;
    const extension = extensionOf([newOrder(), newOrder()].map((order) => ({ ...order, ownerId })));
    const id = randomUUID();
    for (let delivery = 0; delivery < 3; delivery += 1) {
      await notify.untilHandled(await publish('order.history-extended', extension, id));
    }
    const [told, ...others] = await toldTo(userId);
    expect(told?.deliveries).toHaveLength(1);
    expect(others).toEqual([]);
  });

  it('names a hundred orders and counts the others', async () => {
    await startWorker(LATER);
    const { userId } = newPerson();
    const orders = Array.from({ length: 120 }, newOrder);
    await extend(extensionOf(orders.map((order) => ({ ...order, ownerId: userId }))));
    const [told] = await toldTo(userId);
    expect(told?.body).toMatch(/^120 colis : FC-.* et 20 autres$/);
    expect(told?.body.match(/FC-/g)).toHaveLength(100);
  });

  it('is in the messages of each of its orders, without their pick-up codes [SCAN-004]', async () => {
    await startWorker(LATER);
    const { userId } = newPerson();
    const [first, second] = [{ ...newOrder(), pickupCode: '012345' }, newOrder()];
    const owned = [first, second].map((order) => ({ ...order, ownerId: userId }));
    await extend(extensionOf(owned, { title: 'Prêt au retrait, Ouagadougou' }));
    const told = `2 colis : ${first.reference} (code de retrait\u00a0012345), ${second.reference}`;
    expect(await toldTo(userId)).toMatchObject([{ body: told }]);
    for (const { orderId } of [first, second]) {
      const body = `2 colis : ${first.reference}, ${second.reference}`;
      expect(await messagesOf(orderId)).toMatchObject([{ orderId, userId, body }]);
    }
  });

  it('tells the pick-up code to the owner, and not to a user who saved the order', async () => {
    await startWorker(LATER);
    const [owner, saver] = [newPerson().userId, newPerson().userId];
    const order = { ...newOrder(), pickupCode: '012345', ownerId: owner, saverIds: [saver] };
    await extend(extensionOf([order], { title: 'Prêt au retrait, Ouagadougou', note: 'Guichet 2' }));
    const told = `${order.reference} (code de retrait\u00a0012345) : Guichet 2`;
    expect(await toldTo(owner)).toMatchObject([{ body: told }]);
    expect(await toldTo(saver)).toMatchObject([{ body: `${order.reference} : Guichet 2` }]);
    const codes = await notify.database.notificationOrder.findMany({
      where: { notification: { targetUserId: saver } },
      select: { pickupCode: true },
    });
    expect(codes).toEqual([{ pickupCode: null }]);
  });

  it('loses the pick-up code of an order that is handed over, and no other [TEL-008]', async () => {
    await startWorker(LATER);
    const { userId } = newPerson();
    const [first, second] = [
      { ...newOrder(), pickupCode: '012345' },
      { ...newOrder(), pickupCode: '543210' },
    ];
    const owned = [first, second].map((order) => ({ ...order, ownerId: userId }));
    await extend(extensionOf(owned, { title: 'Prêt au retrait, Ouagadougou' }));
    const handedOver = { ...newOrder(), orderId: first.orderId, reference: first.reference, status: 'DELIVERED' };
    await extend(extensionOf([handedOver]));
    expect(await toldTo(userId)).toMatchObject([
      { body: `2 colis : ${first.reference}, ${second.reference} (code de retrait\u00a0543210)` },
    ]);
  });

  it('leaves nothing of an account that is gone', async () => {
    await startWorker(LATER);
    const [gone, here] = [newPerson(), newPerson()];
    const orders = [gone, here].map(({ userId }) => ({ ...newOrder(), ownerId: userId }));
    await notify.untilHandled(await publish('user.deleted', { userId: gone.userId }));
    await extend(extensionOf(orders));
    expect([await toldTo(gone.userId), await toldTo(here.userId)]).toMatchObject([[], [{}]]);
  });
});

describe('a milestone that is withdrawn from an order', () => {
  it('takes the order out of the message that names others, and out of its email', async () => {
    const smtpServer = await startWorker(LATER);
    const { userId, email } = newPerson();
    const [first, second, third] = [newOrder(), newOrder(), newOrder()];
    await extend(extensionOf([first, second, third].map((order) => ({ ...order, ownerId: userId }))));
    await withdraw([second]);
    expect(await toldTo(userId)).toMatchObject([{ body: `2 colis : ${first.reference}, ${third.reference}` }]);
    expect(await messagesOf(second.orderId)).toEqual([]);
    await passDelay();
    await until(() => expect(smtpServer.receivedBy(email)).toHaveLength(1));
    expect(smtpServer.receivedBy(email)[0]?.content).not.toContain(second.reference);
  });

  it('takes back the message that names it alone', async () => {
    await startWorker(LATER);
    const { userId } = newPerson();
    const order = newOrder();
    await extend(extensionOf([{ ...order, ownerId: userId }]));
    await withdraw([order]);
    expect(await toldTo(userId)).toEqual([]);
    expect(await notify.database.delivery.count({ where: { userId } })).toBe(0);
  });

  it('before it arrives is not told', async () => {
    await startWorker(LATER);
    const [first, second] = [newPerson(), newPerson()];
    const [order, other] = [newOrder(), newOrder()];
    await withdraw([order]);
    const both = { ownerId: first.userId };
    await extend(
      extensionOf([
        { ...order, ...both, saverIds: [second.userId] },
        { ...other, ...both },
      ]),
    );
    expect(await toldTo(first.userId)).toMatchObject([{ body: other.reference, reference: other.reference }]);
    expect(await toldTo(second.userId)).toEqual([]);
  });
});

describe('a milestone that is taken back from all its orders', () => {
  const NOTE = 'Arrivé au port annulé. Mauvais navire';
  const wordsOf = async (userId: number) => (await toldTo(userId)).map(({ title, body }) => `${title} : ${body}`);

  it('is corrected once for each account that was sent a message, with all its orders [HIST-006]', async () => {
    const smtpServer = await startWorker();
    const [owner, saver] = [newPerson(), newPerson()];
    const orders = [newOrder(), newOrder()];
    const [first, second] = orders;
    if (!first || !second) throw new Error('Two orders');
    const saved = { ownerId: owner.userId, saverIds: [saver.userId] };
    await extend(
      extensionOf([
        { ...first, ...saved },
        { ...second, ownerId: owner.userId },
      ]),
    );
    const subjectsTo = ({ email }: typeof owner) =>
      smtpServer.receivedBy(email).map((received) => received.header('Subject'));
    await until(() => expect([owner, saver].map((person) => subjectsTo(person).length)).toEqual([1, 1]));
    await withdraw(orders, NOTE);
    expect(await wordsOf(owner.userId)).toEqual([`Correction : ${first.reference}, ${second.reference} : ${NOTE}`]);
    expect(await wordsOf(saver.userId)).toEqual([`Correction : ${first.reference} : ${NOTE}`]);
    await until(() => expect(subjectsTo(owner)[1]).toBe('Correction : vos colis'));
    await until(() => expect(subjectsTo(saver)[1]).toBe(`Correction : ${first.reference}`));
  });

  it.each([
    ['was not sent yet', {}],
    ['was dropped', { attempts: 1, state: 'DROPPED' as const }],
  ])('is withdrawn and not corrected for an account whose message %s [HIST-006]', async (_what, delivery) => {
    const smtpServer = await startWorker(LATER);
    const [order, { userId, email }] = [newOrder(), newPerson()];
    await extend(extensionOf([{ ...order, ownerId: userId }]));
    await notify.database.delivery.updateMany({ where: { userId }, data: delivery });
    await withdraw([order], NOTE);
    expect(await toldTo(userId)).toEqual([]);
    await passDelay();
    expect(smtpServer.receivedBy(email)).toEqual([]);
  });

  it('is corrected for an account that has read the notification [HIST-006]', async () => {
    await startWorker(LATER);
    const [order, { userId }] = [newOrder(), newPerson()];
    await extend(extensionOf([{ ...order, ownerId: userId }]));
    const [{ id } = { id: 0 }] = await toldTo(userId);
    await notify.database.readReceipt.create({ data: { notificationId: id, userId } });
    await withdraw([order], NOTE);
    expect(await wordsOf(userId)).toEqual([`Correction : ${order.reference} : ${NOTE}`]);
  });

  it('is corrected for a phone number that was told, and forgotten for one that was not [HIST-006]', async () => {
    await startWorker();
    const [told, waiting] = [newOrder(), newOrder()];
    const phoneOf = ({ orderId }: { orderId: number }) => `+22671${String(orderId).padStart(6, '0')}`;
    const recipientOf = (order: typeof told) => ({ phone: phoneOf(order), name: 'Awa', consent: false });
    await extend(extensionOf([told, waiting].map((order) => ({ ...order, recipient: recipientOf(order) }))));
    const toldAt = new Date();
    await notify.database.personToTell.updateMany({ where: { phone: phoneOf(told) }, data: { toldAt, toldBy: 7 } });
    await withdraw([told, waiting], NOTE);
    const open = await notify.database.personToTell.findMany({
      where: { phone: { in: [phoneOf(told), phoneOf(waiting)] }, toldAt: null },
      include: { changes: true },
    });
    const { reference } = told;
    expect(open).toMatchObject([{ phone: phoneOf(told), changes: [{ title: 'Correction', note: NOTE, reference }] }]);
    expect(open).toHaveLength(1);
  });
});
