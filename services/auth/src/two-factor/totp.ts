import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Time steps before and after the current one whose codes are accepted: clocks differ, typing takes time. */
const WINDOW = 1;

/** What every authenticator app supports. */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: PRODUCT_NAME,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const uriOf = (secret: string, username: string): string => totpOf(secret, username).toString();

export function stepOf(code: string, secret: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
