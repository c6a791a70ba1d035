import { randomUUID } from 'node:crypto';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { asAdmin, call, startCuttableProxy, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDeliveryWorker } from './delivery-worker.ts';
import { emptyRedis, listenAsAuth, type Notify, publish, startNotify } from './helpers.ts';
import { Refusal, type SmtpServer, startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
});
beforeEach(async () => {
  await emptyRedis();
  auth.onTokenRequest = () => {};
  auth.isDown = false;
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([notify.close(), auth.close()]));

const startWorker = (env: Record<string, string> = {}, smtpUrl = smtpServer.url) =>
  startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl, env });
const deliveryOf = (id: string) => notify.database.delivery.findUnique({ where: { id } });
const untilState = (id: string, state: string) => notify.untilDelivery(id, { state });
const requestReset = (tokenId: string, id?: string) => publish('password.reset-requested', { tokenId }, id);

describe('an email', () => {
  it('is sent to the address of its token with the link, and its row is updated', async () => {
    const requests: object[] = [];
    auth.onTokenRequest = (prompt) => requests.push(prompt);
    await startWorker();
    const { tokenId, email, token } = auth.addToken({ kind: 'email-verification', userId: 31 });
    const id = await publish('email.verification-requested', { tokenId });
    await untilState(id, 'SENT');
    const [received, ...others] = smtpServer.receivedBy(email);
    expect(others).toEqual([]);
    expect(received?.messageId).toBe(`<${id}@colis.example.com>`);
    expect(received?.content).toContain('From: FasoColis <ne-pas-repondre@localhost>');
    expect(received?.content).toContain('Auto-Submitted: auto-generated');
    expect(received?.content).toContain(`href="https://colis.example.com/verify-email?token=${token}"`);
    expect(requests[0]).toEqual({ tokenId, requestId: `request-${id}` });
    expect(await deliveryOf(id)).toMatchObject({ recipient: email, userId: 31, attempts: 1, lastError: null });
  });

  it('links to the page for a new password after such a request', async () => {
    await startWorker();
    const { tokenId, email, token } = auth.addToken();
    await untilState(await requestReset(tokenId), 'SENT');
    expect(smtpServer.receivedBy(email)[0]?.content).toContain(
      `https://colis.example.com/reset-password?token=${token}`,
    );
  });

  it('is sent once although its event is delivered twice', async () => {
    await startWorker();
    const { tokenId, email } = auth.addToken();
    const id = randomUUID();
    await requestReset(tokenId, id);
    await untilState(id, 'SENT');
    await requestReset(tokenId, id);
    const { tokenId: later } = auth.addToken();
    await untilState(await requestReset(later), 'SENT');
    expect(smtpServer.receivedBy(email)).toHaveLength(1);
  });

  it('is dropped without personal data when it is no longer needed', async () => {
    await startWorker();
    const id = await requestReset(randomUUID());
    await untilState(id, 'DROPPED');
    expect(await deliveryOf(id)).toMatchObject({ recipient: null, userId: null, dropReason: 'not-needed' });
    expect(smtpServer.received).toEqual([]);
  });

  it('shows a name as text, whatever it contains', async () => {
    await startWorker();
    const { tokenId, email } = auth.addToken({ firstName: '<img src=x onerror=alert(1)>' });
    await untilState(await requestReset(tokenId), 'SENT');
    const [, html = ''] = smtpServer.receivedBy(email)[0]?.content.split('Content-Type: text/html') ?? [];
    expect(html).toContain('Bonjour &lt;img src=x onerror=alert(1)&gt;,');
    expect(html).not.toContain('<img');
  });

  it('has its token neither in Redis, nor in the table, nor in the logs', async () => {
    const { logged } = await startWorker();
    smtpServer.respond = async ({ content }) => {
      throw new Refusal(450, `Later, said the server about ${/token=([\w-]+)/.exec(content)?.[1]}`);
    };
    const { tokenId, token } = auth.addToken();
    const id = await requestReset(tokenId);
    await vi.waitFor(async () => expect((await deliveryOf(id))?.lastError).toContain('said the server about …'), 5000);
    expect(JSON.stringify(await deliveryOf(id))).not.toContain(token);
    expect(await everythingInRedis()).toContain(id);
    expect(await everythingInRedis()).not.toContain(token);
    expect(logged()).toMatch(new RegExp(`"requestId":"request-${id}".+"msg":"emails: failed"`));
    expect(logged()).not.toContain(token);
  });
});

