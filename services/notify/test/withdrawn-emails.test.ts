import { countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDeliveryWorker } from './delivery-worker.ts';
import {
  emptyRedis,
  extensionBy,
  listenAsAuth,
  type Notify,
  publish,
  startNotify,
  type TestChange,
  until,
} from './helpers.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
});
beforeEach(async () => {
  await emptyRedis();
  auth.onRecipient = async () => {};
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([notify.close(), auth.close()]));

const startWorker = (env: Record<string, string> = {}) =>
  startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl: smtpServer.url, env });

const newNumber = countFrom(100);

/** A new status of a new order, with one new recipient. */
function newChange(data: Partial<TestChange> = {}) {
  const userId = newNumber();
  const { email } = auth.addRecipient(userId);
  const orderId = newNumber();
  const change = {
    orderId,
    reference: `FC-2026-${orderId}`,
    ownerId: userId,
    ...data,
    eventId: newNumber(),
  };
  return { change, userId, email };
}

const withdraw = ({ orderId, eventId }: TestChange) =>
  publish('order.history-withdrawn', { orders: [{ orderId, eventId }], correction: null });
const notificationsOf = (userId: number) => notify.database.notification.findMany({ where: { targetUserId: userId } });
const deliveriesOf = (userId: number) => notify.database.delivery.findMany({ where: { userId } });
/** Advances the clock past the delay. */
const passDelay = () => notify.database.$executeRaw`UPDATE email_deliveries SET due_at = due_at - interval '1 hour'`;

describe('an event that is withdrawn', () => {
  it('before its email is due is not mailed, and its notification is deleted', async () => {
    await startWorker({ ORDER_MAIL_DELAY_MS: '3600000' });
    const { change, userId } = newChange();
    await notify.untilHandled(await publish('order.history-extended', extensionBy(change)));
    expect(await deliveriesOf(userId)).toMatchObject([{ state: 'PENDING', attempts: 0 }]);
    await notify.untilHandled(await withdraw(change));
    // The email of a later event is sent by the sweep that would have sent this one.
    const later = newChange();
    await notify.untilHandled(await publish('order.history-extended', extensionBy(later.change)));
    await passDelay();
    await until(() => expect(smtpServer.receivedBy(later.email)).toHaveLength(1));
    expect(smtpServer.received).toHaveLength(1);
    expect(await notificationsOf(userId)).toEqual([]);
  });

  it('is not mailed although its email was being prepared', async () => {
    const { promise: requested, resolve: send } = Promise.withResolvers<void>();
    const { promise: answered, resolve: respond } = Promise.withResolvers<void>();
    auth.onRecipient = () => {
      send();
      return answered;
    };
    await startWorker();
    const { change } = newChange();
    await publish('order.history-extended', extensionBy(change));
    await requested;
    await notify.untilHandled(await withdraw(change));
    auth.onRecipient = async () => {};
    respond();
    const later = newChange();
    await publish('order.history-extended', extensionBy(later.change));
    await until(() => expect(smtpServer.receivedBy(later.email)).toHaveLength(1));
    expect(smtpServer.received).toHaveLength(1);
  });
});

describe('the email about news', () => {
  it('contains the news, and no new status', async () => {
    await startWorker();
    const news: Partial<TestChange> = {
      cause: 'news',
      title: 'Nouvelle date estimée : 3 décembre',
      note: 'Tempête à Tema',
    };
    const { change, email } = newChange(news);
    await publish('order.history-extended', extensionBy(change));
    await until(() => expect(smtpServer.receivedBy(email)).toHaveLength(1));
    const [received] = smtpServer.receivedBy(email);
    expect(received?.content).toContain(`Nouvelle date estimée : 3 décembre : ${change.reference}`);
    expect(received?.content).toContain(`${change.reference} : Tempête à Tema`);
    expect(received?.content).not.toContain('Son statut');
  });

  it('waits until it is due, and is then sent by the sweep', async () => {
    await startWorker({ ORDER_MAIL_DELAY_MS: '3600000' });
    const { change, userId, email } = newChange({ cause: 'news' });
    await notify.untilHandled(await publish('order.history-extended', extensionBy(change)));
    const [waiting] = await deliveriesOf(userId);
    expect(waiting?.dueAt?.getTime()).toBeGreaterThan(Date.now());
    await passDelay();
    await until(() => expect(smtpServer.receivedBy(email)).toHaveLength(1));
  });
});
