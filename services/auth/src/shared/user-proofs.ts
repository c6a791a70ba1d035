import { timingSafeEqual } from 'node:crypto';
import { signerFor } from '@fasocolis/service-kit/auth/signing-keys';

const TOKEN = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** Signs user ids for one purpose, without expiry. */
export class UserProofs {
  readonly #sign: ReturnType<typeof signerFor>;

  constructor(signingKeys: string, purpose: 'unsubscribe' | 'known-browser') {
    this.#sign = signerFor(signingKeys, purpose);
  }

  issue(userId: number): string {
    return `${userId}.${this.#sign(String(userId))[0].toString('base64url')}`;
  }

  /** Null when the signature is invalid. */
  userIdOf(token: string): number | null {
    const [, userId = '', proof = ''] = TOKEN.exec(token) ?? [];
    const given = Buffer.from(proof, 'base64url');
    const isOurs = this.#sign(userId).some(
      (expected) => given.length === expected.length && timingSafeEqual(given, expected),
    );
    return isOurs ? Number(userId) : null;
  }
}
