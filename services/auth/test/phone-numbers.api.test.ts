import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, lastToken, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ rateLimits: true });
});
afterAll(() => auth.close());

const TAKEN = 'Ce numéro appartient à un autre compte.';

const patch = (id: number, payload: object, identity: Identity) =>
  call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, identity);

const nextIndex = countFrom(0);
/** A number that no other test has, in the form E.164. */
const nextNumber = () => `+22670${String(120_000 + nextIndex()).padStart(6, '0')}`;

const changesOf = async (userId: number) => {
  const events = await auth.database.outboxEvent.findMany({
    where: { name: 'user.phone-changed' },
    orderBy: { createdAt: 'asc' },
  });
  return events.map(({ data }) => data as { userId: number }).filter((data) => data.userId === userId);
};

async function withVerifiedNumber() {
  const phone = nextNumber();
  const user = await auth.createUser({ phone: phone.replace('+226', '+226 ') });
  const data = { verifiedPhone: phone, phoneVerifiedAt: new Date() };
  return { phone, user: await auth.database.user.update({ where: { id: user.id }, data }) };
}

describe('the phone number of an account', () => {
  it('is changed in any spelling by a user who signed in recently, and is unverified then [TEL-001]', async () => {
    const { user, phone: former } = await withVerifiedNumber();
    const phone = nextNumber();
    const typed = `00226 ${phone.slice(4).replace(/(\d\d)/g, '$1 ')}`;
    const response = await patch(user.id, { phone: typed }, await auth.signedIn(user.id));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ phone: phone.replace('+226', '+226 '), phoneVerified: false });
    expect(await changesOf(user.id)).toMatchObject([
      { verifiedPhone: null, former: { phone: former, wasVerified: true } },
    ]);
  });

  it('is not changed without a recent sign-in or the password [TEL-001]', async () => {
    const user = await auth.createUser();
    const identity = await auth.signedIn(user.id, { minutesAgo: 11 });
    const refused = await patch(user.id, { phone: nextNumber() }, identity);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauthentication-required']);
    const phone = nextNumber();
    const changed = await patch(user.id, { phone, currentPassword: 'Secret-123' }, identity);
    expect(changed.json()).toMatchObject({ phone: phone.replace('+226', '+226 ') });
  });

  it('is told of by email when it changes [TEL-001]', async () => {
    const user = await auth.createUser({ phone: '+226 70119988', emailVerified: true });
    await patch(user.id, { phone: nextNumber() }, await auth.signedIn(user.id));
    expect((await lastToken(auth, user.id, 'PHONE_CHANGED')).row.email).toBe(user.email);
  });

  it('can be corrected by the administrator, with first and last name [TEL-001]', async () => {
    const user = await auth.createUser({ phone: '+226 12' });
    const phone = nextNumber();
    const body = { phone, firstName: 'Aïcha', lastName: 'Sawadogo' };
    const response = await patch(user.id, body, await auth.signedIn(1));
    expect(response.json()).toMatchObject({ ...body, phone: phone.replace('+226', '+226 '), phoneVerified: false });
    const found = await call(auth.app, { url: '/api/users?filter={"q":"sawadogo"}' }, asAdmin());
    expect(found.json().map(({ id }: { id: number }) => id)).toContain(user.id);
  });

  it('that cannot be called is refused with an example, and the former one stays [TEL-001]', async () => {
    const { user } = await withVerifiedNumber();
    const response = await patch(user.id, { phone: '70 12 34' }, await auth.signedIn(user.id));
    expect(response.json().errors.phone).toMatch(/^Ce numéro semble incomplet/);
    expect(await auth.database.user.findUnique({ where: { id: user.id } })).toMatchObject({ phone: user.phone });
  });

  it('that was stored before numbers were read stays when something else changes', async () => {
    const user = await auth.createUser({ phone: '+226 12' });
    const identity = await auth.signedIn(user.id);
    for (const body of [{ firstName: 'Awa' }, { firstName: 'Aïcha', phone: '+226 12' }]) {
      expect((await patch(user.id, body, identity)).json()).toMatchObject({ ...body, phone: '+226 12' });
    }
  });

  it('can be removed', async () => {
    const { user } = await withVerifiedNumber();
    const response = await patch(user.id, { phone: null }, await auth.signedIn(user.id));
    expect(response.json()).toMatchObject({ phone: null, phoneVerified: false });
  });

  it('changes five times a day at most', async () => {
    const user = await auth.createUser();
    const identity = await auth.signedIn(user.id);
    for (let change = 0; change < 5; change += 1) await patch(user.id, { phone: nextNumber() }, identity);
    expect((await patch(user.id, { phone: nextNumber() }, identity)).statusCode).toBe(429);
  });
});

