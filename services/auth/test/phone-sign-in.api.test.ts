import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, lastToken, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ rateLimits: true });
});
afterAll(() => auth.close());

const nextIndex = countFrom(0);
/** A number that no other test has. */
const nextNumber = () => `+22671${String(130_000 + nextIndex()).padStart(6, '0')}`;
const NAMES = { firstName: 'Awa', lastName: 'Kaboré' };

/** A browser with its cookies. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #identity: Identity;

  constructor(identity: Identity = { kind: 'anonymous' }) {
    this.#identity = identity;
  }

  async #post(url: string, payload: object) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await call(auth.app, { method: 'POST', url, payload, headers: { cookie } }, this.#identity);
    for (const { name, value } of response.cookies) this.#cookies.set(name, value);
    return response;
  }

  begin = () => this.#post('/api/auth/whatsapp', {});
  /** @returns the tag of the message */
  tag = async () => (await this.begin()).json<{ text: string }>().text.replace('CONNEXION ', '');
  type = (code: string | null, names: object = {}) => this.#post('/api/auth/whatsapp/code', { code, ...names });
}

/** As notify, about a message from a number. */
async function codeFor(phone: string, tag: string, sentAt = new Date()) {
  const payload = { phone, tag, sentAt: sentAt.getTime() };
  const request = { method: 'POST', url: '/internal/phone-codes', payload } as const;
  return (await call(auth.app, request, { kind: 'service', name: 'notify' })).json<{ code: string | null }>();
}

/** A browser, and the code that the number got for it. */
async function requested(phone: string, identity?: Identity) {
  const browser = new Browser(identity);
  const { code } = await codeFor(phone, await browser.tag());
  return { browser, code: code ?? '' };
}

