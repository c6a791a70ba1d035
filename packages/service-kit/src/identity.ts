import { createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod/mini';
import { signingKeysOf } from './signing-keys.ts';

/** The header in which the gateway, or another service, says for whom it is asking. */
export const IDENTITY_HEADER = 'x-identity';

/** Long enough for one request and its retries, too short to be worth stealing. */
const LIFETIME_MS = 60_000;

const IdentitySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId: z.int(), isAdmin: z.boolean(), sessionKey: z.string() }),
  z.object({ kind: z.literal('service'), name: z.string() }),
]);

/** For whom a request is made: somebody signed in, another service, or nobody known. */
export type Identity = z.infer<typeof IdentitySchema> | { readonly kind: 'anonymous' };
export type UserIdentity = Extract<Identity, { kind: 'user' }>;

const ANONYMOUS: Identity = Object.freeze({ kind: 'anonymous' });

/** Makes the function that signs an identity for the next 60 seconds (HMAC SHA-256) with the first of the keys. */
export function identitySigner(keys: string): (identity: Exclude<Identity, { kind: 'anonymous' }>) => string {
  return createSigner({ key: signingKeysOf(keys)[0], algorithm: 'HS256', expiresIn: LIFETIME_MS });
}

/** Makes the function that reads an identity signed with any of the keys. A missing, forged or expired one is nobody. */
export function identityVerifier(keys: string): (token: string | undefined) => Identity {
  const verifiers = signingKeysOf(keys).map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 1000 }));
  return (token) => {
    if (!token) return ANONYMOUS;
    for (const verify of verifiers) {
      try {
        return IdentitySchema.parse(verify(token));
      } catch {
        // Perhaps the next key's.
      }
    }
    return ANONYMOUS;
  };
}
