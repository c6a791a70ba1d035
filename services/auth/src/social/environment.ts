import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';

/** Compose passes variables that nobody set as empty ones. */
const emptyAs = <T>(fallback: T) =>
  z.transform((value: unknown) => (value === undefined || value === '' ? fallback : value));

const setting = z.optional(z.pipe(emptyAs(undefined), z.optional(z.string())));

/** Plain HTTP is for a provider on this machine alone: anywhere else it would carry secrets in the open. */
export const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const isProtected = (text: string) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || isLoopback(url));
};

const address = (real: string) =>
  z._default(
    z.pipe(
      emptyAs(real),
      z.string().check(z.refine(isProtected, 'must be an https address, or an http one of this machine')),
    ),
    real,
  );

/** Apple signs with ES256 alone; its .p8 file is such a key. */
function isP256Key(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Files of variables hold one line each: line ends of a key may come as `\n`. */
const privateKey = z.optional(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && value ? value.replaceAll('\\n', '\n') : undefined)),
    z.optional(z.string().check(z.refine(isP256Key, 'must be a P-256 private key in PEM form'))),
  ),
);

/** What decides which providers sign people in; a provider without any of its credentials is switched off. */
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
