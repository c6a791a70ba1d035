import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenKind } from '../src/generated/prisma/enums.ts';
import { codeAt } from './authenticator-app.ts';
import { type Auth, lastToken, startAuth } from './helpers.ts';
import { createTwoFactorUser, enableTwoFactor, wrongCodeFor } from './two-factor-helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const post = (action: string, payload: object, identity: Identity) =>
  call(auth.app, { method: 'POST', url: `/api/user/two-factor/${action}`, payload }, identity);
const stateOf = async (userId: number) =>
  (await call(auth.app, { url: '/api/user/two-factor' }, asUser(userId))).json();
const reportsOf = (userId: number, kind: TokenKind) => auth.database.userToken.count({ where: { userId, kind } });

async function verifiedUser() {
  const { id } = await auth.createUser();
  return auth.database.user.update({ where: { id }, data: { emailVerified: true } });
}

const REQUIRED = { code: 'reauthentication-required' };

describe.each(['setup', 'recovery-codes', 'disable'])('the change "%s"', (action) => {
  it('needs a sign-in of the last ten minutes or the current password [SEC-004]', async () => {
    const user = await verifiedUser();
    const { secret } = action === 'setup' ? { secret: '' } : await enableTwoFactor(auth, user.id);
    const code = secret && codeAt(secret);
    const old = await auth.signedIn(user.id, { minutesAgo: 11 });
    const refused = await post(action, { code }, old);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, REQUIRED]);
    expect((await post(action, { code, currentPassword: 'Secret-124' }, old)).statusCode).toBe(400);
    expect((await post(action, { code, currentPassword: 'Secret-123' }, old)).statusCode).toBe(200);
  });
});

describe('setting up', () => {
  it('hands out a secret and its URI, which apps read', async () => {
    const user = await verifiedUser();
    const { secret, uri } = (await post('setup', {}, await auth.signedIn(user.id))).json();
    const totp = URI.parse(uri);
    expect(totp).toBeInstanceOf(TOTP);
    expect(totp).toMatchObject({ issuer: 'FasoColis', label: user.username, algorithm: 'SHA1', digits: 6, period: 30 });
    expect([totp.secret.base32, totp.secret.bytes.length]).toEqual([secret, 20]);
  });

  it('stores the secret encrypted, and changes nothing before it is confirmed', async () => {
    const user = await verifiedUser();
    const { secret } = (await post('setup', {}, await auth.signedIn(user.id))).json();
    const row = await auth.database.secondFactor.findUniqueOrThrow({ where: { userId: user.id } });
    expect(row.secret).not.toContain(secret);
    expect(await stateOf(user.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(200);
  });

  it('needs a verified address, so that an attacker cannot lock its owner out', async () => {
    const { id } = await auth.createUser();
    const response = await post('setup', {}, await auth.signedIn(id));
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      "Vérifiez d'abord votre adresse email, puis recommencez.",
    ]);
  });

  it('is refused while the second factor is on', async () => {
    const { user } = await createTwoFactorUser(auth);
    expect((await post('setup', {}, await auth.signedIn(user.id))).statusCode).toBe(409);
  });
});

