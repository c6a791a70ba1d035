import type { SocialProvider } from '@fasocolis/contracts/auth';
import { createSigner } from 'fast-jwt';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { SocialEnvironment } from './environment.ts';
import { FacebookProvider } from './facebook.ts';
import { OpenIdProvider } from './openid-connect.ts';
import type { SignInProvider } from './provider.ts';

export type SignInProviders = Partial<Record<SocialProvider, SignInProvider>>;

/** @throws Error naming the missing variables of a provider that is configured incompletely */
export function signInProviders(env: SocialEnvironment): SignInProviders {
  const google = credentials(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  const apple = credentials(env, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']);
  const facebook = credentials(env, ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET']);
  return {
    ...(google && { google: googleProvider(google, env) }),
    ...(apple && { apple: appleProvider(apple, env) }),
    ...(facebook && {
      facebook: new FacebookProvider({
        clientId: facebook.FACEBOOK_CLIENT_ID,
        clientSecret: facebook.FACEBOOK_CLIENT_SECRET,
        authorizeUrl: new URL(env.FACEBOOK_AUTHORIZE_URL),
        tokenUrl: new URL(env.FACEBOOK_TOKEN_URL),
        profileUrl: new URL(env.FACEBOOK_PROFILE_URL),
      }),
    }),
  };
}

function credentials<N extends keyof SocialEnvironment>(env: SocialEnvironment, names: N[]): Record<N, string> | null {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    const present = names.filter((name) => env[name] !== undefined);
    throw new Error(
      `Invalid environment for auth:\n${missing.join(', ')} must be set along with ${present.join(', ')}`,
    );
  }
  return env as Record<N, string>;
}

function googleProvider(
  { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET', string>,
  { GOOGLE_ISSUER }: SocialEnvironment,
): SignInProvider {
  return new OpenIdProvider({
    issuer: new URL(GOOGLE_ISSUER),
    clientId: GOOGLE_CLIENT_ID,
    clientAuthentication: oidc.ClientSecretPost(GOOGLE_CLIENT_SECRET),
    scope: 'openid email profile',
    names: ({ given_name, family_name }) => ({ firstName: given_name, lastName: family_name }),
  });
}

const AppleUserSchema = z.object({
  name: z.object({ firstName: z.optional(z.unknown()), lastName: z.optional(z.unknown()) }),
});

/** Apple's client secret is a signed token, created for each sign-in; in milliseconds. */
const APPLE_SECRET_LIFETIME = 300_000;

function appleProvider(
  key: Record<'APPLE_CLIENT_ID' | 'APPLE_TEAM_ID' | 'APPLE_KEY_ID' | 'APPLE_PRIVATE_KEY', string>,
  { APPLE_ISSUER }: SocialEnvironment,
): SignInProvider {
  const clientId = key.APPLE_CLIENT_ID;
  const signSecret = createSigner({
    algorithm: 'ES256',
    key: key.APPLE_PRIVATE_KEY,
    kid: key.APPLE_KEY_ID,
    iss: key.APPLE_TEAM_ID,
    sub: clientId,
    aud: APPLE_ISSUER,
    expiresIn: APPLE_SECRET_LIFETIME,
  });
  return new OpenIdProvider({
    issuer: new URL(APPLE_ISSUER),
    clientId,
    clientAuthentication: (_server, _client, body) => {
      body.set('client_id', clientId);
      body.set('client_secret', signSecret({}));
    },
    scope: 'openid email name',
    // Apple returns names and addresses only with this response mode.
    parameters: { response_mode: 'form_post' },
    names: (_claims, callback) => appleNames(callback.searchParams.get('user')),
  });
}

/** The name from Apple's form, sent at the first sign-in only and unsigned: nothing may depend on it. */
function appleNames(user: string | null): { firstName?: unknown; lastName?: unknown } {
  try {
    return AppleUserSchema.safeParse(JSON.parse(user ?? '')).data?.name ?? {};
  } catch {
    return {};
  }
}
