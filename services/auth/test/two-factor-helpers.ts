import { call } from '@fasocolis/service-kit/testing/harness';
import { codeAt } from './authenticator-app.ts';
import { type Auth, lastToken } from './helpers.ts';

/** A code of six digits that is not accepted now. */
export function wrongCodeFor(secret: string): string {
  const accepted = [-30_000, 0, 30_000, 60_000].map((offset) => codeAt(secret, Date.now() + offset));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !accepted.includes(code)) ?? '';
}

/** Adds a customer with a verified address whose second factor is on; no code was used yet. */
export async function createTwoFactorUser(auth: Auth) {
  const { id } = await auth.createUser();
  const user = await auth.database.user.update({ where: { id }, data: { emailVerified: true } });
  return { user, ...(await enableTwoFactor(auth, id)) };
}

export async function enableTwoFactor(auth: Auth, id: number) {
  const identity = await auth.signedIn(id);
  const post = (url: string, payload: object) => call(auth.app, { method: 'POST', url, payload }, identity);
  const { secret } = (await post('/api/user/two-factor/setup', {})).json<{ secret: string }>();
  const confirmed = await post('/api/user/two-factor/confirm', { code: codeAt(secret) });
  await auth.database.secondFactor.update({ where: { userId: id }, data: { lastStep: 0 } });
  return { secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

/** The cookie of a pending sign-in that a response sets. */
export function pendingCookieOf(response: { cookies: { name: string; value: string }[] }): string {
  const cookie = response.cookies.find(({ name }) => name.endsWith('second-step'));
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

/** The first step of a sign-in: the cookie of its second one. */
export const firstStep = async (auth: Auth, username: string, address?: string) =>
  pendingCookieOf(await auth.login(username, 'Secret-123', address));

export const secondStep = (auth: Auth, cookie: string, code: string, remoteAddress = '127.0.0.1') =>
  call(auth.app, {
    method: 'POST',
    url: '/api/auth/second-step',
    headers: { cookie },
    payload: { code },
    remoteAddress,
  });

/** Chooses a new password with an emailed link. */
export async function resetPassword(auth: Auth, { id, email }: { id: number; email: string | null }, password: string) {
  await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  const { token } = await lastToken(auth, id, 'PASSWORD_RESET');
  return call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload: { token, password } });
}
