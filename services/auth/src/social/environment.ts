import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';

const setting = z.optional(z.string());

/** Plain HTTP is accepted for a provider on this machine only. */
export const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const isProtected = (text: string) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || isLoopback(url));
};

const address = (real: string) =>
  z._default(z.string().check(z.refine(isProtected, 'must be an https address, or an http one of this machine')), real);

/** Apple signs with ES256 only; its .p8 file holds such a key. */
function isP256Key(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Environment files have one line per variable: line ends may be written as `\n`. */
const privateKey = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.replaceAll('\\n', '\n')),
    ),
    z.string().check(z.refine(isP256Key, 'must be a P-256 private key in PEM form')),
  ),
);

/** A provider without credentials is disabled. */
export const socialEnvironment = {
  GOOGLE_CLIENT_ID: setting,
  GOOGLE_CLIENT_SECRET: setting,
  GOOGLE_ISSUER: address('https://accounts.google.com'),
  APPLE_CLIENT_ID: setting,
  APPLE_TEAM_ID: setting,
  APPLE_KEY_ID: setting,
  APPLE_PRIVATE_KEY: privateKey,
  APPLE_ISSUER: address('https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: setting,
  FACEBOOK_CLIENT_SECRET: setting,
  FACEBOOK_AUTHORIZE_URL: address('https://www.facebook.com/v24.0/dialog/oauth'),
  FACEBOOK_TOKEN_URL: address('https://graph.facebook.com/v24.0/oauth/access_token'),
  FACEBOOK_PROFILE_URL: address('https://graph.facebook.com/v24.0/me'),
};

const EnvironmentSchema = z.object(socialEnvironment);
export type SocialEnvironment = z.infer<typeof EnvironmentSchema>;
