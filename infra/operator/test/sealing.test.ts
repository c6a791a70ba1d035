import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Bytes, seal, unseal } from '../src/sealing.ts';

const KEY = 'une phrase que personne ne devine';
const CONTENT = randomBytes(200_000);
/** Each attempt at a passphrase takes long, by design. */
const LONG_TIMEOUT = { timeout: 120_000 };

async function bytesOf(source: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 10_007) yield bytes.subarray(from, from + 10_007);
}

const sealed = (key?: string) => bytesOf(seal(inChunks(CONTENT), key));
const refusal = (file: Buffer, key?: string) =>
  bytesOf(unseal(inChunks(file), key)).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a sealed file', LONG_TIMEOUT, () => {
  it.each([undefined, KEY])('is unsealed to its content (key: %s)', async (key) => {
    expect(CONTENT.equals(await bytesOf(unseal(inChunks(await sealed(key)), key)))).toBe(true);
  });

  it('with a key is in the format of age', async () => {
    expect((await sealed(KEY)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  });

  it.each([undefined, KEY])('is refused with one flipped bit anywhere (key: %s)', async (key) => {
    const file = await sealed(key);
    for (const place of [0, 3, 30, 120, Math.floor(file.length / 2), file.length - 1]) {
      const forged = Buffer.from(file);
      forged[place] = (forged[place] ?? 0) ^ 0b100;
      expect([place, await refusal(forged, key)]).toEqual([
        place,
        expect.stringMatching(/^OperatorError: .*(abîmé|modifié|chiffrée)/),
      ]);
    }
  });

  it.each([undefined, KEY])('is refused when it is truncated anywhere (key: %s)', async (key) => {
    const file = await sealed(key);
    for (const length of [0, 10, 1000, Math.floor(file.length / 2), file.length - 40, file.length - 1]) {
      expect([length, await refusal(file.subarray(0, length), key)]).toEqual([
        length,
        expect.stringMatching(/^OperatorError: .*(abîmé|modifié|chiffrée)/),
      ]);
    }
  });

  it('is refused without its key or with another one, and an unencrypted file where a key is given', async () => {
    const encrypted = await sealed(KEY);
    expect(await refusal(encrypted)).toContain('donnez sa clé dans BACKUP_KEY');
    expect(await refusal(encrypted, `${KEY}!`)).toContain("BACKUP_KEY n'est pas la clé");
    expect(await refusal(await sealed(), KEY)).toContain("n'est pas chiffrée");
  });
});
