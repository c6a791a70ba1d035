import { createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod/mini';
import { signingKeysOf } from './signing-keys.ts';

/** The header with the signed identity of the caller. */
export const IDENTITY_HEADER = 'x-identity';

/** Long enough for a request and its retries, too short to be worth stealing. */
const LIFETIME_MS = 60_000;

const IdentitySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId: z.int(), isAdmin: z.boolean(), sessionKey: z.string() }),
  z.object({ kind: z.literal('service'), name: z.string() }),
]);

/** The caller of a request: a user, another service, or anonymous. */
export type Identity = z.infer<typeof IdentitySchema> | { readonly kind: 'anonymous' };
export type UserIdentity = Extract<Identity, { kind: 'user' }>;

const ANONYMOUS: Identity = Object.freeze({ kind: 'anonymous' });

/** Returns the function that signs an identity for 60 seconds (HMAC SHA-256) with the first key. */
export function identitySigner(keys: string): (identity: Exclude<Identity, { kind: 'anonymous' }>) => string {
  return createSigner({ key: signingKeysOf(keys)[0], algorithm: 'HS256', expiresIn: LIFETIME_MS });
}

/** Returns the function that verifies an identity against all keys. A missing, forged or expired one is anonymous. */
export function identityVerifier(keys: string): (token: string | undefined) => Identity {
  const verifiers = signingKeysOf(keys).map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 1000 }));
  return (token) => {
    if (!token) return ANONYMOUS;
    for (const verify of verifiers) {
      try {
        return IdentitySchema.parse(verify(token));
      } catch {}
    }
    return ANONYMOUS;
  };
}
