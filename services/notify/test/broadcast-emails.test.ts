import { randomUUID } from 'node:crypto';
import { asAdmin, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
  await notify.database.delivery.deleteMany({ where: { state: 'PENDING' } });
  auth.isDown = false;
  auth.pageSize = 1000;
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([notify.close(), auth.close()]));

const startWorker = (env: Record<string, string> = {}) =>
  startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl: smtpServer.url, env });

const newPerson = countFrom(100);

let orders = 0;

/** A status change of a new order, as emitted by orders. */
function changeOf(saverIds: number[], data: Partial<TestChange> = {}): TestChange {
  orders += 1;
  return {
    ...{ orderId: orders, eventId: orders, reference: `FC-2026-${orders}`, status: 'IN_TRANSIT', title: 'En Transit' },
    saverIds,
    ...data,
  };
}
const extend = (change: TestChange) => publish('order.history-extended', extensionBy(change));

const signalFeed = (body: object) =>
  call(notify.app, { method: 'POST', url: '/api/notifications', payload: body }, asAdmin());
const deliveriesOf = (userId: number) => notify.database.delivery.findMany({ where: { userId } });
const untilStates = (userId: number, ...states: string[]) =>
  until(async () => expect((await deliveriesOf(userId)).map(({ state }) => state).sort()).toEqual(states));

