import { isSafeName } from '@fasocolis/contracts/common';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { isLoopback } from './environment.ts';

/** Somebody as a provider describes them. */
export interface SocialProfile {
  /** The provider's own id of the person: the one thing that never changes. */
  subject: string;
  email: string | null;
  /** Whether the provider says that the address is this person's. */
  emailVouched: boolean;
  /** Names may be empty. */
  firstName: string;
  lastName: string;
}

/** What an attempt to sign in is recognised by when it comes back. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface SignInProvider {
  /** The page on which the person agrees. @throws Error when the provider cannot be reached */
  authorizationUrl(redirectUri: string, checks: Checks): Promise<URL>;
  /**
   * Who came back.
   * @param callback the address they came back to, with everything the provider sent along
   * @throws Error when they refused, when the provider fails, or when what it says does not fit the checks
   */
  profile(callback: URL, checks: Checks): Promise<SocialProfile>;
}

/** Three calls in a row still end before the gateway gives up. */
export const PROVIDER_TIMEOUT_SECONDS = 5;

/** What the library needs to be told for providers on this machine. */
export const extensionsFor = (...addresses: URL[]) => (addresses.some(isLoopback) ? [oidc.allowInsecureRequests] : []);

const NAME_MAX = 200;
const EmailSchema = z.string().check(z.trim(), z.maxLength(200), z.email());

const name = (text: unknown) => {
  const trimmed = typeof text === 'string' ? text.trim().slice(0, NAME_MAX) : '';
  return isSafeName(trimmed) ? trimmed : '';
};

/** A profile out of what a provider sent, none of which has to be there or be what it should be. */
export function profileOf(
  subject: string,
  claims: { email?: unknown; emailVouched: boolean; firstName?: unknown; lastName?: unknown },
): SocialProfile {
  const { data: email = null } = EmailSchema.safeParse(claims.email);
  return {
    subject,
    email,
    emailVouched: email !== null && claims.emailVouched,
    firstName: name(claims.firstName),
    lastName: name(claims.lastName),
  };
}
