import { SOCIAL_PROVIDERS, type SocialProvider } from '@fasocolis/contracts/auth';
import { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { asUser, call, TEST_SIGNING_KEY } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database.ts';
import { AccountEmailBudget } from '../src/shared/account-email-budget.ts';
import { UserTokens } from '../src/shared/user-tokens.ts';
import { accountFor } from '../src/social/social-service.ts';
import { codeAt } from './authenticator-app.ts';
import { type Auth, sessionIdOf } from './helpers.ts';
import { accountOf, outcomeOf, type SocialAuth, somebody, startSocialAuth, Visitor } from './social-helpers.ts';
import { enableTwoFactor } from './two-factor-helpers.ts';

let social: SocialAuth;
beforeAll(async () => {
  social = await startSocialAuth();
});
afterAll(() => social.close());

const accountDependencies = ({ database, redis, sessions }: Auth) => ({
  tokens: new UserTokens(database, TEST_SIGNING_KEY, new AccountEmailBudget(redis, false)),
  sessions,
  verificationEmails: new AttemptLimit(redis, { name: 'verification', max: null, windowSeconds: 3600 }),
  requestId: 'test',
});

const verifiedUser = async (email: string) => {
  const { id } = await social.auth.createUser({ email, username: email.split('@')[0] ?? '' });
  return social.auth.database.user.update({ where: { id }, data: { emailVerified: true } });
};

describe('the account for a provider’s user', () => {
  it('is the local one when both provider and site have verified the address', async () => {
    for (const provider of ['google', 'apple'] as const) {
      const email = `both.${provider}@example.com`;
      const user = await verifiedUser(email);
      const id = somebody();
      social.setPerson(provider, { id, email: email.toUpperCase() });
      const response = await new Visitor(social.auth).signIn(provider);
      expect(outcomeOf(response, provider)).toBe('signed in');
      const account = await accountOf(social, response);
      expect(account).toMatchObject({ id: user.id, provider: null, providerId: null });
      expect(account.identities).toMatchObject([{ provider, subject: id }]);
    }
  });

  it('is never a local one with an unverified address', async () => {
    for (const provider of SOCIAL_PROVIDERS) {
      const email = `squatter.${provider}@example.com`;
      const user = await social.auth.createUser({ email, username: `squatter-${provider}` });
      social.setPerson(provider, { id: somebody(), email });
      expect(outcomeOf(await new Visitor(social.auth).signIn(provider), provider)).toBe('refused');
      expect(await social.auth.database.socialIdentity.count({ where: { userId: user.id } })).toBe(0);
    }
  });

  it('is never a local one whose address the provider has not verified, as Facebook never does', async () => {
    for (const provider of SOCIAL_PROVIDERS) {
      const email = `claimed.${provider}@example.com`;
      const user = await verifiedUser(email);
      social.setPerson(provider, { id: somebody(), email, verified: false });
      expect(outcomeOf(await new Visitor(social.auth).signIn(provider), provider)).toBe('refused');
      expect(await social.auth.database.socialIdentity.count({ where: { userId: user.id } })).toBe(0);
    }
  });

  it('is never the administrator’s, whatever the provider returns, even when it is linked in the database', async () => {
    for (const provider of SOCIAL_PROVIDERS) {
      social.setPerson(provider, { id: somebody(), email: 'ADMIN@example.com' });
      expect(outcomeOf(await new Visitor(social.auth).signIn(provider), provider)).toBe('refused');
      const subject = somebody();
      await social.auth.database.socialIdentity.create({ data: { provider, subject, userId: 1 } });
      social.setPerson(provider, { id: subject });
      expect(outcomeOf(await new Visitor(social.auth).signIn(provider), provider)).toBe('refused');
    }
    expect(await social.auth.database.user.count({ where: { role: 'ADMIN' } })).toBe(1);
  });

  it('never has the administrator’s right, nor does one that registers or changes its profile, whatever is sent [ROLE-015]', async () => {
    const { app, database } = social.auth;
    const extra = { id: 1, role: 'ADMIN', isAdmin: true, provider: 'google', emailVerified: true };
    const texts = { username: 'ambitieux', email: 'ambitieux@example.com', firstName: 'Ali', lastName: 'Sow' };
    const payload = { ...texts, password: 'Secret-123', ...extra };
    const registered = await call(app, { method: 'POST', url: '/api/auth/register', payload });
    expect(registered.json()).toMatchObject({ isAdmin: false, emailVerified: false, provider: null });
    const { id } = registered.json();
    const session = await social.auth.sessions.resolve(sessionIdOf(registered));
    expect(session?.session).toMatchObject({ userId: id, isAdmin: false });
    const change = { method: 'PATCH', url: `/api/users/${id}` } as const;
    const changed = await call(app, { ...change, payload: { username: 'ambitieuse', ...extra } }, asUser(id));
    expect(changed.json()).toMatchObject({ id, username: 'ambitieuse', isAdmin: false, emailVerified: false });
    for (const names of [{ username: 'Admin' }, { email: 'Admin@example.com' }]) {
      expect((await call(app, { ...change, payload: names }, await social.auth.signedIn(id))).statusCode).toBe(409);
      const another = { ...payload, username: 'autre', email: 'autre@example.com', ...names };
      expect((await call(app, { method: 'POST', url: '/api/auth/register', payload: another })).statusCode).toBe(409);
    }
    for (const provider of ['google', 'apple'] as const) {
      social[provider].claims = { sub: somebody(), email: 'admin@example.com', email_verified: true, ...extra };
      expect(outcomeOf(await new Visitor(social.auth).signIn(provider), provider)).toBe('refused');
    }
    social.facebook.profile = { ...extra, id: somebody(), email: 'admin@example.com' };
    expect(outcomeOf(await new Visitor(social.auth).signIn('facebook'), 'facebook')).toBe('refused');
    expect(await database.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })).toEqual([{ id: 1 }]);
  });

  it('is verified when Google or Apple have verified a new address, in either spelling of Apple', async () => {
    const outcomes: [SocialProvider, unknown, boolean][] = [
      ['google', true, true],
      ['google', false, false],
      ['google', undefined, false],
      ['apple', 'true', true],
      ['apple', true, true],
      ['apple', 'false', false],
    ];
    for (const [provider, email_verified, verified] of outcomes) {
      const sub = somebody();
      social[provider === 'google' ? 'google' : 'apple'].claims = { sub, email: `${sub}@example.com`, email_verified };
      const account = await accountOf(social, await new Visitor(social.auth).signIn(provider));
      expect(account).toMatchObject({ email: `${sub}@example.com`, emailVerified: verified });
    }
  });

  it('can have several providers', async () => {
    const email = 'several@example.com';
    social.setPerson('google', { id: somebody(), email });
    const user = await accountOf(social, await new Visitor(social.auth).signIn('google'));
    social.setPerson('apple', { id: somebody(), email });
    const account = await accountOf(social, await new Visitor(social.auth).signIn('apple'));
    expect(account).toMatchObject({ id: user.id, provider: 'google' });
    expect(account.identities.map(({ provider }) => provider)).toEqual(['google', 'apple']);
  });

  it('gets a unique username when several users with the same name sign in concurrently', async () => {
    const { database } = social.auth;
    const arrival = accountDependencies(social.auth);
    const users = await Promise.all(
      ['a', 'b', 'c', 'd'].map((domain) => {
        const profile = { subject: somebody(), email: `same.name@${domain}.example`, firstName: '', lastName: '' };
        return accountFor(database, { ...arrival, provider: 'google', profile: { ...profile, isEmailVerified: true } });
      }),
    );
    const usernames = users.map(({ username }) => username);
    expect(usernames).toContain('same.name');
    expect(new Set(usernames).size).toBe(4);
    for (const username of usernames) expect(username).toMatch(/^same\.name\d*$/);
  });

  it.each(['User', 'SocialIdentity'])(
    'is one even when another callback of the same new user commits right after the lookup of their %s',
    async (lookedUp) => {
      const { database } = social.auth;
      const subject = somebody();
      const profile = { subject, email: `${subject}@example.com`, isEmailVerified: false, firstName: '', lastName: '' };
      const arrival = { ...accountDependencies(social.auth), provider: 'facebook', profile } as const;
      let other: Awaited<ReturnType<typeof accountFor>> | undefined;
      const overtaken = database.$extends({
        query: {
          $allModels: {
            async findUnique({ model, args, query }) {
              const found = await query(args);
              if (model === lookedUp) other ??= await accountFor(database, arrival);
              return found;
            },
          },
        },
      });
      const user = await accountFor(overtaken as unknown as Database, arrival);
      expect(user.id).toBe(other?.id);
      expect(await database.user.count({ where: { providerId: subject } })).toBe(1);
    },
  );

  it('gets one verification email when the provider has not verified its address', async () => {
    social.setPerson('facebook', { id: somebody(), email: 'events@example.com', name: 'Salif' });
    const { id } = await accountOf(social, await new Visitor(social.auth).signIn('facebook'));
    await new Visitor(social.auth).signIn('facebook');
    const { outboxEvent, userToken } = social.auth.database;
    const tokens = await userToken.findMany({ where: { userId: id } });
    expect(tokens).toMatchObject([{ kind: 'EMAIL_VERIFICATION', email: 'events@example.com' }]);
    const emails = await outboxEvent.findMany({ where: { name: 'email.verification-requested' } });
    expect(emails.map(({ data }) => data)).toContainEqual({ tokenId: tokens[0]?.id });
  });

  it('has the names from the provider, Apple’s from the form of the first sign-in', async () => {
    social.setPerson('google', { id: somebody(), name: 'Mariam' });
    expect(await accountOf(social, await new Visitor(social.auth).signIn('google'))).toMatchObject({
      firstName: 'Mariam',
      lastName: 'Traoré',
      username: 'mariam.traore',
    });
    social.setPerson('facebook', { id: somebody(), name: 'Boukary' });
    expect(await accountOf(social, await new Visitor(social.auth).signIn('facebook'))).toMatchObject({
      firstName: 'Boukary',
    });
    const user = JSON.stringify({ name: { firstName: 'Aïssata', lastName: 'Ouédraogo' }, email: 'x@example.com' });
    social.setPerson('apple', { id: somebody() });
    expect(await accountOf(social, await new Visitor(social.auth).signIn('apple', { user }))).toMatchObject({
      firstName: 'Aïssata',
      lastName: 'Ouédraogo',
      email: null,
    });
  });

  it('is created even when names and address are invalid', async () => {
    for (const user of ['junk', '{}', 'null', '{"name":{"firstName":7,"lastName":null}}']) {
      social.apple.claims = { sub: somebody(), email: 'no address', email_verified: true };
      const account = await accountOf(social, await new Visitor(social.auth).signIn('apple', { user }));
      expect(account).toMatchObject({ firstName: '', lastName: '', email: null, emailVerified: false });
    }
  });
});

describe.each(SOCIAL_PROVIDERS)('signing in with %s to an account with a second factor', (provider) => {
  it('opens a session only after the code', async () => {
    const id = somebody();
    social.setPerson(provider, { id, name: 'Awa' });
    const visitor = new Visitor(social.auth);
    const user = await accountOf(social, await visitor.signIn(provider));
    const { secret } = await enableTwoFactor(social.auth, user.id);
    expect(outcomeOf(await visitor.signIn(provider), provider)).toBe('second step');
    const request = { method: 'POST', url: '/api/auth/second-step', payload: { code: codeAt(secret) } } as const;
    expect((await new Visitor(social.auth).send(request)).statusCode).toBe(401);
    const completed = await visitor.send(request);
    expect([completed.statusCode, completed.json().id]).toEqual([200, user.id]);
    expect(await social.auth.sessions.resolve(sessionIdOf(completed))).not.toBeNull();
  });
});
