import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { signingKeysOf } from '@fasocolis/service-kit/signing-keys';

const TOKEN = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** What a mail carries so that whoever got it can end such mails without a sign-in; it says whose mails, and nothing else. */
export class UnsubscribeTokens {
  /** The current one first. Mails are kept for years: retired keys still end what they began. */
  readonly #keys: Uint8Array[];

  constructor(signingKeys: string) {
    this.#keys = signingKeysOf(signingKeys).known.map(
      (key) => new Uint8Array(hkdfSync('sha256', key, '', 'unsubscribe', 32)),
    );
  }

  issue(userId: number): string {
    return `${userId}.${this.#proofsOf(String(userId))[0]?.toString('base64url')}`;
  }

  /** Whose mails a token ends; null when it is not one of ours. */
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
