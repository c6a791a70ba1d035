import { atMost, cleaned, isSafeName } from '@fasocolis/contracts/common';
import { cleanText } from '@fasocolis/contracts/reading/text';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { isLoopback } from './environment.ts';

export interface SocialProfile {
  /** The provider's id of the person, the only value that never changes. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified that the address belongs to the person. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface SignInProvider {
  authorizationUrl(redirectUri: string, checks: Checks): Promise<URL>;
  /** The person who returned. @param callback the URL of the redirect, with all parameters from the provider */
  profile(callback: URL, checks: Checks): Promise<SocialProfile>;
}

/** Three calls in a row take less than the timeout of the gateway. */
export const PROVIDER_TIMEOUT_SECONDS = 5;

export const extensionsFor = (...addresses: URL[]) => (addresses.some(isLoopback) ? [oidc.allowInsecureRequests] : []);

const NAME_MAX = 200;
const EmailSchema = z.string().check(z.trim(), atMost(200), cleaned(), z.email());

const name = (claim: unknown) => {
  const text = typeof claim === 'string' ? claim.trim().slice(0, NAME_MAX) : '';
  return isSafeName(text) ? cleanText(text) : '';
};

/** Builds a profile from the data of a provider, which may be incomplete or of other types. */
export function profileOf(
  subject: string,
  claims: { email?: unknown; isEmailVerified: boolean; firstName?: unknown; lastName?: unknown },
): SocialProfile {
  const { data: email = null } = EmailSchema.safeParse(claims.email);
  return {
    subject,
    email,
    isEmailVerified: email !== null && claims.isEmailVerified,
    firstName: name(claims.firstName),
    lastName: name(claims.lastName),
  };
}