describe('the confirmation of a deleted account', () => {
  const countTo = (recipient: string) => notify.database.delivery.count({ where: { recipient } });

  it('goes to each address without a name, and leaves no trace once it is sent [SEC-014]', async () => {
    await startWorker();
    const addresses = [`old-${randomUUID()}@example.com`, `new-${randomUUID()}@example.com`];
    await publish('user.deleted', { userId: 51, verifiedEmail: null, confirmTo: addresses });
    for (const address of addresses) {
      await vi.waitFor(() => expect(smtpServer.receivedBy(address)).toHaveLength(1), 10_000);
      await vi.waitFor(async () => expect(await countTo(address)).toBe(0), 5000);
      const content = smtpServer.receivedBy(address)[0]?.content ?? '';
      expect(content).toContain('Vous avez supprimé votre compte FasoColis.');
      expect(content).toContain('Bonjour,');
    }
  });

  it('leaves no trace when the address refuses it, not in the log either', async () => {
    const { logged } = await startWorker();
    smtpServer.respond = async () => {
      throw new Refusal(550, 'No such user');
    };
    const address = `gone-${randomUUID()}@example.com`;
    await publish('user.deleted', { userId: 52, confirmTo: [address] });
    await vi.waitFor(() => expect(logged()).toContain('"state":"FAILED"'), 10_000);
    expect(await countTo(address)).toBe(0);
    expect(logged()).not.toContain(address);
  });
});

