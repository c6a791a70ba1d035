import { SOCIAL_PROVIDERS } from '@fasocolis/contracts/auth';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionIdOf, startAuth } from './helpers.ts';
import {
  accountOf,
  agree,
  failure,
  outcomeOf,
  SITE,
  type SocialAuth,
  somebody,
  startSocialAuth,
  Visitor,
} from './social-helpers.ts';

let social: SocialAuth;
beforeAll(async () => {
  social = await startSocialAuth();
});
afterAll(() => social.close());

describe('the start of a social sign-in', () => {
  it('redirects to the dialog of Facebook, or to the sign-in page when it is not configured [API-010]', async () => {
    const response = await new Visitor(social.auth).send({ url: '/api/auth/facebook' });
    expect(response.statusCode).toBe(302);
    const page = new URL(String(response.headers.location));
    expect(`${page.origin}${page.pathname}`).toBe(`${social.facebook.url}/dialog/oauth`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: '1234567890',
      response_type: 'code',
      redirect_uri: `${SITE}/api/auth/facebook/callback`,
      scope: 'public_profile,email',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const without = await startAuth();
    const refused = await call(without.app, { url: '/api/auth/facebook' });
    expect(refused.statusCode).toBe(302);
    expect(refused.headers.location).toBe(failure('facebook'));
    await without.close();
  });

  it('names the providers that are configured', async () => {
    const configured = await new Visitor(social.auth).send({ url: '/api/auth/providers' });
    expect(configured.json().configured).toContain('google');
    const without = await startAuth();
    expect((await call(without.app, { url: '/api/auth/providers' })).json()).toEqual({ configured: [] });
    await without.close();
  });

  it('responds with the URL of Google’s page, or with 503 and a message when it is not configured [API-011]', async () => {
    const response = await new Visitor(social.auth).send({ url: '/api/auth/google' });
    expect(response.statusCode).toBe(200);
    const page = new URL(response.json().url);
    expect(page.origin).toBe(social.google.issuer);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      client_id: 'google-client',
      redirect_uri: `${SITE}/api/auth/google/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const without = await startAuth();
    const refused = await call(without.app, { url: '/api/auth/google' });
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toBe("Ce fournisseur de connexion n'est pas configuré");
    await without.close();
  });

  it('redirects to the page of Apple, or to the sign-in page when it is not configured [API-012]', async () => {
    const response = await new Visitor(social.auth).send({ url: '/api/auth/apple' });
    expect(response.statusCode).toBe(302);
    const page = new URL(String(response.headers.location));
    expect(page.origin).toBe(social.apple.issuer);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      client_id: 'bf.fasocolis.web',
      redirect_uri: `${SITE}/api/auth/apple/callback`,
      response_mode: 'form_post',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const without = await startAuth();
    const refused = await call(without.app, { url: '/api/auth/apple' });
    expect(refused.statusCode).toBe(302);
    expect(refused.headers.location).toBe(failure('apple'));
    await without.close();
  });

  it('responds with 503 for Google and redirects to the sign-in page for Apple while they are unavailable, and recovers', async () => {
    const provider = await startSocialAuth();
    await Promise.all([provider.google.stop(), provider.apple.stop()]);
    const visitor = new Visitor(provider.auth);
    const google = await visitor.send({ url: '/api/auth/google' });
    expect(google.statusCode).toBe(503);
    expect(google.json().message).toBe('Service temporairement indisponible');
    expect(outcomeOf(await visitor.send({ url: '/api/auth/apple' }), 'apple')).toBe('refused');
    await provider.google.restart();
    expect((await visitor.send({ url: '/api/auth/google' })).statusCode).toBe(200);
    await provider.close();
  });

  it('exists for no other provider', async () => {
    for (const url of ['/api/auth/github', '/api/auth/github/callback']) {
      expect((await call(social.auth.app, { url })).statusCode).toBe(404);
    }
  });
});

describe.each(SOCIAL_PROVIDERS)('the callback of %s', (provider) => {
  it('creates an account with provider and providerId the first time, and signs in to it afterwards [SOC-019]', async () => {
    const id = somebody();
    social.setPerson(provider, { id, email: `${provider}.new@example.com`, name: 'Awa' });
    const first = await new Visitor(social.auth).signIn(provider);
    expect(outcomeOf(first, provider)).toBe('signed in');
    const user = await accountOf(social, first);
    expect(user).toMatchObject({
      username: `${provider}.new`,
      email: `${provider}.new@example.com`,
      provider,
      providerId: id,
      passwordHash: null,
      role: 'USER',
      identities: [{ provider, subject: id }],
    });
    const second = await new Visitor(social.auth).signIn(provider);
    expect(outcomeOf(second, provider)).toBe('signed in');
    const again = await accountOf(social, second);
    expect(again.id).toBe(user.id);
    expect(again.updatedAt.getTime()).toBeGreaterThan(user.updatedAt.getTime());
  });

  it('finds the same account after its address changed at the provider', async () => {
    const id = somebody();
    social.setPerson(provider, { id, email: `${id}@example.com` });
    const user = await accountOf(social, await new Visitor(social.auth).signIn(provider));
    social.setPerson(provider, { id, email: `${id}-other@example.com` });
    const again = await accountOf(social, await new Visitor(social.auth).signIn(provider));
    expect(again).toMatchObject({ id: user.id, email: `${id}@example.com` });
  });

  it('creates an account without an email when the provider returns none [ENT-003]', async () => {
    social.setPerson(provider, { id: somebody(), name: 'Fatimata' });
    const visitor = new Visitor(social.auth);
    const response = await visitor.signIn(provider);
    expect(outcomeOf(response, provider)).toBe('signed in');
    const { id } = await accountOf(social, response);
    visitor.identity = { kind: 'user', userId: id, isAdmin: false, sessionKey: 'test' };
    const user = (await visitor.send({ url: '/api/user' })).json();
    expect(user).toMatchObject({ id, email: null, emailVerified: false, provider });
  });

  it('creates no session when the state is missing, wrong, used before or of another provider [SOC-020, API-013]', async () => {
    social.setPerson(provider, { id: somebody() });
    const visitor = new Visitor(social.auth);
    const callback = await agree(await visitor.start(provider));
    const withState = (state: string | null) => {
      const changed = new URL(callback);
      if (state === null) changed.searchParams.delete('state');
      else changed.searchParams.set('state', state);
      return changed;
    };
    for (const state of [null, '', 'wrong', 'x'.repeat(43), '\u0000', `${callback.searchParams.get('state')}x`]) {
      expect(outcomeOf(await visitor.back(provider, withState(state)), provider)).toBe('refused');
    }
    const other = provider === 'google' ? 'facebook' : 'google';
    const elsewhere = await visitor.start(other);
    expect(outcomeOf(await visitor.back(provider, withState(elsewhere.searchParams.get('state'))), provider)).toBe(
      'refused',
    );
    expect(outcomeOf(await visitor.back(provider, callback), provider)).toBe('signed in');
    expect(outcomeOf(await visitor.back(provider, callback), provider)).toBe('refused');
  });

  it('redirects to the sign-in page after the user refused, and consumes the attempt', async () => {
    const visitor = new Visitor(social.auth);
    const page = await visitor.start(provider);
    const callback = new URL(page.searchParams.get('redirect_uri') ?? '');
    const state = page.searchParams.get('state') ?? '';
    const error = provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied';
    callback.search = new URLSearchParams({ error, error_description: 'Permissions error', state }).toString();
    expect(outcomeOf(await visitor.back(provider, callback), provider)).toBe('refused');
    expect(outcomeOf(await visitor.back(provider, await agree(page)), provider)).toBe('refused');
  });

  it('redirects to the sign-in page when the parameters are missing or invalid', async () => {
    const visitor = new Visitor(social.auth);
    const url = `/api/auth/${provider}/callback`;
    for (const query of ['', '?', '?code=x&code=y&state=z', '?error=', '?state[]=1', '?%E0%A4%A']) {
      expect(outcomeOf(await visitor.send({ url: url + query }), provider)).toBe('refused');
    }
  });

  it('redirects to the sign-in page when the provider did not issue the code', async () => {
    const visitor = new Visitor(social.auth);
    const callback = await agree(await visitor.start(provider));
    callback.searchParams.set('code', 'stolen');
    expect(outcomeOf(await visitor.back(provider, callback), provider)).toBe('refused');
  });

  it('creates one account for two concurrent callbacks of the same new user', async () => {
    for (const email of [undefined, `${provider}.twice@example.com`]) {
      const id = somebody();
      social.setPerson(provider, { id, name: 'Idrissa', ...(email && { email }) });
      const visitors = Array.from({ length: 4 }, () => new Visitor(social.auth));
      const responses = await Promise.all(visitors.map((visitor) => visitor.signIn(provider)));
      const accounts = await Promise.all(responses.map((response) => accountOf(social, response)));
      expect(new Set(accounts.map((account) => account.id)).size).toBe(1);
      expect(await social.auth.database.user.count({ where: { provider, providerId: id } })).toBe(1);
    }
  });
});

describe('the browser of a callback', () => {
  it('has to be the one that started the sign-in, so that no user is signed in to an attacker’s account', async () => {
    for (const provider of ['google', 'facebook'] as const) {
      social.setPerson(provider, { id: somebody() });
      const callback = await agree(await new Visitor(social.auth).start(provider));
      expect(outcomeOf(await new Visitor(social.auth).back(provider, callback), provider)).toBe('refused');
    }
  });

  it('is recognized over https even when Apple’s page sends the request', async () => {
    const site = 'https://colis.example';
    const secure = await startSocialAuth({ publicUrl: site });
    secure.setPerson('apple', { id: somebody() });
    const visitor = new Visitor(secure.auth);
    const started = await visitor.send({ url: '/api/auth/apple' });
    expect(String(started.headers['set-cookie'])).toMatch(
      /^__Host-fasocolis-social=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    );
    const callback = await agree(new URL(String(started.headers.location)));
    expect(callback.href).toMatch(`${site}/api/auth/apple/callback`);
    expect(outcomeOf(await visitor.back('apple', callback), 'apple', site)).toBe('signed in');
    const stolen = await agree(await visitor.start('apple'));
    expect(outcomeOf(await new Visitor(secure.auth).back('apple', stolen), 'apple', site)).toBe('refused');
    await secure.close();
  });

  it('may sign in in two windows at once', async () => {
    social.setPerson('google', { id: somebody() });
    const visitor = new Visitor(social.auth);
    const first = await visitor.start('google');
    const second = await visitor.start('google');
    expect(outcomeOf(await visitor.back('google', await agree(first)), 'google')).toBe('signed in');
    expect(outcomeOf(await visitor.back('google', await agree(second)), 'google')).toBe('signed in');
  });

  it('loses its former session', async () => {
    const user = await social.auth.createUser();
    const old = sessionIdOf(await social.auth.login(user.username, 'Secret-123'));
    const sessionKey = (await social.auth.sessions.resolve(old))?.key ?? '';
    social.setPerson('google', { id: somebody() });
    const visitor = new Visitor(social.auth);
    visitor.identity = { kind: 'user', userId: user.id, isAdmin: false, sessionKey };
    expect(outcomeOf(await visitor.signIn('google'), 'google')).toBe('signed in');
    expect(await social.auth.sessions.resolve(old)).toBeNull();
  });

  it('has ten minutes', async () => {
    const page = await new Visitor(social.auth).start('google');
    const left = await social.auth.redis.ttl(`social-sign-in:${page.searchParams.get('state')}`);
    expect(left).toBeGreaterThan(590);
    expect(left).toBeLessThanOrEqual(600);
  });
});

describe('while Redis is unavailable', () => {
  it('no user is signed in, and every caller gets a message', async () => {
    const cut = await startSocialAuth();
    const visitor = new Visitor(cut.auth);
    const callback = await agree(await visitor.start('google'));
    cut.auth.redis.disconnect();
    expect((await visitor.send({ url: '/api/auth/google' })).statusCode).toBe(503);
    expect(outcomeOf(await visitor.send({ url: '/api/auth/apple' }), 'apple')).toBe('refused');
    expect(outcomeOf(await visitor.back('google', callback), 'google')).toBe('refused');
    await cut.close();
  });
});
