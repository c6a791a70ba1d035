import { createCipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const TAG_BYTES = 7;
/** Numbers have at most 15 digits. */
const NUMBER_BYTES = 7;
/** In base 36: apps cut links before a "-" or "_" at their end. */
const TOKEN = /^[\da-z]{22}$/;

/**
 * Short tokens of phone numbers for links in messages. They never expire and need no row. The number is encrypted, with its
 * own HMAC as the nonce (a synthetic IV, as in RFC 5297): 22 characters, where AES-GCM would need 55.
 */
export class NumberTokens {
  readonly #macKey: Uint8Array;
  readonly #key: Uint8Array;

  /** @param secret that of VAPID, which stays: a new one would end subscriptions too */
  constructor(secret: string) {
    const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
    this.#macKey = derive('number-token-mac');
    this.#key = derive('number-token');
  }

  issue(phone: string): string {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(phone.slice(1)));
    const plain = number.subarray(8 - NUMBER_BYTES);
    const tag = this.#tagOf(plain);
    const hex = Buffer.concat([tag, this.#crypt(tag, plain)]).toString('hex');
    return BigInt(`0x${hex}`).toString(36).padStart(22, '0');
  }

  phoneOf(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const value = Array.from(token).reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
    const bytes = Buffer.from(value.toString(16).padStart(2 * (TAG_BYTES + NUMBER_BYTES), '0'), 'hex');
    if (bytes.length !== TAG_BYTES + NUMBER_BYTES) return null;
    const [tag, encrypted] = [bytes.subarray(0, TAG_BYTES), bytes.subarray(TAG_BYTES)];
    const plain = this.#crypt(tag, encrypted);
    if (!timingSafeEqual(this.#tagOf(plain), tag)) return null;
    return `+${BigInt(`0x${plain.toString('hex')}`)}`;
  }

  #tagOf(plain: Buffer): Buffer {
    return createHmac('sha256', this.#macKey).update(plain).digest().subarray(0, TAG_BYTES);
  }

  /** Encrypts and decrypts: a stream cipher. */
  #crypt(tag: Buffer, text: Buffer): Buffer {
    return createCipheriv('aes-256-ctr', this.#key, Buffer.concat([tag], 16)).update(text);
  }
}
