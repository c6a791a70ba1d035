import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** A mail as the catcher shows it. */
interface CaughtMail {
  to: { address: string }[];
  subject: string;
  text: string;
}

const LOGGED = { timeout: 20_000, interval: 100 };

let stack: TemporaryStack;
beforeAll(async () => {
  // Everything that can be written is written: neither a step nor a secret may hide behind a level.
  vi.stubEnv('LOG_LEVEL', 'debug');
  stack = await startTemporaryStack('request-id', { adminPassword: `Admin-${randomUUID()}` });
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack?.stop();
});

const api = (method: string, path: string, { body, cookie = '' }: { body?: object; cookie?: string } = {}) =>
  fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? '';

const untilMail = (address: string, subject: string | RegExp) =>
  vi.waitFor(async () => {
    const mails = (await (await fetch(`${stack.mailUrl}/api/email`)).json()) as CaughtMail[];
    const mail = mails.find((each) => each.to.some((to) => to.address === address) && each.subject.match(subject));
    if (!mail) throw new Error(`no mail "${subject}" to ${address} yet`);
    return mail;
  }, LOGGED);
const tokenIn = ({ text }: CaughtMail, page: string) => new RegExp(`${page}\\?token=([\\w.-]+)`).exec(text)?.[1] ?? '';

/** What a process has written about a request, by message. */
const messagesAbout = (process: string, requestId: string) =>
  stack
    .logOf(process)
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line))
    .filter((line) => line.requestId === requestId)
    .map(({ msg }) => msg);
const untilLogged = (process: string, requestId: string, message: string) =>
  vi.waitFor(() => expect(messagesAbout(process, requestId)).toContain(message), LOGGED);

/** Somebody who gets mails, and all that only they may know. */
async function customer() {
  const username = `suivi${Date.now()}`;
  const email = `${username}@example.com`;
  const password = `Colis-${randomUUID()}`;
  const body = { firstName: 'Awa', lastName: 'Traoré', username, email, password };
  const registered = await api('POST', '/api/auth/register', { body });
  expect(registered.status).toBe(201);
  const token = tokenIn(await untilMail(email, /Vérification/), 'verify-email');
  expect((await api('GET', `/api/email/verify?token=${token}`)).status).toBe(200);
  const { id } = (await registered.json()) as { id: number };
  return { id, email, secrets: [password, token, cookieOf(registered).split('=')[1] ?? ''] };
}

const signInAdmin = async () => {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  return cookieOf(await api('POST', '/api/auth/login', { body }));
};

describe('the id of a request', () => {
  it('is found from the change of a status to the mail about it, in every process on the way, and no secret is', async () => {
    const { id: userId, email, secrets } = await customer();
    const cookie = await signInAdmin();
    const reference = `SUIVI-${Date.now()}`;
    const created = await api('POST', '/api/orders', { body: { reference, userId }, cookie });
    const { id } = (await created.json()) as { id: number };
    const note = `Texte pour le client seul ${randomUUID()}`;
    const body = { status: 'IN_TRANSIT', latestUpdate: note, notifyCustomer: true };
    const changed = await api('PATCH', `/api/orders/${id}`, { body, cookie });
    expect(changed.status).toBe(200);
    const requestId = requestIdOf(changed);
    const mail = await untilMail(email, `En Transit : ${reference}`);

    await untilLogged('gateway', requestId, 'request answered');
    await untilLogged('orders', requestId, 'request answered');
    await untilLogged('orders', requestId, 'event relayed');
    await untilLogged('notify-worker', requestId, 'event handled');
    await untilLogged('auth', requestId, 'request answered');
    await untilLogged('notify-worker', requestId, 'mail settled');
    const listed = await api('GET', `/api/email-deliveries?filter={"q":"${email}","kind":"order-status"}`, { cookie });
    expect(await listed.json()).toMatchObject([{ state: 'sent', requestId }]);

    expect((await api('POST', '/api/auth/forgot-password', { body: { email } })).status).toBe(200);
    const resetToken = tokenIn(await untilMail(email, /Réinitialisation/), 'reset-password');
    expect((await api('GET', `/api/auth/verify-reset-token?token=${resetToken}`)).status).toBe(200);
    const unsubscribeToken = tokenIn(mail, 'desabonnement');
    await fetch(`${stack.url}/desabonnement?token=${unsubscribeToken}`);
    const last = await api('POST', `/api/email/unsubscribe?token=${unsubscribeToken}`);
    await untilLogged('auth', requestIdOf(last), 'request answered');

    const hidden = [...secrets, resetToken, unsubscribeToken, note, stack.adminPassword, cookie.split('=')[1] ?? ''];
    expect(hidden.map((text) => text.length > 20)).not.toContain(false);
    for (const { name } of stack.processes()) {
      const log = stack.logOf(name);
      // A test that fails tells which of them it was, not what it is.
      expect(
        hidden.map((text) => log.includes(text)),
        name,
      ).not.toContain(true);
    }
  }, 90_000);

  it('goes with an announcement for everybody into each of its mails', async () => {
    const { email } = await customer();
    const cookie = await signInAdmin();
    const title = `Fermeture ${randomUUID()}`;
    const body = { title, body: 'Nous sommes fermés lundi.', isGlobal: true, byEmail: true };
    const sent = await api('POST', '/api/notifications', { body, cookie });
    expect(sent.status).toBe(201);
    const requestId = requestIdOf(sent);
    await untilMail(email, title);
    await untilLogged('notify', requestId, 'request answered');
    await untilLogged('auth', requestId, 'request answered');
    await untilLogged('notify-worker', requestId, 'mail settled');
  }, 60_000);

  it('is told with an error, and finds it in the log of the service that made it', async () => {
    const body = { status: 'IN_TRANSIT' };
    const answer = await api('PATCH', '/api/orders/2000000000', { body, cookie: await signInAdmin() });
    const { requestId, code } = (await answer.json()) as { requestId: string; code: string };
    expect([answer.status, requestId]).toEqual([404, requestIdOf(answer)]);
    await untilLogged('gateway', requestId, 'request answered');
    await untilLogged('orders', requestId, code);
  });
});

describe('the metrics of workers', () => {
  it('tell what waits in their queues and in their outbox', async () => {
    const worker = stack.processes().find(({ name }) => name === 'notify-worker');
    await vi.waitFor(async () => {
      const text = await (await fetch(`http://127.0.0.1:${worker?.port}/metrics`)).text();
      for (const queue of ['events-notify', 'emails']) {
        for (const state of ['waiting', 'active', 'delayed', 'failed']) {
          expect(text).toContain(`queue_jobs{queue="${queue}",state="${state}"} 0`);
        }
        expect(text).toContain(`queue_oldest_job_age_seconds{queue="${queue}"} 0`);
      }
      for (const state of ['unpublished', 'unconfirmed']) {
        expect(text).toContain(`outbox_events{service="notify",state="${state}"} 0`);
        expect(text).toContain(`outbox_oldest_event_age_seconds{service="notify",state="${state}"} 0`);
      }
      expect(text).toMatch(/^email_deliveries\{state="sent"\} [1-9]/m);
    }, LOGGED);
  });
});
