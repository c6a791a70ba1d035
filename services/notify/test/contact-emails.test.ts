import { once } from 'node:events';
import type { ContactMessage } from '@fasocolis/contracts/content';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ADMINISTRATOR, listenAsAuthAnd } from './administrator-services.ts';
import { startDeliveryWorker, startWorkerProcess } from './delivery-worker.ts';
import { emptyRedis, type Notify, publish, startNotify, until } from './helpers.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let others: Awaited<ReturnType<typeof listenAsAuthAndContent>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, others] = await Promise.all([startNotify(), listenAsAuthAndContent()]);
});
beforeEach(async () => {
  await emptyRedis();
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([notify.close(), others.close()]));

const surroundings = (env: Record<string, string> = {}) => ({
  notify,
  authUrl: others.url,
  smtpUrl: smtpServer.url,
  env: { CONTENT_URL: others.url, ...env },
});
const deliveryOf = (id: string) => notify.database.delivery.findUniqueOrThrow({ where: { id } });
const untilState = (id: string, state: string) => notify.untilDelivery(id, { state });
const emitReceived = (messageId: number) => publish('contact.message-received', { messageId });

describe('the email about a contact message', () => {
  it('contains the whole message, and a reply goes to its sender', async () => {
    await startDeliveryWorker(surroundings());
    const { id: messageId } = others.addMessage({ phone: '+226 70123456' });
    const id = await emitReceived(messageId);
    await untilState(id, 'SENT');
    const [email, ...more] = smtpServer.receivedBy(ADMINISTRATOR);
    expect(more).toEqual([]);
    expect(email?.messageId).toBe(`<${id}@colis.example.com>`);
    for (const text of [
      'Reply-To: Awa Traore <awa@example.com>',
      'Bonjour Admin,',
      'Awa Traore a écrit',
      'Où est mon colis\u00a0?\n\nMerci.',
      'awa@example.com',
      '+226 70123456',
      `https://colis.example.com/admin/contact-messages?view=${messageId}`,
    ]) {
      expect(email?.content.replaceAll('\r\n', '\n')).toContain(text);
    }
    expect(await deliveryOf(id)).toMatchObject({ kind: 'contact-message', recipient: ADMINISTRATOR, userId: null });
    expect(JSON.stringify(await deliveryOf(id))).not.toContain('Où est mon colis');
  });

  it('is in the list of emails with its kind', async () => {
    await startDeliveryWorker(surroundings());
    const id = await emitReceived(others.addMessage().id);
    await untilState(id, 'SENT');
    const url = '/api/email-deliveries?filter={"kind":"contact-message"}';
    const list = (await call(notify.app, { url }, asAdmin())).json();
    expect(list).toContainEqual(expect.objectContaining({ id, kind: 'contact-message', recipient: ADMINISTRATOR }));
  });

  it('shows the visitor’s input as text, without headers of theirs', async () => {
    await startDeliveryWorker(surroundings());
    const { id: messageId } = others.addMessage({
      firstName: 'Awa\r\nBcc: victim@example.com',
      lastName: '"<b>',
      subject: 'Bonjour\r\nX-Injected: yes',
      message: '<img src=x onerror=alert(1)> & <script>alert(2)</script>',
    });
    await untilState(await emitReceived(messageId), 'SENT');
    const { content = '' } = smtpServer.receivedBy(ADMINISTRATOR)[0] ?? {};
    const [headers = ''] = content.split('\r\n\r\n');
    expect(headers).not.toMatch(/^(?:Bcc|X-Injected):/im);
    const [text = '', html = ''] = content.split('Content-Type: text/html');
    expect(text).toContain('<img src=x onerror=alert(1)> & <script>alert(2)</script>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &lt;script&gt;');
    expect(html).not.toMatch(/<(?:img|script|b>)/);
    expect(smtpServer.received).toHaveLength(1);
  });

  it('is dropped when the message was deleted before', async () => {
    await startDeliveryWorker(surroundings());
    const id = await emitReceived(999_999);
    await untilState(id, 'DROPPED');
    expect(await deliveryOf(id)).toMatchObject({ recipient: null, userId: null });
    expect(smtpServer.received).toEqual([]);
  });

  it('is retried while content is unavailable', async () => {
    others.isDown = true;
    await startDeliveryWorker(surroundings());
    const id = await emitReceived(others.addMessage().id);
    await vi.waitFor(async () => expect((await deliveryOf(id)).lastError).toContain('503 unavailable'), 5000);
    others.isDown = false;
    await untilState(id, 'SENT');
    expect(smtpServer.receivedBy(ADMINISTRATOR)).toHaveLength(1);
  });

  it('is not lost when the worker is killed during the sending, nor are the next ones', async () => {
    // The timeouts are long, so that emails are still in flight when the worker is killed.
    const start = () => startWorkerProcess(surroundings({ MAIL_TIMEOUT_MS: '60000' }));
    smtpServer.respond = () => new Promise(() => {});
    const first = start();
    const ids = await Promise.all(Array.from({ length: 12 }, () => emitReceived(others.addMessage().id)));
    await vi.waitFor(() => expect(smtpServer.received.length).toBeGreaterThan(0), { timeout: 20_000, interval: 20 });
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(await notify.database.delivery.count({ where: { id: { in: ids }, state: 'SENT' } })).toBe(0);

    smtpServer.respond = async () => {};
    start();
    for (const id of ids) {
      await vi.waitFor(
        async () => {
          const delivery = await notify.database.delivery.findUnique({ where: { id } });
          expect(delivery).toMatchObject({ state: 'SENT' });
        },
        { timeout: 40_000, interval: 100 },
      );
      const copies = smtpServer.received.filter(({ messageId }) => messageId.startsWith(`<${id}@`));
      expect(copies.length).toBeGreaterThan(0);
      expect(copies.length).toBeLessThan(3);
    }
  }, 90_000);
});

describe('the emails about a flood of contact messages', () => {
  const HOUR_MS = 3_600_000;
  // The timeouts are long, so that a slow machine sends no email twice.
  const hourly = () => surroundings({ CONTACT_MAIL_PERIOD_MS: String(HOUR_MS), MAIL_TIMEOUT_MS: '60000' });
  const emails = () =>
    notify.database.delivery.findMany({ where: { kind: 'contact-message' }, orderBy: { dueAt: 'asc' } });
  /** Waits for emails in these states, each with its number of messages. */
  const untilEmails = (...expected: [state: string, messageCount: number][]) =>
    vi.waitFor(
      async () => expect((await emails()).map(({ state, messageCount }) => [state, messageCount])).toEqual(expected),
      { timeout: 40_000, interval: 20 },
    );
  /** Advances the clock by an hour. */
  const passHour = () => notify.database.$executeRaw`UPDATE email_deliveries SET due_at = due_at - interval '1 hour'`;
  const emitSeveral = (count: number) =>
    Promise.all(Array.from({ length: count }, () => emitReceived(others.addMessage().id)));

  beforeEach(async () => {
    await notify.database.delivery.deleteMany();
  });

  it('are one at once, then one an hour with the count [D-04]', async () => {
    await startDeliveryWorker(hourly());
    await emitReceived(others.addMessage().id);
    await untilEmails(['SENT', 1]);
    await emitSeveral(12);
    await untilEmails(['SENT', 1], ['PENDING', 12]);
    const [first, second] = await emails();
    expect((second?.dueAt?.getTime() ?? 0) - (first?.dueAt?.getTime() ?? 0)).toBe(HOUR_MS);
    expect(smtpServer.received).toHaveLength(1);

    await passHour();
    await untilEmails(['SENT', 1], ['SENT', 12]);
    expect(smtpServer.received).toHaveLength(2);
    const { header, content = '' } = smtpServer.receivedBy(ADMINISTRATOR)[1] ?? {};
    expect(header?.('Subject')).toBe('12 nouveaux messages');
    expect(header?.('Reply-To')).toBeUndefined();
    expect(content).toContain('https://colis.example.com/admin/contact-messages');
    expect(content).not.toContain('Où est mon colis');
  });

  it('are not more frequent during a long flood, and immediate again after it [D-04]', async () => {
    await startDeliveryWorker(hourly());
    await emitReceived(others.addMessage().id);
    await untilEmails(['SENT', 1]);
    await emitSeveral(2);
    await untilEmails(['SENT', 1], ['PENDING', 2]);
    await passHour();
    await untilEmails(['SENT', 1], ['SENT', 2]);
    const { id: lonely } = others.addMessage();
    await emitReceived(lonely);
    const soFar: [string, number][] = [
      ['SENT', 1],
      ['SENT', 2],
    ];
    await untilEmails(...soFar, ['PENDING', 1]);
    await passHour();
    await untilEmails(...soFar, ['SENT', 1]);
    // The only message of its hour is contained completely.
    expect(smtpServer.receivedBy(ADMINISTRATOR)[2]?.content).toContain(`contact-messages?view=${lonely}`);
    await passHour();
    await emitReceived(others.addMessage().id);
    await untilEmails(...soFar, ['SENT', 1], ['SENT', 1]);
  });

  it('count a message that arrives while an email is being sent [D-04]', async () => {
    await startDeliveryWorker(hourly());
    await emitReceived(others.addMessage().id);
    await untilEmails(['SENT', 1]);
    await emitSeveral(3);
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
    smtpServer.respond = () => accepted;
    await untilEmails(['SENT', 1], ['PENDING', 3]);
    await passHour();
    await until(() => expect(smtpServer.received).toHaveLength(2));
    await emitReceived(others.addMessage().id);
    await untilEmails(['SENT', 1], ['PENDING', 3], ['PENDING', 1]);
    accept();
    await untilEmails(['SENT', 1], ['SENT', 3], ['PENDING', 1]);
  });

  it('count all messages although the worker is killed [D-04]', async () => {
    const first = startWorkerProcess(hourly());
    const emitting = emitSeveral(60);
    const counted = async () => (await emails()).reduce((sum, { messageCount }) => sum + messageCount, 0);
    await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });
    first.kill('SIGKILL');
    await once(first, 'exit');
    await emitting;
    startWorkerProcess(hourly());
    await untilEmails(['SENT', 1], ['PENDING', 59]);
    await passHour();
    await untilEmails(['SENT', 1], ['SENT', 59]);
  }, 90_000);
});

/** Stands in for content and auth. */
async function listenAsAuthAndContent() {
  const messages = new Map<string, ContactMessage>();
  const services = await listenAsAuthAnd('content', (app) => {
    app.get<{ Params: { id: string } }>(
      '/internal/contact-messages/:id',
      async ({ params }, reply) =>
        messages.get(params.id) ?? reply.code(404).send({ message: 'non', code: 'not-found' }),
    );
  });
  return Object.assign(services, {
    addMessage(data: Partial<ContactMessage> = {}): ContactMessage {
      const message: ContactMessage = {
        id: messages.size + 1,
        firstName: 'Awa',
        lastName: 'Traore',
        email: 'awa@example.com',
        phone: null,
        subject: 'Mon colis',
        message: 'Où est mon colis\u00a0?\n\nMerci.',
        isRead: false,
        isAnswered: false,
        createdAt: new Date().toISOString(),
        ...data,
      };
      messages.set(String(message.id), message);
      return message;
    },
  });
}
