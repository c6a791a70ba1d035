import { createECDH } from 'node:crypto';

/** Both keys are on P-256, in URL-safe base64. @throws Error for other text */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}