describe('the email about a new status', () => {
  it('names it and links to the parcel, in both forms', async () => {
    await startWorker();
    const userId = newPerson();
    const { email } = auth.addRecipient(userId);
    const change = changeOf([userId], { note: 'Le colis a quitté Guangzhou' });
    await extend(change);
    await untilStates(userId, 'SENT');
    const [received, ...others] = smtpServer.receivedBy(email);
    expect(others).toEqual([]);
    const link = `https://colis.example.com/c/${change.reference}`;
    const [head = '', plain = '', page = ''] = received?.content.split(/Content-Type: text\/(?:plain|html)/) ?? [];
    expect(head).toContain(`Subject: En Transit : ${change.reference}`);
    for (const form of [plain, page]) {
      expect(form).toContain('Bonjour Awa,');
      expect(form).toContain('Son statut est maintenant «\u00a0En Transit\u00a0».');
      expect(form).toContain(`${change.reference} : Le colis a quitté Guangzhou`);
      expect(form).toContain(link);
    }
    const [row] = await deliveriesOf(userId);
    expect(received?.messageId).toBe(`<${row?.id}@colis.example.com>`);
    expect(row).toMatchObject({ kind: 'order-status', recipient: email, attempts: 1 });
  });

  it('says what is true of the parcel when it is sent, unless its text does [CARD-001]', async () => {
    await startWorker();
    const [first, second] = [newPerson(), newPerson()];
    const emails = [first, second].map((userId) => auth.addRecipient(userId).email);
    const change = changeOf([first]);
    auth.addLine(change.orderId, 'Livraison estimée\u00a0: 24 décembre 2026.');
    await extend(change);
    await untilStates(first, 'SENT');
    expect(smtpServer.receivedBy(emails[0] ?? '')[0]?.content).toContain('Livraison estimée\u00a0: 24 décembre 2026.');
    const handedOver = changeOf([second], { note: 'Remis le 24 décembre 2026 à Awa O.' });
    auth.addLine(handedOver.orderId, 'Remis le 24 décembre 2026 à Awa O.');
    await extend(handedOver);
    await untilStates(second, 'SENT');
    const [, plain = ''] = smtpServer.receivedBy(emails[1] ?? '')[0]?.content.split('Content-Type: text/plain') ?? [];
    expect(plain.split('text/html')[0]?.split('Remis le 24 décembre 2026')).toHaveLength(2);
  });

  it('has the one-click header of email programs, and a visible unsubscribe link [D-84]', async () => {
    await startWorker();
    const userId = newPerson();
    const { email, unsubscribeToken } = auth.addRecipient(userId);
    await extend(changeOf([userId]));
    await untilStates(userId, 'SENT');
    const [received] = smtpServer.receivedBy(email);
    const address = `https://colis.example.com/api/email/unsubscribe?token=${unsubscribeToken}`;
    expect(received?.header('List-Unsubscribe')).toBe(`<${address}>`);
    expect(received?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const page = `https://colis.example.com/desabonnement?token=${unsubscribeToken}`;
    expect(received?.content).toContain(`<a href="${page}"`);
    expect(received?.content).toContain(`Ne plus recevoir ces emails\u00a0: ${page}`);
  });

  it('is sent once per user, order and status, although the status is set, reverted and set again', async () => {
    await startWorker();
    const [owner, saver] = [newPerson(), newPerson()];
    const emails = [owner, saver].map((userId) => auth.addRecipient(userId).email);
    const change = changeOf([owner, saver]);
    const customs = { ...change, status: 'CUSTOMS', title: 'En douane' };
    for (const each of [change, change, customs, change, customs]) {
      await notify.untilHandled(await extend(each));
    }
    for (const userId of [owner, saver]) await untilStates(userId, 'SENT', 'SENT');
    for (const email of emails) {
      const subjects = smtpServer.receivedBy(email).map((email) => email.header('Subject'));
      expect(subjects).toHaveLength(2);
      expect(new Set(subjects)).toEqual(
        new Set([`En Transit : ${change.reference}`, `En douane : ${change.reference}`]),
      );
    }
  });

  it('is sent to no user when there are no recipients', async () => {
    await startWorker();
    const before = await notify.database.delivery.count();
    await notify.untilHandled(await extend(changeOf([])));
    expect(await notify.database.delivery.count()).toBe(before);
  });

  it.each(['unverified-address', 'opted-out', 'no-address'] as const)(
    'is dropped, without an address and with the reason: %s [OFF-008]',
    async (refusal) => {
      await startWorker();
      const userId = newPerson();
      auth.addRefusal(userId, refusal);
      await extend(changeOf([userId]));
      await untilStates(userId, 'DROPPED');
      expect(await deliveriesOf(userId)).toMatchObject([{ recipient: null, userId, dropReason: refusal }]);
      expect(smtpServer.received).toEqual([]);
    },
  );

  it('is not sent when its recipient opted out while it was pending', async () => {
    smtpServer.respond = async () => {
      throw Object.assign(new Error('Later'), { responseCode: 450 });
    };
    await startWorker();
    const userId = newPerson();
    const { unsubscribeToken } = auth.addRecipient(userId);
    await extend(changeOf([userId]));
    await vi.waitFor(async () => expect((await deliveriesOf(userId))[0]?.lastError).toContain('Later'), 5000);
    expect(JSON.stringify(await deliveriesOf(userId))).not.toContain(unsubscribeToken);
    auth.removeRecipient(userId);
    await untilStates(userId, 'DROPPED');
  });

  it('is deleted with the account, in whichever order the events arrive', async () => {
    await startWorker();
    const userId = newPerson();
    auth.addRecipient(userId);
    await extend(changeOf([userId]));
    await untilStates(userId, 'SENT');
    await notify.untilHandled(await publish('user.deleted', { userId }));
    await notify.untilHandled(await extend(changeOf([userId])));
    expect(await deliveriesOf(userId)).toEqual([]);
  });
});

describe('a broadcast by email', () => {
  const forEverybody = { title: 'Congés de fin d’année', body: 'Nos bureaux ferment\ndu 24 au 26.', byEmail: true };

  it('to all reaches exactly the users who want emails, page by page, each once', async () => {
    auth.pageSize = 20;
    const wanted = Array.from({ length: 90 }, () => auth.addRecipient(newPerson()));
    await startWorker();
    const { id: notificationId } = (await signalFeed(forEverybody)).json<{ id: number }>();
    const countSent = () => notify.database.delivery.count({ where: { notificationId, state: 'SENT' } });
    await vi.waitFor(
      async () => {
        expect(await notify.database.emailBatch.findUnique({ where: { notificationId } })).toBeNull();
        expect(await notify.database.delivery.count({ where: { notificationId, state: 'PENDING' } })).toBe(0);
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(await countSent()).toBe(smtpServer.received.length);
    const counts = Map.groupBy(smtpServer.received, ({ to }) => to);
    for (const { email } of wanted) expect(counts.get(email), email).toHaveLength(1);
    const [received] = smtpServer.receivedBy(wanted[0]?.email ?? '');
    expect(received?.content).toContain('https://colis.example.com/notifications');
    expect(received?.content).toContain('Nos bureaux ferment');
    expect(received?.header('List-Unsubscribe')).toContain('/api/email/unsubscribe?token=');
  }, 90_000);

  it('is retried while auth is unavailable, and continues where it stopped', async () => {
    auth.isDown = true;
    const userId = newPerson();
    const { email } = auth.addRecipient(userId);
    const { id: notificationId } = (await signalFeed(forEverybody)).json<{ id: number }>();
    // All recipients with lower ids have been handled.
    await notify.database.emailBatch.update({ where: { notificationId }, data: { afterUserId: userId - 1 } });
    const { logged } = await startWorker();
    await vi.waitFor(() => expect(logged()).toContain('emails: failed'), 5000);
    auth.isDown = false;
    await vi.waitFor(() => expect(smtpServer.receivedBy(email)).toHaveLength(1), 10_000);
    expect(smtpServer.received).toHaveLength(1);
  });

  it('to one user reaches that user only', async () => {
    await startWorker();
    const { email } = auth.addRecipient(2);
    const payload = { ...forEverybody, isGlobal: false, targetUserId: 2 };
    expect((await signalFeed(payload)).statusCode).toBe(201);
    await untilStates(2, 'SENT');
    expect(smtpServer.received.map(({ to }) => to)).toEqual([email]);
  });

  it('is not created without "byEmail"', async () => {
    const before = await notify.database.delivery.count();
    const { id: notificationId } = (await signalFeed({ title: 'A', body: 'B' })).json<{ id: number }>();
    expect(await notify.database.emailBatch.findUnique({ where: { notificationId } })).toBeNull();
    expect(await notify.database.delivery.count()).toBe(before);
  });

  it('does not delay an email that a user is waiting for', async () => {
    const { id: notificationId } = await notify.database.notification.create({ data: { title: 'A', body: 'B' } });
    const userIds = Array.from({ length: 1500 }, newPerson);
    for (const userId of userIds) auth.addRecipient(userId);
    await notify.database.delivery.createMany({
      data: userIds.map((userId) => ({ id: randomUUID(), kind: 'announcement', notificationId, userId })),
    });
    await startWorker();
    await vi.waitFor(() => expect(smtpServer.received.length).toBeGreaterThan(20), 20_000);
    const { tokenId, email } = auth.addToken();
    const before = smtpServer.received.length;
    await publish('password.reset-requested', { tokenId });
    await vi.waitFor(() => expect(smtpServer.receivedBy(email)).toHaveLength(1), 20_000);
    const place = smtpServer.received.findIndex(({ to }) => to === email);
    expect(place - before).toBeLessThan(500);
    expect(smtpServer.received.length).toBeLessThan(1500);
  }, 60_000);

  it('is sent at once, not at the next sweep', async () => {
    auth.removeRecipients();
    await startWorker({ MAIL_SWEEP_MS: '60000' });
    const userId = newPerson();
    const { email } = auth.addRecipient(userId);
    await signalFeed(forEverybody);
    await vi.waitFor(() => expect(smtpServer.receivedBy(email)).toHaveLength(1), 10_000);
    const { email: single } = auth.addRecipient(3);
    await signalFeed({ ...forEverybody, isGlobal: false, targetUserId: 3 });
    await vi.waitFor(() => expect(smtpServer.receivedBy(single)).toHaveLength(1), 10_000);
  });
});