describe('when the SMTP server', () => {
  it('is unavailable, emails stay pending and are sent afterwards', async () => {
    const proxy = await startCuttableProxy(new URL(smtpServer.url));
    onTestFinished(proxy.close);
    await proxy.cut();
    await startWorker({}, proxy.url);
    const { tokenId, email } = auth.addToken();
    const id = await requestReset(tokenId);
    await vi.waitFor(async () => expect((await deliveryOf(id))?.attempts).toBeGreaterThan(2), 5000);
    expect(await deliveryOf(id)).toMatchObject({
      state: 'PENDING',
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
    await proxy.restore();
    await untilState(id, 'SENT');
    expect(smtpServer.receivedBy(email)).toHaveLength(1);
    expect((await deliveryOf(id))?.lastError).toBeNull();
  });

  it('rejects an email permanently, it is failed after one attempt', async () => {
    await startWorker();
    smtpServer.respond = async () => {
      throw new Refusal(550, 'No such person here');
    };
    const { tokenId, email } = auth.addToken();
    const id = await requestReset(tokenId);
    await untilState(id, 'FAILED');
    expect(await deliveryOf(id)).toMatchObject({
      attempts: 1,
      recipient: email,
      lastError: expect.stringContaining('550 No such person here'),
    });
  });

  it('rejects an email repeatedly, it is failed until the administrator retries it', async () => {
    // Too long for the test: nothing may depend on the sweep.
    await startWorker({ MAIL_ATTEMPTS: '3', MAIL_SWEEP_MS: '60000' });
    smtpServer.respond = async () => {
      throw new Refusal(450, 'Try later');
    };
    const { tokenId, email } = auth.addToken();
    const id = await requestReset(tokenId);
    await untilState(id, 'FAILED');
    expect((await deliveryOf(id))?.attempts).toBe(3);
    expect(smtpServer.receivedBy(email)).toHaveLength(3);
    smtpServer.respond = async () => {};
    await call(notify.app, { method: 'POST', url: `/api/email-deliveries/${id}/retry` }, asAdmin());
    await untilState(id, 'SENT');
  });

  it('hangs, the email is sent again with the same Message-ID', async () => {
    await startWorker();
    const { tokenId, email } = auth.addToken();
    smtpServer.respond = async () => {
      if (smtpServer.receivedBy(email).length === 1) await new Promise(() => {});
    };
    const id = await requestReset(tokenId);
    await untilState(id, 'SENT');
    const ids = smtpServer.receivedBy(email).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${id}@colis.example.com>`, `<${id}@colis.example.com>`]);
  });

  it('disconnects before its response, the email is sent again', async () => {
    await startWorker();
    const { tokenId, email } = auth.addToken();
    smtpServer.respond = async () => {
      if (smtpServer.receivedBy(email).length === 1) smtpServer.hangUp();
    };
    const id = await requestReset(tokenId);
    await untilState(id, 'SENT');
    expect(smtpServer.receivedBy(email)).toHaveLength(2);
    expect((await deliveryOf(id))?.attempts).toBe(2);
  });
});

describe('no email is lost', () => {
  it('while auth is unavailable', async () => {
    auth.isDown = true;
    await startWorker();
    const { tokenId } = auth.addToken();
    const id = await requestReset(tokenId);
    await vi.waitFor(async () => expect((await deliveryOf(id))?.lastError).toContain('503 unavailable'), 5000);
    auth.isDown = false;
    await untilState(id, 'SENT');
  });

  it('while Redis is unavailable: emails are in the table and are sent afterwards', async () => {
    const proxy = await startCuttableProxy(new URL(testRedisUrl()));
    onTestFinished(proxy.close);
    await startWorker({ REDIS_URL: proxy.url });
    await proxy.cut();
    const { tokenId, email } = auth.addToken();
    const { id } = await notify.recordEmail({ tokenId });
    await expect(vi.waitFor(() => expect(smtpServer.receivedBy(email)).toHaveLength(1), 1000)).rejects.toThrow(
      'to have a length of 1',
    );
    await proxy.restore();
    await untilState(id, 'SENT');
    expect(smtpServer.receivedBy(email)).toHaveLength(1);
  });

  it('when Redis loses all data', async () => {
    // Too long for the test: only the sweep can send the email sooner.
    await startWorker({ MAIL_RETRY_MS: '60000' });
    auth.isDown = true;
    const { tokenId, email } = auth.addToken();
    const id = await requestReset(tokenId);
    const queue = openQueue('emails', testRedisUrl());
    onTestFinished(() => queue.close());
    await vi.waitFor(async () => expect(await queue.getDelayedCount()).toBe(1), 5000);
    auth.isDown = false;
    await emptyRedis();
    await untilState(id, 'SENT');
    expect(smtpServer.receivedBy(email)).toHaveLength(1);
  });
});

describe('the deletion of an account', () => {
  it('deletes every email of that user and no others', async () => {
    await startWorker();
    const gone = await notify.recordEmail({ userId: 41, recipient: 'gone@example.com', state: 'SENT' });
    const failed = await notify.recordEmail({ userId: 41, recipient: 'gone@example.com', state: 'FAILED' });
    const other = await notify.recordEmail({ userId: 42, recipient: 'here@example.com', state: 'SENT' });
    await publish('user.deleted', { userId: 41 });
    await vi.waitFor(async () => expect(await deliveryOf(gone.id)).toBeNull(), 5000);
    expect(await deliveryOf(failed.id)).toBeNull();
    expect(await deliveryOf(other.id)).not.toBeNull();
  });

  it('leaves nothing although it happens while the recipient of an email is looked up', async () => {
    await startWorker();
    const { tokenId, email } = auth.addToken({ userId: 43 });
    // The account is deleted between the first response of auth and the write of notify.
    auth.onTokenRequest = () => auth.removeToken(tokenId);
    const id = await requestReset(tokenId);
    await untilState(id, 'DROPPED');
    expect(await deliveryOf(id)).toMatchObject({ recipient: null, userId: null });
    expect(smtpServer.receivedBy(email)).toEqual([]);
  });
});

describe('/metrics of the worker', () => {
  it('reports the number of emails by state, and the length of the queue', async () => {
    await notify.database.delivery.deleteMany();
    await notify.recordEmail({ state: 'FAILED' });
    await notify.recordEmail({ state: 'FAILED' });
    await notify.recordEmail({ state: 'SENT' });
    const { app } = await startWorker();
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toContain('email_deliveries{state="failed"} 2');
    expect(body).toContain('email_deliveries{state="sent"} 1');
    expect(body).toContain('email_deliveries{state="pending"} 0');
    expect(body).toContain('queue_jobs{queue="emails",state="waiting"} 0');
  });
});

async function everythingInRedis(): Promise<string> {
  const redis = connectRedis(testRedisUrl());
  await vi.waitUntil(() => redis.status === 'ready');
  const keys = await redis.keys('*emails*');
  const values = await Promise.all(
    keys.map(async (key) => ((await redis.type(key)) === 'hash' ? redis.hgetall(key) : key)),
  );
  redis.disconnect();
  return JSON.stringify(values);
}
