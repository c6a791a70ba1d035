import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TokenKind } from '../src/generated/prisma/enums.ts';
import { type Auth, lastToken, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ rateLimits: true });
});
afterAll(() => auth.close());

vi.setConfig({ testTimeout: 60_000 });

let hosts = 0;
/** Another network for each call, which no limit per address stops. */
const elsewhere = () => {
  hosts += 1;
  return `10.${hosts}.0.1`;
};

const forgot = (email: string | null) =>
  call(auth.app, {
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email },
    remoteAddress: elsewhere(),
  });
const forgotTimes = (times: number, email: string | null) =>
  Promise.all(Array.from({ length: times }, () => forgot(email)));
const emailsTo = (email: string | null) => auth.database.userToken.count({ where: { email: String(email) } });
const kindsTo = async (email: string | null, kind: TokenKind) =>
  auth.database.userToken.count({ where: { email: String(email), kind } });
const patch = async (id: number, payload: object) =>
  call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, await auth.signedIn(id));
const verify = (id: number) => auth.database.user.update({ where: { id }, data: { emailVerified: true } });
const changePassword = async (id: number, from: string, to: string) =>
  call(
    auth.app,
    {
      method: 'PATCH',
      url: `/api/users/${id}/password`,
      payload: { currentPassword: from, newPassword: to },
    },
    await auth.signedIn(id),
  );
const isValid = async (token: string) =>
  (await call(auth.app, { url: `/api/auth/verify-reset-token?token=${token}` })).json().valid;

describe('emails about an account', () => {
  it('are at most ten a day to an address, whatever causes them, and each response stays the same [SEC-022]', async () => {
    const user = await auth.createUser();
    for (let times = 0; times < 2; times += 1) {
      await call(auth.app, { method: 'POST', url: '/api/email/send-verification' }, await auth.signedIn(user.id));
    }
    await verify(user.id);
    const responses = new Set<string>();
    for (const { body } of await forgotTimes(12, user.email)) responses.add(body);
    let password = 'Secret-123';
    for (let times = 0; times < 10; times += 1) {
      const next = `Suivant-${times}-Faso`;
      expect((await changePassword(user.id, password, next)).statusCode).toBe(200);
      password = next;
    }
    await patch(user.id, { email: `parti${user.id}@example.com` });
    expect(await emailsTo(user.email)).toBe(10);
    expect([...responses]).toEqual([(await forgot('inconnue@example.com')).body]);
  });

  it('leave room for the link that restores the address, whoever used up the others [SEC-022]', async () => {
    const user = await auth.createUser({ emailVerified: true });
    await forgotTimes(12, user.email);
    await patch(user.id, { email: `vole${user.id}@example.com` });
    expect(await kindsTo(user.email, 'EMAIL_CHANGED')).toBe(1);
  });

  it('renew the latest reset links instead of sending more, so that a stranger cannot stop a reset [SEC-022, SEC-028]', async () => {
    const user = await auth.createUser({ emailVerified: true });
    await forgotTimes(12, user.email);
    const sent = await kindsTo(user.email, 'PASSWORD_RESET');
    const { row, token } = await lastToken(auth, user.id, 'PASSWORD_RESET');
    await auth.database.userToken.update({ where: { id: row.id }, data: { expiresAt: new Date() } });
    expect(await isValid(token)).toBe(false);
    expect((await forgot(user.email)).statusCode).toBe(200);
    expect(await kindsTo(user.email, 'PASSWORD_RESET')).toBe(sent);
    expect(await isValid(token)).toBe(true);
  });

  it('that the user asks for are refused beyond, with the time to wait [SEC-022]', async () => {
    const { id, email } = await auth.createUser();
    const send = async () =>
      call(auth.app, { method: 'POST', url: '/api/email/send-verification' }, await auth.signedIn(id));
    const statuses: number[] = [];
    let last: Awaited<ReturnType<typeof send>> | undefined;
    for (let times = 0; times < 6; times += 1) {
      // The limits of an hour are over.
      const hourly = await auth.redis.keys('*attempts:*mails:*');
      for (const key of hourly.filter((each) => !each.includes('account-emails'))) {
        await auth.redis.del(key.slice(auth.redis.options.keyPrefix?.length));
      }
      last = await send();
      statuses.push(last.statusCode);
    }
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(80_000);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await emailsTo(email)).toBe(5);
  });

  it('confirm a deletion within the same bound [SEC-022]', async () => {
    const email = 'victime@example.com';
    for (let times = 0; times < 12; times += 1) {
      const { id } = await auth.createUser({ email });
      const remove = { method: 'POST', url: '/api/user/deletion', payload: {} } as const;
      expect((await call(auth.app, remove, await auth.signedIn(id))).statusCode).toBe(200);
    }
    const deletions = await auth.database.outboxEvent.findMany({ where: { name: 'user.deleted' } });
    const told = deletions.filter(({ data }) => (data as { confirmTo: string[] }).confirmTo.includes(email));
    expect(told).toHaveLength(5);
  });
});

describe('changes of an account', () => {
  it('of the address are five a day [SEC-022]', async () => {
    const { id } = await auth.createUser();
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      statuses.push((await patch(id, { email: `adresse${times}-${id}@example.com` })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('of the password are ten a day [SEC-022]', async () => {
    const { id } = await auth.createUser();
    const statuses: number[] = [];
    for (let times = 0; times < 11; times += 1) {
      const from = times === 0 ? 'Secret-123' : `Suivant-${times - 1}-Faso`;
      statuses.push((await changePassword(id, from, `Suivant-${times}-Faso`)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

describe('a former address', () => {
  it('that was never verified is not told, cannot be restored and is free for its owner [SEC-022]', async () => {
    const { id, email } = await auth.createUser();
    await patch(id, { email: `suivante${id}@example.com` });
    await changePassword(id, 'Secret-123', 'Suivant-1-Faso');
    await forgot(`suivante${id}@example.com`);
    expect(await emailsTo(email)).toBe(0);
    const owner = await auth.createUser();
    expect((await patch(owner.id, { email })).statusCode).toBe(200);
  });

  it('is one of three that can be restored, of which the oldest stays [SEC-022]', async () => {
    const { id, email } = await auth.createUser({ emailVerified: true });
    for (let times = 1; times <= 4; times += 1) {
      await patch(id, { email: `etape${times}-${id}@example.com` });
      await verify(id);
    }
    const restorable = await auth.database.userToken.findMany({
      where: { userId: id, kind: 'EMAIL_CHANGED', voidedAt: null },
      orderBy: { createdAt: 'asc' },
    });
    expect(restorable.map((token) => token.email)).toEqual([
      email,
      `etape2-${id}@example.com`,
      `etape3-${id}@example.com`,
    ]);
  });

  it('does not keep an unverified current address from getting resets [SEC-022]', async () => {
    const { id } = await auth.createUser();
    await patch(id, { email: `courante${id}@example.com` });
    await forgot(`courante${id}@example.com`);
    expect(await kindsTo(`courante${id}@example.com`, 'PASSWORD_RESET')).toBe(1);
  });
});
