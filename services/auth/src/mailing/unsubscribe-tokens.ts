import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const TOKEN = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** What a mail carries so that whoever got it can end such mails without a sign-in; it says whose mails, and nothing else. */
export class UnsubscribeTokens {
  readonly #key: Uint8Array;

  constructor(signingKey: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', signingKey, '', 'unsubscribe', 32));
  }

  issue(userId: number): string {
    return `${userId}.${this.#proofOf(String(userId)).toString('base64url')}`;
  }

  /** Whose mails a token ends; null when it is not one of ours. */
  userIdOf(token: string): number | null {
    const [, userId = '', proof = ''] = TOKEN.exec(token) ?? [];
    const given = Buffer.from(proof, 'base64url');
    const expected = this.#proofOf(userId);
    return given.length === expected.length && timingSafeEqual(given, expected) ? Number(userId) : null;
  }

  #proofOf(userId: string): Buffer {
    return createHmac('sha256', this.#key).update(userId).digest();
  }
}
