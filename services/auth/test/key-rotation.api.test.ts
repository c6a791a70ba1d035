import type { EmailToken } from '@fasocolis/contracts/email';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/auth/identity';
import { signed, TEST_SIGNING_KEY } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SealedSecrets } from '../src/two-factor/sealed-secrets.ts';
import { resealSecrets } from '../src/two-factor/two-factor-service.ts';
import { codeAt } from './authenticator-app.ts';
import { type Auth, startAuth } from './helpers.ts';
import { createTwoFactorUser, pendingCookieOf } from './two-factor-helpers.ts';

const NEW_KEY = 'another-signing-key-for-tests-and-nothing-else';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

/** The service after a restart with `keys`, called by notify. */
async function restartWith(keys: string) {
  const app = await auth.withKeys(keys);
  onTestFinished(() => app.close());
  const headers = { [IDENTITY_HEADER]: signed({ kind: 'service', name: 'notify' }) };
  const send = async (path: string) => (await app.inject({ url: `/internal/${path}`, headers })).json();
  return { app, send };
}

describe('after a change of the signing key', () => {
  it('an email that was requested before has the link of its token', async () => {
    const { id, email } = await auth.createUser();
    await auth.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    const row = await auth.database.userToken.findFirstOrThrow({ where: { userId: id } });
    const before: EmailToken = await (await restartWith(TEST_SIGNING_KEY)).send(`mail-tokens/${row.id}`);
    const { send } = await restartWith(`${NEW_KEY}\n${TEST_SIGNING_KEY}`);
    expect(await send(`mail-tokens/${row.id}`)).toEqual(before);
  });

  it('the unsubscribe link of an older email still works', async () => {
    const { id } = await auth.createUser();
    await auth.database.user.update({ where: { id }, data: { emailVerified: true } });
    const { unsubscribeToken } = await (await restartWith(TEST_SIGNING_KEY)).send(`mail-recipients/${id}`);
    const { app, send } = await restartWith(`${NEW_KEY}\n${TEST_SIGNING_KEY}`);
    expect((await send(`mail-recipients/${id}`)).unsubscribeToken).not.toBe(unsubscribeToken);
    const url = `/api/email/unsubscribe?token=${unsubscribeToken}`;
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(200);
    expect(await auth.database.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ notifyByEmail: false });
  });

  describe('a user with a second factor', () => {
    const signInTo = async ({ app }: Awaited<ReturnType<typeof restartWith>>, username: string, code: string) => {
      const payload = { email: username, password: 'Secret-123' };
      const first = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
      const headers = { cookie: pendingCookieOf(first) };
      const second = await app.inject({ method: 'POST', url: '/api/auth/second-step', headers, payload: { code } });
      return second.statusCode;
    };

    it('signs in with the app', async () => {
      const { user, secret } = await createTwoFactorUser(auth);
      const restarted = await restartWith(`${NEW_KEY}\n${TEST_SIGNING_KEY}`);
      expect(await signInTo(restarted, user.username, codeAt(secret))).toBe(200);
    });

    it('signs in with the app once the former key is gone, because its secret was encrypted again', async () => {
      const { user, secret } = await createTwoFactorUser(auth);
      await resealSecrets(auth.database, new SealedSecrets(`${NEW_KEY}\n${TEST_SIGNING_KEY}`));
      expect(await signInTo(await restartWith(NEW_KEY), user.username, codeAt(secret))).toBe(200);
    });

    it('signs in with a recovery code when the key is lost', async () => {
      const { user, secret, recoveryCodes } = await createTwoFactorUser(auth);
      const restarted = await restartWith(NEW_KEY);
      expect(await signInTo(restarted, user.username, codeAt(secret))).toBe(400);
      expect(await signInTo(restarted, user.username, recoveryCodes[0] ?? '')).toBe(200);
    });
  });
});
