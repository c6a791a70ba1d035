import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';

/** An email in the form of the email catcher. */
interface CaughtEmail {
  id: string;
  to: { address: string }[];
  subject: string;
  html: string;
  text: string;
}

let stack: CommonStack;
beforeAll(async () => {
  stack = await useCommonStack();
}, 120_000);
afterAll(() => stack?.stop());

const api = (method: string, path: string, { body, cookie = '' }: { body?: object; cookie?: string } = {}) =>
  fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

let registered = 0;

/** A new user with a unique address. */
async function register() {
  registered += 1;
  const username = `mailed${registered}-${Date.now()}`;
  const email = `${username}@example.com`;
  const body = { firstName: 'Awa', lastName: 'Traoré', username, email, password: 'Colis-1234' };
  const response = await api('POST', '/api/auth/register', { body });
  expect(response.status).toBe(201);
  return { email, id: ((await response.json()) as { id: number }).id, cookie: cookieOf(response) };
}

async function emailsTo(address: string): Promise<CaughtEmail[]> {
  const emails = (await (await fetch(`${stack.emailsUrl}/api/email`)).json()) as CaughtEmail[];
  return emails.filter((message) => message.to.some((to) => to.address === address));
}

/** Waits for the email with this subject. */
const untilEmail = (address: string, subject: string) =>
  vi.waitFor(
    async () => {
      const message = (await emailsTo(address)).find((candidate) => candidate.subject === subject);
      if (!message) throw new Error(`no email "${subject}" to ${address} yet`);
      return message;
    },
    { timeout: 20_000, interval: 100 },
  );

function tokenIn(message: CaughtEmail, page: string): string {
  const link = new RegExp(`href="${stack.publicUrl}/${page}\\?token=([\\w-]+)"`);
  const token = link.exec(message.html)?.[1] ?? '';
  expect(token).not.toBe('');
  expect(message.text).toContain(`${stack.publicUrl}/${page}?token=${token}`);
  return token;
}

const VERIFICATION = 'Vérification de votre adresse email';
const RESET = 'Réinitialisation de votre mot de passe';
const forgot = (email: string) => api('POST', '/api/auth/forgot-password', { body: { email } });

