import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** An email in the form of the email catcher. */
interface CaughtEmail {
  to: { address: string }[];
  subject: string;
  text: string;
}

const LOGGED = { timeout: 20_000, interval: 100 };

let stack: TemporaryStack;
beforeAll(async () => {
  // The lowest log level, so that every step is logged and a secret in any line is found.
  vi.stubEnv('LOG_LEVEL', 'debug');
  stack = await startTemporaryStack('logs', {
    adminPassword: `Admin-${randomUUID()}`,
    rateLimits: true,
    catchesEmails: true,
  });
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack?.stop();
});

interface Call {
  body?: object;
  cookie?: string;
  headers?: Record<string, string>;
}
const api = (method: string, path: string, { body, cookie = '', headers }: Call = {}) =>
  fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? '';

const untilEmail = (address: string, subject: string | RegExp) =>
  vi.waitFor(async () => {
    const emails = (await (await fetch(`${stack.emailsUrl}/api/email`)).json()) as CaughtEmail[];
    const message = emails.find((each) => each.to.some((to) => to.address === address) && each.subject.match(subject));
    if (!message) throw new Error(`no email "${subject}" to ${address} yet`);
    return message;
  }, LOGGED);
const tokenIn = ({ text }: CaughtEmail, page: string) => new RegExp(`${page}\\?token=([\\w.-]+)`).exec(text)?.[1] ?? '';

/** The log lines of a process about a request. */
const linesAbout = (process: string, requestId: string) =>
  stack
    .logOf(process)
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line))
    .filter((line) => line.requestId === requestId);
const untilLogged = (process: string, requestId: string, message: string) =>
  vi.waitFor(() => expect(linesAbout(process, requestId).map(({ msg }) => msg)).toContain(message), LOGGED);

/** A user who gets emails, with all their secrets. */
async function customer() {
  const username = `suivi${Date.now()}`;
  const email = `${username}@example.com`;
  const password = `Colis-${randomUUID()}`;
  const body = { firstName: 'Awa', lastName: 'Traoré', username, email, password };
  const registered = await api('POST', '/api/auth/register', { body });
  expect(registered.status).toBe(201);
  const token = tokenIn(await untilEmail(email, /Vérification/), 'verify-email');
  expect((await api('GET', `/api/email/verify?token=${token}`)).status).toBe(200);
  const { id } = (await registered.json()) as { id: number };
  const cookie = cookieOf(registered);
  return { id, email, password, cookie, secrets: [password, token, cookie.split('=')[1] ?? ''] };
}

const signInAdmin = async () => {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  return cookieOf(await api('POST', '/api/auth/login', { body }));
};

describe('the id of a request', () => {
  it('is logged from the change of a status to the email about it, in every process on the way, without secrets', async () => {
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
    const message = await untilEmail(email, `En Transit : ${reference}`);

    await untilLogged('gateway', requestId, 'request answered');
    await untilLogged('orders', requestId, 'request answered');
    await untilLogged('orders', requestId, 'event relayed');
    await untilLogged('notify-worker', requestId, 'event handled');
    await untilLogged('auth', requestId, 'request answered');
    await untilLogged('notify-worker', requestId, 'delivery settled');
    const listed = await api('GET', `/api/email-deliveries?filter={"q":"${email}","kind":"order-status"}`, { cookie });
    expect(await listed.json()).toMatchObject([{ state: 'sent', requestId }]);

    expect((await api('POST', '/api/auth/forgot-password', { body: { email } })).status).toBe(200);
    const resetToken = tokenIn(await untilEmail(email, /Réinitialisation/), 'reset-password');
    expect((await api('GET', `/api/auth/verify-reset-token?token=${resetToken}`)).status).toBe(200);
    const unsubscribeToken = tokenIn(message, 'desabonnement');
    await fetch(`${stack.url}/desabonnement?token=${unsubscribeToken}`);
    const last = await api('POST', `/api/email/unsubscribe?token=${unsubscribeToken}`);
    await untilLogged('auth', requestIdOf(last), 'request answered');

    const hidden = [...secrets, resetToken, unsubscribeToken, note, stack.adminPassword, cookie.split('=')[1] ?? ''];
    expect(hidden.map((text) => text.length > 20)).not.toContain(false);
    for (const { name } of stack.processes()) {
      const log = stack.logOf(name);
      // A failing test prints the name of the secret, not its value.
      expect(
        hidden.map((text) => log.includes(text)),
        name,
      ).not.toContain(true);
    }
  }, 90_000);

  it('of a broadcast is logged with each of its emails', async () => {
    const { email } = await customer();
    const cookie = await signInAdmin();
    const title = `Fermeture ${randomUUID()}`;
    const body = { title, body: 'Nous sommes fermés lundi.', isGlobal: true, byEmail: true };
    const sent = await api('POST', '/api/notifications', { body, cookie });
    expect(sent.status).toBe(201);
    const requestId = requestIdOf(sent);
    await untilEmail(email, title);
    await untilLogged('notify', requestId, 'request answered');
    await untilLogged('auth', requestId, 'request answered');
    await untilLogged('notify-worker', requestId, 'delivery settled');
  }, 60_000);

  it('is returned with an error, and found in the log of the service that created it', async () => {
    const body = { status: 'IN_TRANSIT' };
    const response = await api('PATCH', '/api/orders/2000000000', { body, cookie: await signInAdmin() });
    const { requestId, code } = (await response.json()) as { requestId: string; code: string };
    expect([response.status, requestId]).toEqual([404, requestIdOf(response)]);
    await untilLogged('gateway', requestId, 'request answered');
    await untilLogged('orders', requestId, code);
  });
});

