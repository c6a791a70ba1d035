import type { Notification } from '@fasocolis/contracts/notifications';
import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUnverifiedUser, asUser, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { pushMessageOf } from '../src/push/push-message.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { type EmittedData, emptyRedis, listenAsAuth, type Notify, publish, startNotify, until } from './helpers.ts';
import { openSession, startLive } from './live-helpers.ts';
import { startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
});
beforeEach(() => emptyRedis());
afterAll(() => Promise.all([notify.close(), auth.close()]));

const CODE = '048213';
const newNumber = countFrom(50_000);

async function startWorker() {
  const smtpServer = await startSmtpServer();
  onTestFinished(() => smtpServer.close());
  await startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl: smtpServer.url });
  return smtpServer;
}

type Replaced = EmittedData<'order.pickup-code-replaced'>;
async function replaceCode(change: Partial<Replaced>): Promise<Replaced> {
  const orderId = newNumber();
  const [former, present] = [newNumber(), newNumber()];
  const data: Replaced = {
    ...{ orderId, reference: `FC-${orderId}`, formerOwnerId: former, ownerId: present, pickupCode: CODE },
    ...change,
  };
  const eventId = await publish('order.pickup-code-replaced', data);
  await until(async () => expect(await notify.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy());
  return data;
}
const toldTo = (targetUserId: number | null) => notify.database.notification.findMany({ where: { targetUserId } });
const listOf = async (userId: number, as: Identity) =>
  (await call(notify.app, { url: `/api/notifications/user/${userId}` }, as)).json<Notification[]>();

describe('a replaced pick-up code', () => {
  it('is told to the new owner, and to the former one without the code, by list and email [SEC-024]', async () => {
    const smtpServer = await startWorker();
    const [former, present] = [auth.addRecipient(newNumber()), auth.addRecipient(newNumber())];
    const { reference } = await replaceCode({ formerOwnerId: former.userId, ownerId: present.userId });
    expect(await toldTo(former.userId)).toMatchObject([
      {
        title: 'Colis retiré de votre compte',
        body: `${reference} : ce colis n'est plus sur votre compte, et son ancien code de retrait n'est plus valable. Si cela vous étonne, écrivez-nous.`,
      },
    ]);
    const body = `${reference} (code de retrait\u00a0${CODE}) : le client de ce colis a changé. L'ancien code de retrait n'est plus valable.`;
    expect(await toldTo(present.userId)).toMatchObject([{ title: 'Colis ajouté à votre compte', body }]);
    const emailTo = (email: string) => smtpServer.receivedBy(email).map(({ content }) => content);
    await until(() => expect([...emailTo(former.email), ...emailTo(present.email)]).toHaveLength(2));
    expect(emailTo(present.email)[0]).toContain(CODE);
    expect(emailTo(former.email)[0]).not.toContain(CODE);
  });

  it('is told once to an owner whose recipient has another number [SEC-024]', async () => {
    await startWorker();
    const { userId } = auth.addRecipient(newNumber());
    await replaceCode({ formerOwnerId: userId, ownerId: userId });
    expect(await toldTo(userId)).toMatchObject([
      { title: 'Nouveau code de retrait', body: expect.stringContaining(CODE) },
    ]);
  });

  it('is told to no account when the order has no owner [SEC-024]', async () => {
    await startWorker();
    const before = await notify.database.notification.count();
    await replaceCode({ formerOwnerId: null, ownerId: null });
    expect(await notify.database.notification.count()).toBe(before);
  });

  it('is in no push message and in no list of staff [SEC-024]', async () => {
    await startWorker();
    const { userId } = auth.addRecipient(newNumber());
    const { orderId } = await replaceCode({ ownerId: userId });
    const [row] = await toldTo(userId);
    if (!row) throw new Error('One notification');
    expect(JSON.stringify(pushMessageOf({ ...row, orders: [], list: '/', id: '' }))).not.toContain(CODE);
    const url = `/api/order-messages?filter={"orderId":${orderId}}`;
    const messages = (await call(notify.app, { url }, asAgent(9))).json<OrderMessage[]>();
    expect(messages).toHaveLength(2);
    expect(JSON.stringify(messages)).not.toContain(CODE);
  });
});

describe('the pick-up code in a notification', () => {
  const newNotification = async () => {
    const userId = newNumber();
    const body = `FC-1 (code de retrait\u00a0${CODE}) : prêt`;
    return notify.database.notification.create({ data: { title: 'Prêt', body, targetUserId: userId } });
  };

  it('is left out for an owner with an unverified address, in the list and once it is read [SEC-020]', async () => {
    const { id, targetUserId } = await newNotification();
    const userId = targetUserId ?? 0;
    expect(await listOf(userId, asUnverifiedUser(userId))).toMatchObject([{ body: 'FC-1 : prêt' }]);
    const read = { method: 'PATCH', url: `/api/notifications/${id}/read` } as const;
    expect((await call(notify.app, read, asUnverifiedUser(userId))).json().body).toBe('FC-1 : prêt');
    expect((await listOf(userId, asUser(userId)))[0]?.body).toContain(CODE);
  });

  it('is left out for staff, own notifications and those of customers alike [SEC-024]', async () => {
    const { targetUserId } = await newNotification();
    const userId = targetUserId ?? 0;
    expect(await listOf(userId, asAgent(userId))).toMatchObject([{ body: 'FC-1 : prêt' }]);
    expect(await listOf(userId, asAdmin())).toMatchObject([{ body: 'FC-1 : prêt' }]);
  });

  it.each([
    [false, 'FC-1 : prêt'],
    [true, `FC-1 (code de retrait\u00a0${CODE}) : prêt`],
  ])('is pushed to the site only if the address is verified: %s [SEC-020]', async (isVerified, body) => {
    const { id, targetUserId } = await newNotification();
    const userId = targetUserId ?? 0;
    const { identity } = await openSession(userId);
    const listener = (await startLive(notify)).open({ ...identity, isVerified } as Identity);
    await listener.authenticate(userId, id - 1);
    await until(() => expect(listener.pushed()).toMatchObject([{ body }]));
  });

  it('is left out of the personal data of an account with an unverified address, and of staff [SEC-020]', async () => {
    const { targetUserId: userId } = await newNotification();
    const read = async (subject: object) => {
      const payload = { userId, ...subject };
      const request = { method: 'POST', url: personalDataOperations.readPersonalData.path, payload } as const;
      return (await call(notify.app, request, { kind: 'service', name: 'auth' })).body;
    };
    expect(await read({ verifiedEmail: null })).not.toContain(CODE);
    expect(await read({ verifiedEmail: 'awa@example.com', isStaff: true })).not.toContain(CODE);
    expect(await read({ verifiedEmail: 'awa@example.com' })).toContain(CODE);
  });

  it('is left out of the email to an owner who is staff [SEC-024]', async () => {
    const smtpServer = await startWorker();
    const agent = auth.addRecipient(newNumber());
    agent.isStaff = true;
    await replaceCode({ ownerId: agent.userId });
    await until(() => expect(smtpServer.receivedBy(agent.email)).toHaveLength(1));
    expect(smtpServer.receivedBy(agent.email)[0]?.content).not.toContain(CODE);
  });
});