describe('the email after registration', () => {
  it('is in French, contains no name, and its link verifies the address, also when it is opened twice [RECOV-026, SEC-007]', async () => {
    const { email } = await register();
    const message = await untilEmail(email, VERIFICATION);
    expect(message.text).toMatch(/^Bonjour,\n/);
    expect(message.text).not.toContain('Awa');
    const token = tokenIn(message, 'verify-email');
    for (const alreadyVerified of [false, true]) {
      const response = await api('GET', `/api/email/verify?token=${token}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ alreadyVerified });
    }
  });
});

describe('another verification email', () => {
  it('is sent when its user requests it, until the address is verified [API-009]', async () => {
    const { email, cookie } = await register();
    const first = await untilEmail(email, VERIFICATION);
    const send = (as = cookie) => api('POST', '/api/email/send-verification', { cookie: as });
    expect((await send('')).status).toBe(401);
    const response = await send();
    expect([response.status, await response.json()]).toEqual([200, { message: expect.any(String) }]);
    await vi.waitFor(async () => expect(await emailsTo(email)).toHaveLength(2), { timeout: 20_000, interval: 100 });
    expect((await api('GET', `/api/email/verify?token=${tokenIn(first, 'verify-email')}`)).status).toBe(200);
    expect((await send()).status).toBe(400);
  });
});

describe('the email for a new password', () => {
  it('reaches an existing address with a working link, an unknown one gets none, and both responses are the same [RECOV-006]', async () => {
    const { email } = await register();
    const [unknown, known] = [await forgot('nobody@example.com'), await forgot(email)];
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect(known.status).toBe(200);
    const message = await untilEmail(email, RESET);
    expect(message.text).toContain('Vous avez demandé un nouveau mot de passe');
    const token = tokenIn(message, 'reset-password');
    const validity = await api('GET', `/api/auth/verify-reset-token?token=${token}`);
    expect(await validity.json()).toEqual({ valid: true });
    expect(await emailsTo('nobody@example.com')).toEqual([]);
  });

  it('arrives once although every process on its way was killed after the request', async () => {
    const { email } = await register();
    await untilEmail(email, VERIFICATION);
    for (const name of ['notify-worker', 'redis']) await stack.kill(name);
    expect((await forgot(email)).status).toBe(200);
    await stack.kill('auth');
    for (const name of ['redis', 'notify-worker', 'auth']) await stack.restart(name);
    await untilEmail(email, RESET);
    expect((await emailsTo(email)).filter(({ subject }) => subject === RESET)).toHaveLength(1);
  }, 60_000);
});

const asAdmin = async () => {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  return cookieOf(await api('POST', '/api/auth/login', { body }));
};

describe('the email about a new status', () => {
  it('reaches the owner, and its one-click URL stops such emails', async () => {
    const { email, id, cookie } = await register();
    const verification = await untilEmail(email, VERIFICATION);
    await api('GET', `/api/email/verify?token=${tokenIn(verification, 'verify-email')}`);
    const admin = await asAdmin();
    const reference = `UN-CLIC-${Date.now()}`;
    const created = await api('POST', '/api/orders', { body: { reference, userId: id }, cookie: admin });
    expect(created.status).toBe(201);
    const order = (await created.json()) as { id: number };
    const change = async (status: string, notifyCustomer = true) => {
      const path = `/api/orders/${order.id}`;
      const response = await api('PATCH', path, { body: { status, notifyCustomer }, cookie: admin });
      expect(response.status).toBe(200);
    };
    await change('PROCESSING', false);
    for (const status of ['IN_TRANSIT', 'PROCESSING', 'IN_TRANSIT']) await change(status);
    // Both are on their way before the next click: an email that is prepared after it is dropped.
    await untilEmail(email, `En Traitement : ${reference}`);
    const message = await untilEmail(email, `En Transit : ${reference}`);
    expect(message.text).toContain(`${stack.publicUrl}/c/${reference}`);

    const source = await (await fetch(`${stack.emailsUrl}/api/email/${message.id}/source`)).text();
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const [, address = ''] = /^List-Unsubscribe:\s+<(.+)>\r?$/m.exec(source) ?? [];
    expect(address.startsWith(`${stack.publicUrl}/api/email/unsubscribe?token=`)).toBe(true);
    const page = await fetch(address, { redirect: 'manual' });
    const token = new URL(address).searchParams.get('token') ?? '';
    expect([page.status, page.headers.get('location')]).toEqual([302, `/desabonnement?token=${token}`]);
    expect(message.text).toContain(`${stack.publicUrl}/desabonnement?token=${token}`);
    // As a email program sends it: without an Origin and a session.
    const click = await fetch(address, {
      method: 'POST',
      headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([click.status, await click.json()]).toEqual([200, { message: 'Vous ne recevrez plus nos emails.' }]);
    expect(await (await api('GET', '/api/user', { cookie })).json()).toMatchObject({ notifyByEmail: false });

    const dropped = async () => {
      const response = await api('GET', '/api/email-deliveries?filter={"state":"dropped"}', { cookie: admin });
      return ((await response.json()) as { kind: string }[]).filter(({ kind }) => kind === 'order-status').length;
    };
    const before = await dropped();
    await change('ARRIVED');
    await vi.waitFor(async () => expect(await dropped()).toBe(before + 1), { timeout: 20_000, interval: 100 });
    const subjects = (await emailsTo(email))
      .map(({ subject }) => subject)
      .filter((subject) => subject !== VERIFICATION);
    // The first change to "En Transit" and the one back; neither the silent change nor the one after unsubscribing.
    expect(subjects.filter((subject) => subject.startsWith('En Transit'))).toHaveLength(1);
    expect(subjects).toHaveLength(2);
  }, 60_000);
});

describe('the list of emails', () => {
  it('shows the administrator what was sent, until the account is deleted', async () => {
    const { email, id } = await register();
    await untilEmail(email, VERIFICATION);
    const cookie = await asAdmin();
    const recipients = async () => {
      const response = await api('GET', '/api/email-deliveries?filter={"state":"sent"}', { cookie });
      expect(response.status).toBe(200);
      return ((await response.json()) as { recipient: string | null }[]).map(({ recipient }) => recipient);
    };
    await vi.waitFor(async () => expect(await recipients()).toContain(email), 5000);
    expect((await api('DELETE', `/api/users/${id}`, { cookie })).ok).toBe(true);
    await vi.waitFor(async () => expect(await recipients()).not.toContain(email), 5000);
  });
});

it('unknown and former targets lead to the response for empty ones, and no body is read without access [D-89]', async () => {
  const { email, id, cookie } = await register();
  const unknown = 999_999;
  for (const [method, path] of [
    ['GET', `/api/orders/saved/check/${unknown}`],
    ['DELETE', `/api/orders/saved/${unknown}`],
  ] as const) {
    const response = await api(method, path, { cookie });
    expect([response.status, await response.json()], path).toMatchObject([200, { isSaved: false }]);
  }

  const admin = await asAdmin();
  for (const path of ['/api/notifications/user', '/api/popup-notifications/unseen/user']) {
    const [ofNobody, ofNewcomer] = await Promise.all(
      [unknown, id].map(async (user) => (await api('GET', `${path}/${user}`, { cookie: admin })).json()),
    );
    // Broadcasts from before an account count as read, which an unknown one has no beginning for.
    const contents = (rows: object[]) => rows.map((row) => ({ ...row, isRead: undefined }));
    expect(contents(ofNobody), path).toEqual(contents(ofNewcomer));
  }

  const token = tokenIn(await untilEmail(email, VERIFICATION), 'verify-email');
  expect((await api('PATCH', `/api/users/${id}`, { body: { email: `new-${email}` }, cookie })).status).toBe(200);
  const verified = await api('GET', `/api/email/verify?token=${token}`);
  const invalid = 'Ce lien de vérification est invalide ou a expiré.';
  expect([verified.status, await verified.json()]).toMatchObject([400, { message: invalid }]);

  const oversized = { name: 'x'.repeat(32 * 1024 * 1024) };
  for (const caller of ['', cookie]) {
    const response = await api('POST', '/api/products', { body: oversized, cookie: caller });
    expect([401, 403, 413]).toContain(response.status);
  }
}, 60_000);