describe('the metrics of workers', () => {
  it('report the entries of their queues and of their outbox', async () => {
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

describe('the audit log', () => {
  interface Expected {
    process: string;
    account: number | null;
    action: string;
    outcome: string;
    target: string;
  }
  /** Expects that the audit lines of a request, in all processes, are the expected one. */
  async function expectAudited(response: Response, { process, ...expected }: Expected) {
    const requestId = requestIdOf(response);
    const line = {
      ...expected,
      status: response.status,
      address: '127.0.0.0/24',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    };
    await vi.waitFor(() => {
      const audited = stack.processes().flatMap(({ name }) => {
        const lines = linesAbout(name, requestId).filter(({ msg }) => msg === 'audit');
        return lines.map((each) => ({ ...each, process: name }));
      });
      expect(audited).toMatchObject([{ process, ...line }]);
      expect(audited).toHaveLength(1);
    }, LOGGED);
  }

  it('has one line for each sign-in, sign-out, account change, refusal, write and export of the back office, however its URL is encoded [OPS-002, SEC-012]', async () => {
    const { id, email, password, cookie } = await customer();
    const admin = await signInAdmin();
    const customerOf = (action: string, target: string) => ({ process: 'auth', account: id, action, target });
    const adminOf = (process: string, action: string, target: string) => ({ process, account: 1, action, target });
    const success = { outcome: 'success' };
    const refused = { outcome: 'refused' };

    const login = customerOf('sign-in', 'POST /api/auth/login');
    const signedIn = await api('POST', '/api/auth/login', { body: { email, password } });
    await expectAudited(signedIn, { ...login, ...success });
    const own = cookieOf(signedIn);
    const wrong = await api('POST', '/%61pi/auth/login', { body: { email, password: `${password}x` } });
    await expectAudited(wrong, { ...login, outcome: 'failure' });

    const profile = `/api/users/${id}`;
    const forbidden = await api('GET', '/api/%75sers', { cookie: own });
    await expectAudited(forbidden, { ...customerOf('listUsers', 'GET /api/users'), ...refused });
    const foreign = await api('PATCH', profile, { body: {}, cookie: own, headers: { origin: 'https://evil.example' } });
    await expectAudited(foreign, {
      process: 'gateway',
      // Refused before the session is resolved.
      account: null,
      action: 'gateway',
      target: `PATCH ${profile}`,
      ...refused,
    });
    const moved = await api('PATCH', profile, { body: { email: `x${email}`, currentPassword: password }, cookie: own });
    await expectAudited(moved, { ...customerOf('email-change', `PATCH ${profile}`), ...success });
    const newPassword = { currentPassword: password, newPassword: `Colis-${randomUUID()}` };
    const changed = await api('PATCH', `${profile}/password`, { body: newPassword, cookie: own });
    await expectAudited(changed, { ...customerOf('password-change', `PATCH ${profile}/password`), ...success });
    const disabled = await api('POST', '/api/user/two-factor/disable', { body: { code: '123456' }, cookie: own });
    const change = customerOf('second-factor-change', 'POST /api/user/two-factor/disable');
    await expectAudited(disabled, { ...change, outcome: 'failure' });
    const left = await api('POST', '/api/auth/logout', { cookie: own });
    await expectAudited(left, { ...customerOf('sign-out', 'POST /api/auth/logout'), ...success });
    expect((await api('GET', '/api/user', { cookie })).status).toBe(401);

    const reference = `AUDIT-${Date.now()}`;
    const created = await api('POST', '/%61pi/orders', { body: { reference }, cookie: admin });
    await expectAudited(created, { ...adminOf('orders', 'createOrder', 'POST /api/orders'), ...success });
    const { id: orderId } = (await created.json()) as { id: number };
    const order = `/api/orders/${orderId}`;
    const late = await api('PATCH', '/api/orders/2000000000', { body: { status: 'IN_TRANSIT' }, cookie: admin });
    await expectAudited(late, {
      ...adminOf('orders', 'updateOrder', 'PATCH /api/orders/2000000000'),
      outcome: 'failure',
    });
    const removed = await api('DELETE', order, { cookie: admin });
    await expectAudited(removed, { ...adminOf('orders', 'deleteOrder', `DELETE ${order}`), ...success });
    for (const [process, path] of [
      ['auth', '/api/users/export/excel'],
      ['orders', '/api/orders/export/excel'],
    ] as const) {
      const exported = await api('GET', path, { cookie: admin });
      await exported.arrayBuffer();
      await expectAudited(exported, { ...adminOf(process, 'export', `GET ${path}`), ...success });
    }

    // All of them are in the Journal too, those of the gateway among them.
    const recorded = [signedIn, wrong, forbidden, foreign, moved, changed, left, created, late, removed].map(
      requestIdOf,
    );
    await vi.waitFor(async () => {
      const listed = await api('GET', '/api/audit-events?range=[0,499]', { cookie: admin });
      const events = (await listed.json()) as { requestId: string }[];
      expect(events.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(recorded));
    }, LOGGED);

    // The limit of failures for an account and address.
    const victim = await customer();
    const guess = () => api('POST', '/api/auth/login', { body: { email: victim.email, password: randomUUID() } });
    let guessed = await guess();
    for (let times = 1; guessed.status === 401 && times < 20; times += 1) guessed = await guess();
    expect(guessed.status).toBe(429);
    await expectAudited(guessed, { ...login, account: victim.id, ...refused });
  }, 90_000);
});
