import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastToken, sessionIdOf } from './helpers.ts';
import { accountOf, outcomeOf, type SocialAuth, somebody, startSocialAuth, Visitor } from './social-helpers.ts';

let social: SocialAuth;
beforeAll(async () => {
  social = await startSocialAuth();
});
afterAll(() => social.close());

const post = (url: string, payload: object) => call(social.auth.app, { method: 'POST', url, payload });
const methodsOf = (userId: number) =>
  call(social.auth.app, { url: '/api/user/sign-in-methods' }, asUser(userId)).then((response) => response.json());
const unlink = (userId: number, provider: string) =>
  call(social.auth.app, { method: 'DELETE', url: `/api/user/sign-in-methods/${provider}` }, asUser(userId));

const userOf = (id: number) => social.auth.database.user.findUniqueOrThrow({ where: { id } });

/** Registers with the form. @returns the account and its session */
async function register(email: string) {
  const username = `n${crypto.randomUUID().slice(0, 12)}`;
  const texts = { firstName: 'Awa', lastName: 'Kaboré', username, email };
  const response = await post('/api/auth/register', { ...texts, password: 'Attacker-1' });
  return { id: response.json<{ id: number }>().id, username, sessionId: sessionIdOf(response) };
}

async function verify(userId: number) {
  const { token } = await lastToken(social.auth, userId, 'EMAIL_VERIFICATION');
  expect((await call(social.auth.app, { url: `/api/email/verify?token=${token}` })).statusCode).toBe(200);
}

describe('an account that an attacker prepared', () => {
  it('with a provider of their own and the victim’s address loses that provider at the victim’s reset [SEC-006]', async () => {
    const subject = somebody();
    const victim = `trojan.${subject}@example.com`;
    social.setPerson('google', { id: subject, email: `attacker.${subject}@example.com` });
    const attacker = await accountOf(social, await new Visitor(social.auth).signIn('google'));
    const change = { method: 'PATCH', url: `/api/users/${attacker.id}`, payload: { email: victim } } as const;
    expect((await call(social.auth.app, change, await social.auth.signedIn(attacker.id))).statusCode).toBe(200);

    await post('/api/auth/forgot-password', { email: victim });
    const rows = await social.auth.database.userToken.findMany({ where: { kind: 'PASSWORD_RESET', email: victim } });
    const notify = { kind: 'service', name: 'notify' } as const;
    const { token } = (await call(social.auth.app, { url: `/internal/mail-tokens/${rows[0]?.id}` }, notify)).json();
    expect((await post('/api/auth/reset-password', { token, password: 'Victime-1' })).statusCode).toBe(200);

    expect(await userOf(attacker.id)).toMatchObject({ emailVerified: true, provider: null, providerId: null });
    expect(await methodsOf(attacker.id)).toEqual({ hasPassword: true, providers: [] });
    expect(outcomeOf(await new Visitor(social.auth).signIn('google'), 'google')).toBe('refused');
  });

  it('with a password before the victim verified the address loses password and sessions at the victim’s sign-in [SEC-006]', async () => {
    const subject = somebody();
    const email = `merged.${subject}@example.com`;
    const attacker = await register(email);
    await verify(attacker.id);
    social.setPerson('google', { id: subject, email });
    const response = await new Visitor(social.auth).signIn('google');
    expect(outcomeOf(response, 'google')).toBe('signed in');
    expect((await accountOf(social, response)).id).toBe(attacker.id);
    expect(await social.auth.sessions.resolve(attacker.sessionId)).toBeNull();
    expect((await social.auth.login(attacker.username, 'Attacker-1')).statusCode).toBe(401);
  });
});

describe('linking a provider', () => {
  it('keeps a password that was chosen after the address was verified, and is reported by email [SEC-005]', async () => {
    const subject = somebody();
    const email = `owner.${subject}@example.com`;
    const owner = await register(email);
    await verify(owner.id);
    const identity = await social.auth.signedIn(owner.id);
    const payload = { currentPassword: 'Attacker-1', newPassword: 'Proprietaire-1' };
    await call(social.auth.app, { method: 'PATCH', url: `/api/users/${owner.id}/password`, payload }, identity);
    social.setPerson('google', { id: subject, email });
    await new Visitor(social.auth).signIn('google');
    expect((await social.auth.login(owner.username, 'Proprietaire-1')).statusCode).toBe(200);
    const { row } = await lastToken(social.auth, owner.id, 'PROVIDER_LINKED');
    expect(row).toMatchObject({ email, provider: 'google' });
  });
});

describe('the providers of a profile', () => {
  it('are listed and can be unlinked, except the last way to sign in [SEC-006]', async () => {
    const subject = somebody();
    const email = `several.${subject}@example.com`;
    for (const provider of ['google', 'apple'] as const) {
      social.setPerson(provider, { id: somebody(), email });
      await new Visitor(social.auth).signIn(provider);
    }
    const { id } = await social.auth.database.user.findUniqueOrThrow({ where: { emailKey: email } });
    const linked = await methodsOf(id);
    expect(linked).toMatchObject({ hasPassword: false, providers: [{ provider: 'google' }, { provider: 'apple' }] });
    expect((await unlink(id, 'google')).statusCode).toBe(200);
    expect(await userOf(id)).toMatchObject({ provider: null, providerId: null });
    const refused = await unlink(id, 'apple');
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('seul moyen')]);
    expect(await methodsOf(id)).toMatchObject({ hasPassword: false, providers: [{ provider: 'apple' }] });
  });

  it('are those of the signed-in user, and an unknown provider leads to 400', async () => {
    const { id } = await social.auth.createUser();
    expect(await methodsOf(id)).toEqual({ hasPassword: true, providers: [] });
    expect((await unlink(id, 'myspace')).statusCode).toBe(400);
    const visitor = await call(social.auth.app, { url: '/api/user/sign-in-methods' });
    expect(visitor.statusCode).toBe(401);
  });

  it('keep one way to sign in when both of two are unlinked concurrently', async () => {
    const email = `race.${somebody()}@example.com`;
    for (const provider of ['google', 'apple'] as const) {
      social.setPerson(provider, { id: somebody(), email });
      await new Visitor(social.auth).signIn(provider);
    }
    const { id } = await social.auth.database.user.findUniqueOrThrow({ where: { emailKey: email } });
    const responses = await Promise.all([unlink(id, 'google'), unlink(id, 'apple')]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });
});
