import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { derivedKeys } from '@fasocolis/service-kit/auth/signing-keys';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  key: Uint8Array;
}

const withId = (key: Uint8Array): Key => ({
  id: createHash('sha256').update(key).digest('base64url').slice(0, 8),
  key,
});

/** Encrypts secrets of authenticator apps for the database, each bound to its user. */
export class SealedSecrets {
  readonly #current: Key;
  readonly #keys: Key[];

  /** @param signingKeys in the format of `parseSigningKeys`: the first one encrypts, all decrypt */
  constructor(signingKeys: string) {
    const [current, ...others] = derivedKeys(signingKeys, 'second-factor');
    this.#current = withId(current);
    this.#keys = [this.#current, ...others.map(withId)];
  }

  /** What every secret begins with that the current key encrypted. */
  get currentPrefix(): string {
    return `${this.#current.id}.`;
  }

  seal(userId: number, secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#current.key, iv).setAAD(Buffer.from(String(userId)));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return this.currentPrefix + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Null when the key is gone, or the secret is another user's. */
  open(userId: number, sealed: string): string | null {
    const [id, data = ''] = sealed.split('.');
    const known = this.#keys.find((each) => each.id === id);
    if (!known) return null;
    const bytes = Buffer.from(data, 'base64url');
    const iv = bytes.subarray(0, IV_BYTES);
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, known.key, iv)
        .setAAD(Buffer.from(String(userId)))
        .setAuthTag(tag);
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      return null;
    }
  }
}
