import { createPrivateKey, sign } from 'node:crypto';

/** Apple takes secrets of up to six months; one that leaked should not last that long. */
const LIFETIME_SECONDS = 3600;
const RENEW_BEFORE_SECONDS = 300;

export interface AppleKey {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PEM of the P-256 key that Apple issued. */
  privateKey: string;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Makes the client secret that Apple asks for: a token signed with our key, made anew shortly before it expires.
 *
 * @param audience Apple's issuer
 * @returns gives the secret that is valid now
 */
export function appleSecret({ clientId, teamId, keyId, privateKey }: AppleKey, audience: string): () => string {
  const key = createPrivateKey(privateKey);
  let secret = '';
  let expiresAt = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now < expiresAt - RENEW_BEFORE_SECONDS) return secret;
    expiresAt = now + LIFETIME_SECONDS;
    const header = encode({ alg: 'ES256', kid: keyId });
    const payload = encode({ iss: teamId, iat: now, exp: expiresAt, aud: audience, sub: clientId });
    const signature = sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
    secret = `${header}.${payload}.${signature.toString('base64url')}`;
    return secret;
  };
}
