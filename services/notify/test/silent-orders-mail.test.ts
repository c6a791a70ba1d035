import type { SilentOrders } from '@fasocolis/contracts/orders';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordDailyReport } from '../src/emails/daily-report.ts';
import { EmailQueue } from '../src/shared/email-queue.ts';
import { emptyRedis, type Notify, startNotify } from './helpers.ts';
import { type SmtpServer, startSmtpServer } from './mail-server.ts';
import { startEmailWorker } from './mail-worker.ts';

const ADMINISTRATOR = 'admin@example.com';
const DAY_MS = 24 * 3600 * 1000;

let notify: Notify;
let others: Awaited<ReturnType<typeof listenAsAuthAndOrders>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, others] = await Promise.all([startNotify(), listenAsAuthAndOrders()]);
});
beforeEach(async () => {
  await emptyRedis();
  await notify.database.emailDelivery.deleteMany();
  smtpServer = await startSmtpServer();
  await startEmailWorker({ notify, authUrl: others.url, smtpUrl: smtpServer.url });
});
afterAll(() => Promise.all([notify.close(), others.close()]));

/** The services that the report asks: auth for the administrator, orders for what is silent. */
async function listenAsAuthAndOrders() {
  const app = Fastify();
  const answers = { silent: { total: 0, orders: [] } as SilentOrders };
  app.get('/internal/administrator', async () => ({ email: ADMINISTRATOR, firstName: 'Admin' }));
  app.get('/internal/orders/silent', async () => answers.silent);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return Object.assign(answers, { url, close: () => app.close() });
}

function makeSilent(total: number, listed = total) {
  const orders = Array.from({ length: listed }, (_, index) => ({
    reference: `FC-${index + 1}`,
    statusLabel: 'En Transit',
    lastEventAt: new Date(Date.now() - (20 - index) * DAY_MS).toISOString(),
  }));
  others.silent = { total, orders };
}

/** Does what the worker does every minute, at a time of a day. */
async function reportAt(time: string, day = '2026-11-24') {
  const queue = new EmailQueue(testRedisUrl());
  onTestFinished(() => queue.close());
  await recordDailyReport(notify.database, queue, new Date(`${day}T${time}Z`));
}

const reports = () => notify.database.emailDelivery.findMany({ where: { kind: 'silent-orders' } });
const untilState = (state: string) =>
  vi.waitFor(async () => expect(await reports()).toMatchObject([{ state }]), { timeout: 10_000, interval: 20 });

describe('the daily mail about silent orders', () => {
  it('tells the administrator at 07:00 GMT how many and which; none when there are none [QUIET-002]', async () => {
    makeSilent(3, 2);
    await reportAt('07:00:00');
    await untilState('SENT');
    const [email] = smtpServer.receivedBy(ADMINISTRATOR);
    expect(email?.header('Subject')).toBe('3 colis sans nouvelles');
    for (const text of ['FC-1 (En Transit)\u00a0: 20 jours', 'FC-2 (En Transit)\u00a0: 19 jours', '… et 1 autre']) {
      expect(email?.content).toContain(text);
    }
    expect(email?.content).toContain('https://colis.example.com/admin/orders?filter=%7B%22silent%22%3Atrue%7D');
    makeSilent(0);
    await notify.database.emailDelivery.deleteMany();
    await reportAt('07:00:00', '2026-11-25');
    await untilState('DROPPED');
    expect(smtpServer.receivedBy(ADMINISTRATOR)).toHaveLength(1);
  });

  it('is not recorded before 07:00', async () => {
    makeSilent(1);
    await reportAt('06:59:59');
    expect(await reports()).toEqual([]);
  });

  it('is sent later the same day by a worker that was away', async () => {
    makeSilent(1);
    await reportAt('15:12:00');
    await untilState('SENT');
  });

  it('is sent once a day, however many workers there are', async () => {
    makeSilent(1);
    await Promise.all(Array.from({ length: 4 }, () => reportAt('07:00:01')));
    await untilState('SENT');
    await reportAt('08:00:00');
    expect(await reports()).toHaveLength(1);
  });
});
