import type { SocialProvider } from '@fasocolis/contracts/auth';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { call, TEST_SIGNING_KEY, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import type { InjectOptions } from 'fastify';
import { loadAuthConfig } from '../src/config.ts';
import { signInProviders } from '../src/social/providers.ts';
import { type Auth, NO_HOLDERS, sessionIdOf, startAuth } from './helpers.ts';
import { APPLE_PRIVATE_KEY, readAppleSecret, startFacebook, startOpenIdProvider } from './social-providers.ts';

export const SITE = 'http://localhost:8080';

/** The providers for an environment with these variables and the required ones of auth. */
export const providersOf = (env: NodeJS.ProcessEnv) =>
  signInProviders(
    loadAuthConfig({
      PORT: '0',
      ...testIdentityVariables('auth'),
      INTERNAL_SIGNING_KEY: TEST_SIGNING_KEY,
      ...NO_HOLDERS,
      DATABASE_URL: 'postgresql://localhost/none',
      REDIS_URL: testRedisUrl(),
      PUBLIC_URL: SITE,
      ...env,
    }),
  );

export const googleEnvironment = (issuer: string) => ({
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER: issuer,
});

export const appleEnvironment = (issuer: string) => ({
  APPLE_CLIENT_ID: 'bf.fasocolis.web',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  // On one line, as in files of variables.
  APPLE_PRIVATE_KEY: APPLE_PRIVATE_KEY.replaceAll('\n', '\\n'),
  APPLE_ISSUER: issuer,
});

export const facebookEnvironment = (url: string) => ({
  FACEBOOK_CLIENT_ID: '1234567890',
  FACEBOOK_CLIENT_SECRET: 'facebook-secret',
  FACEBOOK_AUTHORIZE_URL: `${url}/dialog/oauth`,
  FACEBOOK_TOKEN_URL: `${url}/oauth/access_token`,
  FACEBOOK_PROFILE_URL: `${url}/me`,
});

/** The auth service with all three providers, each a separate server. */
export async function startSocialAuth({ publicUrl = SITE } = {}) {
  const google = await startOpenIdProvider((secret) => secret === 'google-secret');
  const apple = await startOpenIdProvider((secret) => readAppleSecret(secret) !== null);
  const facebook = await startFacebook({ clientId: '1234567890', clientSecret: 'facebook-secret' });
  const socialProviders = providersOf({
    ...googleEnvironment(google.issuer),
    ...appleEnvironment(apple.issuer),
    ...facebookEnvironment(facebook.url),
  });
  const auth = await startAuth({ publicUrl, socialProviders });
  return {
    auth,
    google,
    apple,
    facebook,
    /** Sets the next person to sign in, as described by the provider. */
    setPerson(provider: SocialProvider, person: { id: string; email?: string; verified?: boolean; name?: string }) {
      const { id, email, verified = true, name } = person;
      const address = email === undefined ? {} : { email };
      if (provider === 'facebook') {
        facebook.profile = { id, ...address, ...(name !== undefined && { first_name: name, last_name: 'Traoré' }) };
        return;
      }
      const names = name === undefined || provider === 'apple' ? {} : { given_name: name, family_name: 'Traoré' };
      const vouched = email === undefined ? {} : { email_verified: verified };
      (provider === 'google' ? google : apple).claims = { sub: id, ...address, ...vouched, ...names };
    },
    async close() {
      await auth.close();
      await Promise.all([google.stop(), apple.stop(), facebook.stop()]);
    },
  };
}

export type SocialAuth = Awaited<ReturnType<typeof startSocialAuth>>;

/** A browser: cookies and redirects only. */
export class Visitor {
  readonly #auth: Auth;
  readonly #cookies = new Map<string, { value: string; crossSite: boolean }>();
  /** The identity that the gateway would forward. */
  identity: Identity = { kind: 'anonymous' };

  constructor(auth: Auth) {
    this.#auth = auth;
  }

  async send(request: InjectOptions, { fromElsewhere = false } = {}) {
    const cookies = [...this.#cookies].filter(([, { crossSite }]) => crossSite || !fromElsewhere);
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const headers = { ...request.headers, ...(cookie && { cookie }) };
    const response = await call(this.#auth.app, { ...request, headers }, this.identity);
    for (const { name, value, sameSite } of response.cookies) {
      this.#cookies.set(name, { value, crossSite: sameSite === 'None' });
    }
    return response;
  }

  /** Presses a provider's button. @returns the URL of the provider's page */
  async start(provider: SocialProvider): Promise<URL> {
    const response = await this.send({ url: `/api/auth/${provider}` });
    return new URL(provider === 'google' ? response.json().url : response.headers.location);
  }

  /** Sends the callback of a provider. */
  back(provider: SocialProvider, callback: URL) {
    const path = callback.pathname;
    if (provider !== 'apple') return this.send({ url: `${path}${callback.search}` });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = callback.searchParams.toString();
    return this.send({ method: 'POST', url: path, headers, payload }, { fromElsewhere: true });
  }

  /** Signs in: start, consent and callback. */
  async signIn(provider: SocialProvider, extra: Record<string, string> = {}) {
    const callback = await agree(await this.start(provider));
    for (const [name, value] of Object.entries(extra)) callback.searchParams.set(name, value);
    return this.back(provider, callback);
  }
}

/** Consents on the provider's page. @returns the URL that it redirects to */
export async function agree(page: URL): Promise<URL> {
  const response = await fetch(page, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

type Reply = Awaited<ReturnType<Visitor['send']>>;

/** The address after a sign-in that failed. */
export const failure = (provider: SocialProvider, site = SITE) => `${site}/auth?login_error=1&provider=${provider}`;

/** The outcome of a response: the page that it redirects to, and whether with a session. */
export function outcomeOf(response: Reply, provider: SocialProvider, site = SITE): string {
  const { location } = response.headers;
  const hasSession = sessionIdOf(response) !== '';
  const success = `${site}/auth?login_success=true&provider=${provider}`;
  const secondStep = `${site}/auth?second_step=true&provider=${provider}`;
  if (response.statusCode === 302 && location === success && hasSession) return 'signed in';
  if (response.statusCode === 302 && location === failure(provider, site) && !hasSession) return 'refused';
  if (response.statusCode === 302 && location === secondStep && !hasSession) return 'second step';
  return `${response.statusCode} ${location} ${hasSession ? 'with' : 'without'} a session`;
}

/** The account that a response signed in to. */
export async function accountOf({ auth }: SocialAuth, response: Reply) {
  const resolved = await auth.sessions.resolve(sessionIdOf(response));
  return auth.database.user.findUniqueOrThrow({
    where: { id: resolved?.session.userId ?? 0 },
    include: { identities: { orderBy: { linkedAt: 'asc' } } },
  });
}

let people = 0;

/** An unused id at a provider. */
export function somebody(): string {
  people += 1;
  return `person-${people}`;
}