describe('confirming', () => {
  it('switches it on with ten recovery codes, of which only hashes are kept [SEC-010]', async () => {
    const user = await verifiedUser();
    const identity = await auth.signedIn(user.id);
    const { secret } = (await post('setup', {}, identity)).json();
    const { recoveryCodes } = (await post('confirm', { code: codeAt(secret) }, identity)).json();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const rows = await auth.database.recoveryCode.findMany({ where: { userId: user.id } });
    expect(rows.some(({ codeHash }) => recoveryCodes.includes(codeHash))).toBe(false);
    expect(await stateOf(user.id)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await reportsOf(user.id, 'SECOND_FACTOR_ENABLED')).toBe(1);
    expect((await lastToken(auth, user.id, 'SECOND_FACTOR_ENABLED')).token).not.toBe('');
  });

  it('ends the sessions that were opened without it, except the current one', async () => {
    const user = await verifiedUser();
    await auth.signedIn(user.id);
    await enableTwoFactor(auth, user.id);
    expect(await auth.sessions.list(user.id)).toHaveLength(1);
  });

  it('needs a right code', async () => {
    const user = await verifiedUser();
    const identity = await auth.signedIn(user.id);
    const { secret } = (await post('setup', {}, identity)).json();
    const wrong = await post('confirm', { code: wrongCodeFor(secret) }, identity);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Ce code est incorrect ou a déjà servi.']);
    expect((await post('confirm', { code: '12345' }, identity)).json().errors).toEqual({
      code: 'Saisissez le code à 6 chiffres de votre application',
    });
    expect((await stateOf(user.id)).since).toBeNull();
  });

  it('needs a set-up that was begun, and works once', async () => {
    const user = await verifiedUser();
    const identity = await auth.signedIn(user.id);
    expect((await post('confirm', { code: '123456' }, identity)).statusCode).toBe(400);
    const { secret } = await enableTwoFactor(auth, user.id);
    expect((await post('confirm', { code: codeAt(secret) }, identity)).statusCode).toBe(409);
  });

  it('works once in 20 requests at the same time', async () => {
    const user = await verifiedUser();
    const identity = await auth.signedIn(user.id);
    const { secret } = (await post('setup', {}, identity)).json();
    const payload = { code: codeAt(secret) };
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('confirm', payload, identity)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await stateOf(user.id)).recoveryCodesLeft).toBe(10);
  });
});

describe('renewing the recovery codes', () => {
  it('replaces all of them and reports it', async () => {
    const { user, recoveryCodes } = await createTwoFactorUser(auth);
    const renewed = (await post('recovery-codes', {}, await auth.signedIn(user.id))).json().recoveryCodes;
    expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20);
    expect((await stateOf(user.id)).recoveryCodesLeft).toBe(10);
    expect(await reportsOf(user.id, 'RECOVERY_CODES_RENEWED')).toBe(1);
  });

  it('is refused while the second factor is off', async () => {
    const user = await verifiedUser();
    expect((await post('recovery-codes', {}, await auth.signedIn(user.id))).statusCode).toBe(409);
  });
});

describe('disabling', () => {
  it('makes the password enough again, deletes everything and reports it', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret);
    expect((await post('disable', { code }, await auth.signedIn(user.id))).statusCode).toBe(200);
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(200);
    expect(await auth.database.secondFactor.count({ where: { userId: user.id } })).toBe(0);
    expect(await auth.database.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
    expect(await stateOf(user.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await reportsOf(user.id, 'SECOND_FACTOR_DISABLED')).toBe(1);
  });

  it('is refused while it is off', async () => {
    const user = await verifiedUser();
    expect((await post('disable', { code: '123456' }, await auth.signedIn(user.id))).statusCode).toBe(409);
  });

  it('needs a code of the app or a recovery code, each of which works once [SEC-029]', async () => {
    const { user, secret, recoveryCodes } = await createTwoFactorUser(auth);
    const identity = await auth.signedIn(user.id);
    expect((await post('disable', {}, identity)).statusCode).toBe(400);
    const wrong = await post('disable', { code: wrongCodeFor(secret) }, identity);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Ce code est incorrect ou a déjà servi.']);
    expect((await stateOf(user.id)).since).not.toBeNull();
    expect((await post('disable', { code: recoveryCodes[0] }, identity)).statusCode).toBe(200);
    expect((await stateOf(user.id)).since).toBeNull();
  });
});

describe('the link "Ce n\'est pas moi"', () => {
  async function restoreAfter(change: (id: number) => Promise<unknown>, later: (id: number) => Promise<unknown>) {
    const user = await verifiedUser();
    await change(user.id);
    const identity = await auth.signedIn(user.id);
    const payload = { email: `ailleurs${user.id}@example.com` };
    await call(auth.app, { method: 'PATCH', url: `/api/users/${user.id}`, payload }, identity);
    await auth.database.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await later(user.id);
    const { token } = await lastToken(auth, user.id, 'EMAIL_CHANGED');
    await call(auth.app, { method: 'POST', url: '/api/email/restore', payload: { token } });
    return (await stateOf(user.id)).since;
  }
  const enable = (id: number) => enableTwoFactor(auth, id);
  const nothing = async () => {};

  it('removes a second factor that is newer than the change', async () => {
    expect(await restoreAfter(nothing, enable)).toBeNull();
  });

  it('keeps an older one, which is the owner’s', async () => {
    expect(await restoreAfter(enable, nothing)).not.toBeNull();
  });
});
