import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { OperatorError } from './operator-error.ts';

export type Bytes = AsyncIterable<Uint8Array>;

const AGE_MAGIC = Buffer.from('age-encryption.org/');
/** 2^16: 64 MB and a fifth of a second per guess. */
export const SCRYPT_WORK = 16;
const DIGEST_BYTES = 32;

export const BACKUP_KEY_LENGTH = 16;

/** Appends the SHA-256 of all bytes, and encrypts with age when there is a passphrase. */
export async function* seal(content: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  if (!key) {
    yield* withDigest(content);
    return;
  }
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_WORK);
  encrypter.setPassphrase(key);
  yield* await encrypter.encrypt(webStream(withDigest(content)));
}

/** Returns the original bytes. Only their end proves that they are complete and unchanged. */
export async function* unseal(source: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* withoutDigest(decrypt(source, key));
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(error);
  }
}

export const damaged = (cause?: unknown) =>
  new OperatorError("Ce fichier est incomplet, abîmé ou modifié : rien n'a été restauré.", { cause });

const webStream = (source: Bytes) => Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;

async function* withDigest(source: Bytes): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

async function* withoutDigest(source: Bytes): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([tail, chunk]);
    const cut = Math.max(0, bytes.length - DIGEST_BYTES);
    tail = bytes.subarray(cut);
    hash.update(bytes.subarray(0, cut));
    yield bytes.subarray(0, cut);
  }
  if (!tail.equals(hash.digest())) throw damaged();
}

async function* decrypt(source: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < AGE_MAGIC.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const all = (async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  const encrypted = head.subarray(0, AGE_MAGIC.length).equals(AGE_MAGIC);
  if (!encrypted && key) {
    throw new OperatorError(
      "Cette sauvegarde n'est pas chiffrée alors que BACKUP_KEY est donnée : si vous êtes sûr de son origine, " +
        'recommencez sans BACKUP_KEY.',
    );
  }
  if (!encrypted) {
    yield* all;
    return;
  }
  if (!key) throw new OperatorError('Cette sauvegarde est chiffrée : donnez sa clé dans BACKUP_KEY.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const plain = await decrypter.decrypt(webStream(all)).catch((cause: Error) => {
    if (!cause.message.includes('no identity matched')) throw cause;
    throw new OperatorError("BACKUP_KEY n'est pas la clé de cette sauvegarde, ou le fichier a été modifié.", { cause });
  });
  yield* plain;
}