async function createAccount(phone: string) {
  const { browser, code } = await requested(phone);
  return (await browser.type(code, NAMES)).json<{ id: number }>().id;
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const userOf = (id: number) => auth.database.user.findUniqueOrThrow({ where: { id } });

describe('a code that WhatsApp brings', () => {
  it('asks a new person for the names only, and creates an account without an address [TEL-003]', async () => {
    const phone = nextNumber();
    const { browser, code } = await requested(phone);
    const first = await browser.type(code);
    expect([first.statusCode, first.json()]).toEqual([202, { namesNeeded: true }]);
    const second = await browser.type(code, NAMES);
    expect(second.json()).toMatchObject({
      ...NAMES,
      email: null,
      phone: `+226 ${phone.slice(4)}`,
      phoneVerified: true,
    });
    expect(second.cookies.map(({ name }) => name)).toContain('fasocolis');
  });

  it('signs in to the account of the number [TEL-002, TEL-003]', async () => {
    const phone = nextNumber();
    const id = await createAccount(phone);
    const { browser, code } = await requested(phone);
    const response = await browser.type(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([response.statusCode, response.json().id]).toEqual([200, id]);
  });

  it('is accepted once [TEL-003]', async () => {
    const phone = nextNumber();
    await createAccount(phone);
    const { browser, code } = await requested(phone);
    expect((await browser.type(code)).statusCode).toBe(200);
    expect((await browser.type(code)).statusCode).toBe(401);
  });

  it('opens one session when it is typed twenty times at once [TEL-003]', async () => {
    const phone = nextNumber();
    const id = await createAccount(phone);
    await auth.sessions.endAll(id);
    const { browser, code } = await requested(phone);
    const responses = await Promise.all(Array.from({ length: 20 }, () => browser.type(code)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await auth.sessions.list(id)).toHaveLength(1);
  });

  it('creates one account when two browsers of one number begin at once [TEL-003]', async () => {
    const phone = nextNumber();
    const waiting = await Promise.all(Array.from({ length: 4 }, () => requested(phone)));
    const responses = await Promise.all(waiting.map(({ browser, code }) => browser.type(code, NAMES)));
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
  });

  it('is refused in another browser, also in one that waits for a code [TEL-003]', async () => {
    const phone = nextNumber();
    await createAccount(phone);
    const { browser, code } = await requested(phone);
    expect((await new Browser().type(code)).statusCode).toBe(401);
    const waiting = new Browser();
    await codeFor(nextNumber(), await waiting.tag());
    expect((await waiting.type(code)).statusCode).toBe(400);
    expect((await browser.type(code)).statusCode).toBe(200);
  });

  it('is refused after five wrong ones [TEL-003]', async () => {
    const { browser, code } = await requested(nextNumber());
    const messages = [];
    for (let wrong = 0; wrong < 5; wrong += 1) messages.push((await browser.type(another(code))).json().message);
    expect(messages[3]).toBe('Code incorrect. Il vous reste un essai.');
    expect((await browser.type(code, NAMES)).statusCode).toBe(401);
  });

  it('is accepted for ten minutes [TEL-003]', async () => {
    const { browser, code } = await requested(nextNumber());
    const keys = (await auth.redis.keys('*whatsapp-sign-in:*')).filter((key) => !key.includes(':tries:'));
    const prefix = auth.redis.options.keyPrefix ?? '';
    const lifetimes = await Promise.all(keys.map((key) => auth.redis.ttl(key.replace(prefix, ''))));
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(600);
    // As when the time is over.
    await auth.redis.del(keys.map((key) => key.replace(prefix, '')));
    expect((await browser.type(code, NAMES)).statusCode).toBe(401);
  });

  it('is the same when the message is delivered twice, and none for a message of ten minutes ago [TEL-003]', async () => {
    const phone = nextNumber();
    const tag = await new Browser().tag();
    const [first, second] = [await codeFor(phone, tag), await codeFor(phone, tag)];
    expect(first.code).toMatch(/^\d{6}$/);
    expect(second).toEqual(first);
    expect(await codeFor(phone, tag, new Date(Date.now() - 11 * 60_000))).toEqual({ code: null });
    expect(await codeFor(phone, 'AAAAAA')).toEqual({ code: null });
  });

  it('signs no browser in without being typed there, whoever was made to send the message [TEL-003]', async () => {
    const victim = nextNumber();
    await createAccount(victim);
    const attacker = new Browser();
    const { code } = await codeFor(victim, await attacker.tag());
    expect((await attacker.type(another(code ?? ''))).statusCode).toBe(400);
  });

  it('comes five times an hour to a number, and ten times to a device [TEL-003]', async () => {
    const phone = nextNumber();
    const browser = new Browser();
    const codes = [];
    for (let time = 0; time < 6; time += 1) codes.push(await codeFor(phone, await browser.tag()));
    expect(codes[4]?.code).toMatch(/^\d{6}$/);
    expect(codes[5]).toEqual({ code: null, isRefused: true });
    for (let time = 0; time < 4; time += 1) expect((await browser.begin()).statusCode).toBe(200);
    expect((await browser.begin()).statusCode).toBe(429);
  });

  it('is followed by the second factor where it is switched on [TEL-003]', async () => {
    const phone = nextNumber();
    const id = await createAccount(phone);
    await auth.database.user.update({ where: { id }, data: { secondFactorSince: new Date() } });
    const { browser, code } = await requested(phone);
    const response = await browser.type(code);
    expect([response.statusCode, response.json()]).toEqual([202, { secondStep: true }]);
    expect(response.cookies.map(({ name }) => name)).not.toContain('fasocolis');
  });

  it('signs no staff in [TEL-003]', async () => {
    const phone = nextNumber();
    const id = await createAccount(phone);
    await auth.database.user.update({ where: { id }, data: { isAgent: true } });
    const { browser, code } = await requested(phone);
    const response = await browser.type(code);
    expect([response.statusCode, response.json().message]).toEqual([
      401,
      "Les comptes de l'équipe se connectent avec leur mot de passe.",
    ]);
  });
});

describe('a number that an account claims', () => {
  it('gives no right: its owner gets an account of their own, and the claim stays one [TEL-002]', async () => {
    const phone = nextNumber();
    const attacker = await auth.createUser({ phone: phone.replace('+226', '+226 '), emailVerified: true });
    const id = await createAccount(phone);
    expect(id).not.toBe(attacker.id);
    expect(await userOf(attacker.id)).toMatchObject({ verifiedPhone: null });
    // And the attacker cannot verify it any more.
    const { browser, code } = await requested(phone, await auth.signedIn(attacker.id));
    expect((await browser.type(code)).statusCode).toBe(409);
  });

  it('is verified by a message of that number, for the signed-in user who began [TEL-002, TEL-003]', async () => {
    const phone = nextNumber();
    const user = await auth.createUser({ phone: phone.replace('+226', '+226 ') });
    const identity = await auth.signedIn(user.id);
    const { browser, code } = await requested(phone, identity);
    expect((await browser.type(code)).json()).toMatchObject({ id: user.id, phoneVerified: true });
    const key = identity.kind === 'user' ? identity.sessionKey : '';
    expect(await auth.sessions.find(key)).toMatchObject({ isVerified: true });
  });

  it('that was verified before is a recent sign-in again, for what needs one [SEC-004]', async () => {
    const leave = (as: Identity) => call(auth.app, { method: 'POST', url: '/api/user/deletion', payload: {} }, as);
    const phone = nextNumber();
    const old = await auth.signedIn(await createAccount(phone), { minutesAgo: 11 });
    expect((await leave(old)).json()).toMatchObject({ code: 'reauthentication-required' });
    const { browser, code } = await requested(phone, old);
    expect((await browser.type(code)).statusCode).toBe(200);
    expect((await leave(old)).statusCode).toBe(200);
    const claimed = nextNumber();
    const { id } = await auth.createUser({ phone: claimed.replace('+226', '+226 ') });
    const session = await auth.signedIn(id, { minutesAgo: 11 });
    const { browser: another, code: first } = await requested(claimed, session);
    expect((await another.type(first)).statusCode).toBe(200);
    expect((await leave(session)).json()).toMatchObject({ code: 'reauthentication-required' });
  });

  it('is not verified by a message of another number [TEL-002]', async () => {
    const user = await auth.createUser({ phone: nextNumber().replace('+226', '+226 ') });
    const { browser, code } = await requested('+22670998877', await auth.signedIn(user.id));
    const response = await browser.type(code);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      "Le message vient du +226 70 99 88 77\u00a0: mettez d'abord ce numéro dans votre profil.",
    ]);
    expect(await userOf(user.id)).toMatchObject({ verifiedPhone: null });
  });
});

describe('a number that its operator gave to another person', () => {
  it('leaves an account that nobody uses, which is told of it, and becomes that of the new one [TEL-002]', async () => {
    const phone = nextNumber();
    const former = await auth.createUser({ phone: phone.replace('+226', '+226 '), emailVerified: true });
    const longAgo = new Date(Date.now() - 181 * 86_400_000);
    const data = { verifiedPhone: phone, phoneVerifiedAt: longAgo, lastSignInAt: longAgo };
    await auth.database.user.update({ where: { id: former.id }, data });
    const id = await createAccount(phone);
    expect(id).not.toBe(former.id);
    expect(await userOf(former.id)).toMatchObject({ phone: null, verifiedPhone: null });
    expect((await lastToken(auth, former.id, 'PHONE_CHANGED')).row.email).toBe(former.email);
  });

  it('stays with an account that has an open session, however old its sign-in is', async () => {
    const phone = nextNumber();
    const { id } = await auth.createUser({ phone: phone.replace('+226', '+226 ') });
    await auth.signedIn(id);
    const longAgo = new Date(Date.now() - 181 * 86_400_000);
    const data = { verifiedPhone: phone, phoneVerifiedAt: longAgo, lastSignInAt: longAgo };
    await auth.database.user.update({ where: { id }, data });
    expect(await createAccount(phone)).toBe(id);
  });
});
