import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