describe('a verified number', () => {
  it('belongs to one account: no other profile and no registration takes it [TEL-001]', async () => {
    const { phone } = await withVerifiedNumber();
    const other = await auth.createUser();
    const refused = await patch(other.id, { phone }, await auth.signedIn(other.id));
    expect([refused.statusCode, refused.json().message]).toEqual([409, TAKEN]);
    const names = { firstName: 'Awa', lastName: 'Zongo', username: 'awa.taken', email: 'awa.taken@example.com' };
    const payload = { ...names, password: 'Secret-123', phone };
    const registration = await call(auth.app, { method: 'POST', url: '/api/auth/register', payload });
    expect([registration.statusCode, registration.json().message]).toEqual([409, TAKEN]);
  });

  it('names its account in imports, and an unverified one names none [SEC-020]', async () => {
    const { phone, user } = await withVerifiedNumber();
    const claimed = nextNumber();
    await auth.createUser({ phone: claimed.replace('+226', '+226 ') });
    const url = '/internal/users/lookup';
    const payload = { logins: [phone.slice(4), claimed] };
    const found = await call(auth.app, { method: 'POST', url, payload }, { kind: 'service', name: 'orders' });
    expect(found.json()).toEqual([
      { login: phone.slice(4), ids: [user.id] },
      { login: claimed, ids: [] },
    ]);
  });

  it('of a stranger leaves an account whose address is proved by a reset [TEL-001]', async () => {
    const { user } = await withVerifiedNumber();
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email: user.email } });
    const { token } = await lastToken(auth, user.id, 'PASSWORD_RESET');
    const payload = { token, password: 'Proprietaire-1' };
    await call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload });
    const after = await auth.database.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after).toMatchObject({ emailVerified: true, verifiedPhone: null, phone: null });
  });
});

describe('the sign-in with a password', () => {
  it('takes the verified number of the account in any spelling, its username and its address [TEL-005]', async () => {
    const { phone, user } = await withVerifiedNumber();
    const national = phone.slice(4);
    for (const login of [
      user.username,
      user.email ?? '',
      phone,
      national,
      `00226${national}`,
      `+226 ${national.replace(/(\d\d)/g, '$1 ')}`,
    ]) {
      expect((await auth.login(login, 'Secret-123')).json(), login).toMatchObject({ id: user.id });
    }
  });

  it('refuses alike a wrong password, a number that an account only claims, and one of nobody [TEL-005]', async () => {
    const { phone } = await withVerifiedNumber();
    const claimed = nextNumber();
    await auth.createUser({ phone: claimed.replace('+226', '+226 ') });
    const refusals = [
      await auth.login(phone, 'Faux-12345'),
      await auth.login(claimed, 'Secret-123'),
      await auth.login(nextNumber(), 'Secret-123'),
    ].map((response) => [response.statusCode, response.json().message]);
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]?.[0]).toBe(401);
  });
});

describe('a forgotten password of an account with a verified number', () => {
  const forgot = (email: string) =>
    call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  const requests = async () =>
    (await call(auth.app, { url: '/api/sign-in-link-requests?range=[0,99]' }, asAgent(9))).json();
  const requestOf = async (phone: string) =>
    (await requests()).find((request: { phone: string }) => request.phone === phone);

  it('becomes a request for a link until staff has made one [TEL-005]', async () => {
    const { user, phone } = await withVerifiedNumber();
    expect((await forgot(`00226 ${phone.slice(4)}`)).statusCode).toBe(200);
    const name = `${user.firstName} ${user.lastName}`;
    expect(await requestOf(phone)).toMatchObject({ id: user.id, name, phone });
    await call(auth.app, { method: 'POST', url: '/api/sign-in-links', payload: { phone, name } }, asAgent(9));
    expect(await requestOf(phone)).toBeUndefined();
  });

  it('ends as a request when the user signs in [TEL-005]', async () => {
    const { phone } = await withVerifiedNumber();
    await forgot(phone);
    await auth.login(phone, 'Secret-123');
    expect(await requestOf(phone)).toBeUndefined();
  });

  it('has the same response in the same time for a number of nobody, one that is only claimed and one of staff, without a request [TEL-005]', async () => {
    const { phone: known } = await withVerifiedNumber();
    const { phone: ofStaff, user } = await withVerifiedNumber();
    await auth.database.user.update({ where: { id: user.id }, data: { isAgent: true } });
    const claimed = nextNumber();
    await auth.createUser({ phone: claimed.replace('+226', '+226 ') });
    const timed = async (phone: string) => {
      const start = performance.now();
      const { statusCode, body } = await forgot(phone);
      return { response: `${statusCode} ${body}`, ms: performance.now() - start };
    };
    const first = await timed(known);
    const others: (typeof first)[] = [];
    for (const phone of [ofStaff, claimed, nextNumber()]) {
      others.push(await timed(phone));
      expect(await requestOf(phone)).toBeUndefined();
    }
    for (const { response, ms } of others) {
      expect(response).toBe(first.response);
      expect(Math.abs(ms - (first?.ms ?? 0))).toBeLessThan(100);
    }
  });

  it('of a number that cannot be called is refused with an example', async () => {
    const response = await forgot('70 12 34');
    expect([response.statusCode, response.json().errors.email]).toEqual([400, expect.stringMatching(/incomplet/)]);
  });
});
