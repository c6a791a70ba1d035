import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';
import { StartError } from '../../local/start-error.ts';

/** One file of an archive; its content can be read once, while it is the file at hand. */
export interface ArchiveFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

type Bytes = AsyncIterable<Uint8Array>;

/** A tar entry says its length before its content: files of unknown length travel in parts of about this size. */
const PART_BYTES = 1024 * 1024;
const AGE_MAGIC = Buffer.from('age-encryption.org/');
/** 2^16: 64 MB and a fifth of a second for each guess of a passphrase. */
const SCRYPT_WORK = 16;
/** A zstd frame that decompressors skip: `zstd -d | tar x` reads our files as they are. */
const SKIPPABLE_FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TRAILER_BYTES = SKIPPABLE_FRAME.length + 32;

/** Shortest passphrase that is accepted. */
export const BACKUP_KEY_LENGTH = 16;

/**
 * Writes files as one stream: tar, zstd, the SHA-256 of all that, and around it age when a passphrase is given.
 * Never holds more than a part of a file.
 */
export async function writeArchive(
  files: AsyncIterable<ArchiveFile>,
  key: string | undefined,
  destination: Writable,
): Promise<void> {
  const tar = pack();
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  const stages = [withDigest, ...(key ? [encrypt(key)] : [])];
  await Promise.all([
    pipeline([Readable.from(tar), createZstdCompress({ params }), ...stages, destination]),
    // What stops the source must end the stream, or whoever writes would wait for ever.
    fill(tar, files).catch((error: Error) => {
      tar.destroy(error);
      throw error;
    }),
  ]);
}

async function fill(tar: Pack, files: AsyncIterable<ArchiveFile>): Promise<void> {
  for await (const { name, content } of files) {
    let number = 0;
    for await (const part of inParts(content)) {
      number += 1;
      await addEntry(tar, `${name}/${String(number).padStart(8, '0')}`, part);
    }
  }
  tar.finalize();
}

async function* inParts(content: Bytes): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

function addEntry(tar: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });
}

async function* withDigest(source: Bytes): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield trailer(hash.digest());
}

const trailer = (digest: Buffer) => Buffer.concat([SKIPPABLE_FRAME, digest]);

function encrypt(key: string) {
  return async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(SCRYPT_WORK);
    encrypter.setPassphrase(key);
    yield* await encrypter.encrypt(webStream(source));
  };
}

const webStream = (source: Bytes) => Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;

const damaged = (cause?: unknown) =>
  new StartError("Ce fichier est incomplet, abîmé ou modifié : rien n'a été restauré.", { cause });

/**
 * Reads an archive to its end and shows each file to `visit`. Only once the promise resolves is all that was shown
 * known to be what was written: `visit` must do nothing before that which cannot be undone.
 * @throws StartError when the file is damaged, incomplete or forged, or the passphrase is missing or another;
 * what `visit` throws, unless the reason turns out to be a damaged file
 */
export async function readArchive(
  source: Bytes,
  key: string | undefined,
  visit: (file: ArchiveFile) => Promise<void>,
): Promise<void> {
  const tar = extract();
  let refusal: StartError | undefined;
  const refuseOr = async function* (bytes: Bytes) {
    try {
      yield* decrypt(bytes, key);
    } catch (error) {
      if (error instanceof StartError) refusal = error;
      throw error;
    }
  };
  const flow = pipeline([source, refuseOr, withoutDigest, createZstdDecompress(), tar]);
  flow.catch(() => {});
  let failure: { error: unknown } | undefined;
  try {
    for await (const file of wholeFiles(tar)) {
      if (failure) continue;
      try {
        await visit(file);
      } catch (error) {
        if (error instanceof StartError) refusal = error;
        if (refusal) throw error;
        // Was it the file? Its end tells.
        failure = { error };
      }
    }
    await flow;
  } catch (error) {
    tar.destroy();
    await flow.catch(() => {});
    throw refusal ?? damaged(error);
  }
  if (failure) throw failure.error;
}

/** Puts the parts of files together again. */
async function* wholeFiles(tar: ReturnType<typeof extract>): AsyncGenerator<ArchiveFile> {
  const entries = tar[Symbol.asyncIterator]();
  let next = await entries.next();
  const nameAtHand = () => (next.done ? undefined : next.value.header.name.replace(/\/\d+$/, ''));
  for (let name = nameAtHand(); name !== undefined; name = nameAtHand()) {
    const content = parts(name);
    yield { name, content };
    // What the visitor has left.
    for await (const _ of content);
  }

  async function* parts(name: string): AsyncGenerator<Uint8Array> {
    while (!next.done && nameAtHand() === name) {
      yield* next.value as Bytes;
      next = await entries.next();
    }
  }
}

async function* withoutDigest(source: Bytes): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([tail, chunk]);
    const cut = Math.max(0, bytes.length - TRAILER_BYTES);
    tail = bytes.subarray(cut);
    hash.update(bytes.subarray(0, cut));
    yield bytes.subarray(0, cut);
  }
  if (!tail.equals(trailer(hash.digest()))) throw damaged();
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
    throw new StartError(
      "Cette sauvegarde n'est pas chiffrée alors que BACKUP_KEY est donnée : si vous êtes sûr de son origine, " +
        'recommencez sans BACKUP_KEY.',
    );
  }
  if (!encrypted) {
    yield* all;
    return;
  }
  if (!key) throw new StartError('Cette sauvegarde est chiffrée : donnez sa clé dans BACKUP_KEY.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const plain = await decrypter.decrypt(webStream(all)).catch((cause: Error) => {
    if (!cause.message.includes('no identity matched')) throw cause;
    throw new StartError("BACKUP_KEY n'est pas la clé de cette sauvegarde, ou le fichier a été modifié.", { cause });
  });
  yield* plain;
}
