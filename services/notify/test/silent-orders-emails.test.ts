import type { SilentOrdersSchema } from '@fasocolis/contracts/orders';
import { startPeriodic } from '@fasocolis/service-kit/events/periodic';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type * as z from 'zod/mini';
import { DeliveryQueue } from '../src/deliveries/delivery-queue.ts';
import { recordSilentOrdersEmail, silentOrdersEmail } from '../src/emails/silent-orders-email.ts';
import { ADMINISTRATOR, listenAsAuthAnd } from './administrator-services.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { emptyRedis, type Notify, startNotify, until } from './helpers.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

const DAY_MS = 24 * 3_600_000;

type SilentOrders = z.infer<typeof SilentOrdersSchema>;

let notify: Notify;
let others: Awaited<ReturnType<typeof listenAsAuthAndOrders>>;
let queue: DeliveryQueue;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, others] = await Promise.all([startNotify(), listenAsAuthAndOrders()]);
  queue = new DeliveryQueue(testRedisUrl());
});
beforeEach(async () => {
  await emptyRedis();
  others.isDown = false;
  await notify.database.delivery.deleteMany();
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([queue.close(), notify.close(), others.close()]));

const startWorker = () => startDeliveryWorker({ notify, authUrl: others.url, smtpUrl: smtpServer.url });
/** Runs the periodic work of a worker at a time of a day. */
const recordAt = (time: string) =>
  recordSilentOrdersEmail({ database: notify.database, queue, now: () => new Date(`2027-03-01T${time}Z`) });
const states = async () =>
  (await notify.database.delivery.findMany({ where: { kind: 'silent-orders' } })).map(({ state }) => state);
const untilStates = (...expected: string[]) => until(async () => expect(await states()).toEqual(expected));

/** Orders whose last event was that many days and a half ago. */
const silentFor = (...days: number[]): SilentOrders => ({
  total: days.length,
  orders: days.map((count, index) => ({
    reference: `FC-2027-${index + 1}`,
    statusLabel: 'En Transit',
    lastEventAt: new Date(Date.now() - (count + 0.5) * DAY_MS).toISOString(),
  })),
});

describe('the daily email about silent orders', () => {
  it('lists to the administrator how many and which orders are silent, and for how long [QUIET-002]', async () => {
    others.orders.silent = silentFor(21, 9);
    await startWorker();
    await recordAt('07:00:00.000');
    await untilStates('SENT');
    const [received] = smtpServer.receivedBy(ADMINISTRATOR);
    expect(received?.header('Subject')).toBe('2 colis sans nouvelles');
    const [, plain = '', page = ''] = received?.content.split(/Content-Type: text\/(?:plain|html)/) ?? [];
    for (const form of [plain, page]) {
      expect(form).toContain('Bonjour Admin,');
      expect(form).toContain('FC-2027-1 : En Transit, sans événement depuis 21\u00a0jours');
      expect(form).toContain('FC-2027-2 : En Transit, sans événement depuis 9\u00a0jours');
      expect(form).toContain('https://colis.example.com/admin/orders?filter=%7B%22silent%22%3Atrue%7D');
    }
  });

  it('lists at most fifty, and counts the rest', async () => {
    others.orders.silent = { ...silentFor(...Array.from({ length: 50 }, () => 30)), total: 73 };
    await startWorker();
    await recordAt('07:00:00.000');
    await untilStates('SENT');
    const { header, content = '' } = smtpServer.receivedBy(ADMINISTRATOR)[0] ?? {};
    expect(header?.('Subject')).toBe('73 colis sans nouvelles');
    const [, plain = ''] = content.split(/Content-Type: text\/(?:plain|html)/);
    expect(plain.match(/sans événement depuis/g)).toHaveLength(50);
    expect(plain).toContain('Et 23 autres.');
  });

  it('is not sent when there are none', async () => {
    others.orders.silent = silentFor();
    await startWorker();
    await recordAt('07:00:00.000');
    await untilStates('DROPPED');
    expect(smtpServer.received).toEqual([]);
  });

  it('is sent once by two concurrent workers, and not again later in the day', async () => {
    others.orders.silent = silentFor(9);
    await Promise.all([startWorker(), startWorker()]);
    await Promise.all(Array.from({ length: 8 }, () => recordAt('07:00:00.000')));
    await untilStates('SENT');
    for (const time of ['07:01:00.000', '23:59:59.999']) await recordAt(time);
    await untilStates('SENT');
    expect(smtpServer.received).toHaveLength(1);
  });

  it('is not sent before seven', async () => {
    await recordAt('00:00:00.000');
    await recordAt('06:59:59.999');
    expect(await states()).toEqual([]);
  });

  it('is sent later in the day by a worker that starts late', async () => {
    others.orders.silent = silentFor(9);
    const { app } = await startWorker();
    const now = () => new Date('2027-03-01T15:30:00Z');
    const periodic = startPeriodic(silentOrdersEmail({ database: notify.database, queue, now }), app.log);
    onTestFinished(async () => void (await periodic.close()));
    await untilStates('SENT');
    expect(smtpServer.receivedBy(ADMINISTRATOR)).toHaveLength(1);
  });

  it('is sent again on the next day', async () => {
    await recordAt('07:00:00.000');
    const now = () => new Date('2027-03-02T07:00:00Z');
    await recordSilentOrdersEmail({ database: notify.database, queue, now });
    expect(await states()).toHaveLength(2);
  });

  it('is retried while orders is unavailable', async () => {
    others.orders.silent = silentFor(9);
    others.isDown = true;
    await startWorker();
    await recordAt('07:00:00.000');
    await until(async () =>
      expect(await notify.database.delivery.findMany()).toMatchObject([
        { lastError: expect.stringContaining('503 unavailable') },
      ]),
    );
    others.isDown = false;
    await untilStates('SENT');
  });
});

/** Stands in for orders and auth. */
async function listenAsAuthAndOrders() {
  const orders = { silent: silentFor() };
  const services = await listenAsAuthAnd('orders', (app) => {
    app.get('/internal/orders/silent', async () => orders.silent);
  });
  return Object.assign(services, { orders });
}
