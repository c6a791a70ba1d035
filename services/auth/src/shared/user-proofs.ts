import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { signingKeysOf } from '@fasocolis/service-kit/auth/signing-keys';

const TOKEN = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** Signs user ids for one purpose, without expiry. */
export class UserProofs {
  readonly #keys: Uint8Array[];

  constructor(signingKeys: string, purpose: 'unsubscribe' | 'known-browser') {
    this.#keys = signingKeysOf(signingKeys).map((key) => new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)));
  }

  issue(userId: number): string {
    return `${userId}.${this.#proofsOf(String(userId))[0]?.toString('base64url')}`;
  }

  /** Null when the signature is invalid. */
  userIdOf(token: string): number | null {
    const [, userId = '', proof = ''] = TOKEN.exec(token) ?? [];
    const given = Buffer.from(proof, 'base64url');
    const isOurs = this.#proofsOf(userId).some(
      (expected) => given.length === expected.length && timingSafeEqual(given, expected),
    );
    return isOurs ? Number(userId) : null;
  }

  #proofsOf(userId: string): Buffer[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(userId).digest());
  }
}
