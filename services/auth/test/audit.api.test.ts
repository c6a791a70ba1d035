import { call, type TEST_APP_OPTIONS } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from './authenticator-app.ts';
import { type Auth, lastToken, startAuth } from './helpers.ts';
import { createTwoFactorUser, enableTwoFactor, firstStep, secondStep, wrongCodeFor } from './two-factor-helpers.ts';

let lines: string[] = [];
const logStream: typeof TEST_APP_OPTIONS.logStream = { write: (line) => void lines.push(line) };

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ logStream });
});
afterAll(() => auth.close());
beforeEach(() => {
  lines = [];
});

/** Account, action and outcome of each audit line of the current test. */
const audited = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'audit')
    .map(({ account, action, outcome }) => [account, action, outcome]);

async function signInsBy(result: string): Promise<number> {
  const metrics = (await auth.app.inject('/metrics')).body;
  return Number(new RegExp(`^sign_ins_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

describe('sign-ins in the audit log', () => {
  it('name the account, on success and on failure', async () => {
    const { id, email } = await auth.createUser();
    await auth.login(email, 'Secret-123');
    await auth.login(email, 'Secret-124');
    expect(audited()).toEqual([
      [id, 'sign-in', 'success'],
      [id, 'sign-in', 'failure'],
    ]);
  });

  it('name no account when there is none', async () => {
    await auth.login('inconnue@example.com', 'Secret-123');
    expect(audited()).toEqual([[null, 'sign-in', 'failure']]);
  });

  it('are a failure when the provider does not return a user', async () => {
    await call(auth.app, { url: '/api/auth/google/callback?state=forged&code=x' });
    expect(audited()).toEqual([[null, 'sign-in', 'failure']]);
  });

  it('are counted by result', async () => {
    const { email } = await auth.createUser();
    const before = [await signInsBy('success'), await signInsBy('failure')] as const;
    await auth.login(email, 'Secret-123');
    await auth.login(email, 'Secret-124');
    await auth.login(email, 'Secret-124');
    expect([await signInsBy('success'), await signInsBy('failure')]).toEqual([before[0] + 1, before[1] + 2]);
  });
});

describe('changes of an account in the audit log', () => {
  const patch = async (id: number, payload: object) =>
    call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, await auth.signedIn(id));

  it('name a new email', async () => {
    const { id } = await auth.createUser();
    await patch(id, { email: `ailleurs${id}@example.com` });
    expect(audited()).toEqual([[id, 'email-change', 'success']]);
  });

  it('omit the rest of the profile', async () => {
    const { id } = await auth.createUser();
    await patch(id, { firstName: 'Aïcha' });
    expect(audited()).toEqual([]);
  });

  it('name a reset with the account of its token, and an invalid token as a failure', async () => {
    const { id, email } = await auth.createUser();
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    const reset = (token: string) =>
      call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload: { token, password: 'Baobab-2041' } });
    await reset('x'.repeat(43));
    await reset((await lastToken(auth, id)).token);
    expect(audited()).toEqual([
      [null, 'password-reset', 'failure'],
      [id, 'password-reset', 'success'],
    ]);
  });
});

describe('the second factor in the audit log', () => {
  it('shows both steps of a sign-in, with the account and the outcome of each', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    lines = [];
    const results = ['pending', 'failure', 'success'];
    const before = await Promise.all(results.map(signInsBy));
    const cookie = await firstStep(auth, user.username);
    await secondStep(auth, cookie, wrongCodeFor(secret));
    await secondStep(auth, cookie, codeAt(secret));
    expect(audited()).toEqual(results.map((result) => [user.id, 'sign-in', result]));
    expect(await Promise.all(results.map(signInsBy))).toEqual(before.map((count) => count + 1));
  });

  it('shows every change of it', async () => {
    const { id } = await auth.createUser();
    await auth.database.user.update({ where: { id }, data: { emailVerified: true } });
    const { secret } = await enableTwoFactor(auth, id);
    const code = codeAt(secret);
    const identity = await auth.signedIn(id);
    for (const action of ['recovery-codes', 'disable', 'disable']) {
      await call(auth.app, { method: 'POST', url: `/api/user/two-factor/${action}`, payload: { code } }, identity);
    }
    expect(audited()).toEqual(
      ['success', 'success', 'success', 'failure'].map((outcome) => [id, 'second-factor-change', outcome]),
    );
  });
});
