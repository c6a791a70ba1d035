import type { ServiceName } from '@fasocolis/contracts/services';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod/mini';
import { parsePrivateKey, parsePublicKeys } from './identity-keys.ts';

export const IDENTITY_HEADER = 'x-identity';

/** Long enough for a request and its retries, too short to be worth stealing. */
const LIFETIME_MS = 60_000;
/** Between the clocks of two machines: the gateway's identities are up to 30 seconds old when they are sent. */
const CLOCK_TOLERANCE_MS = 30_000;

const UserSchema = z.object({
  userId: z.int(),
  isAdmin: z.boolean(),
  isAgent: z.optional(z.boolean()),
  /** Whether the user's email address is verified. Missing, thus false, in the identities of former releases. */
  isVerified: z.optional(z.boolean()),
  needsSecondFactor: z.optional(z.boolean()),
  sessionKey: z.string(),
});
const HeaderSchema = z.object({ header: z.object({ kid: z.string() }) });

export type UserClaims = z.infer<typeof UserSchema>;
export type UserIdentity = { kind: 'user' } & UserClaims;

export type Identity =
  | UserIdentity
  | { readonly kind: 'service'; readonly name: ServiceName }
  | { readonly kind: 'anonymous' };

export const ANONYMOUS: Identity = Object.freeze({ kind: 'anonymous' });

/** Whether the caller is the administrator or an agent. */
export const isStaff = (identity: Identity): boolean =>
  identity.kind === 'user' && (identity.isAdmin || identity.isAgent === true);

/**
 * Whether the caller may see the pick-up codes of own orders. An unverified address may be another person's, and staff
 * hands parcels over.
 */
export const maySeePickupCodes = (identity: Identity): boolean =>
  identity.kind === 'user' && identity.isVerified === true && !isStaff(identity);

/**
 * Returns the function that signs an identity for one service and 60 seconds (Ed25519): the gateway signs users, a
 * service signs itself.
 * @throws Error for a malformed key
 */
export function identitySigner(privateKey: string): (audience: string | string[], user?: UserClaims) => string {
  const { issuer, key } = parsePrivateKey(privateKey);
  const sign = createSigner({ key, algorithm: 'EdDSA', kid: issuer, expiresIn: LIFETIME_MS });
  return (audience, user) => sign({ ...user, aud: audience });
}

/**
 * Returns the function that verifies an identity. One that is missing, forged, expired or signed for another service is
 * anonymous. The key determines the kind: the gateway signs users, and a service signs only itself.
 * @throws Error for malformed keys
 */
export function identityVerifier(publicKeys: string, audience: string): (token: string | undefined) => Identity {
  const decode = createDecoder({ complete: true });
  const verifiers = parsePublicKeys(publicKeys).map(({ issuer, key }) => ({
    issuer,
    verify: createVerifier({
      key,
      algorithms: ['EdDSA'],
      allowedAud: audience,
      cache: 1000,
      clockTolerance: CLOCK_TOLERANCE_MS,
    }),
  }));
  return (token) => {
    if (!token) return ANONYMOUS;
    try {
      const { kid } = HeaderSchema.parse(decode(token)).header;
      for (const { issuer, verify } of verifiers.filter((each) => each.issuer === kid)) {
        const claims = claimsOf(token, verify);
        if (!claims) continue;
        if (issuer !== 'gateway') return { kind: 'service', name: issuer };
        return { kind: 'user', ...UserSchema.parse(claims) };
      }
    } catch {}
    return ANONYMOUS;
  };
}

function claimsOf(token: string, verify: (token: string) => unknown): unknown {
  try {
    return verify(token);
  } catch {
    return null;
  }
}
