import { createHash } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@fasocolis/contracts/two-factor';
import { Secret } from 'otpauth';

/** 80 bits, 16 characters of base32: too many to find one from its hash. */
const CODE_BYTES = 10;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    new Secret({ size: CODE_BYTES }).base32.replaceAll(/.{4}(?=.)/g, '$&-'),
  );

/** Independent of case and separators, and of digits that base32 lacks because they look like letters. */
export function hashOfRecoveryCode(code: string): string {
  const letters = code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
  return createHash('sha256')
    .update(letters.replaceAll(/[^A-Z2-7]/g, ''))
    .digest('base64url');
}
