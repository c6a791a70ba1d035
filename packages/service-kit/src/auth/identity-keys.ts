import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SERVICES } from '@fasocolis/contracts/services';
import * as z from 'zod/mini';

export const ISSUERS = ['gateway', ...SERVICES] as const;
export type Issuer = (typeof ISSUERS)[number];

const PublicKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.enum(ISSUERS),
  x: z.string(),
});
const PrivateKeySchema = z.extend(PublicKeySchema, { d: z.string() });
const KeySetSchema = z.object({ keys: z.array(PublicKeySchema).check(z.minLength(1)) });

interface IdentityKey {
  issuer: Issuer;
  key: string;
}

/** Parses an Ed25519 private key, as a JWK whose `kid` is the issuer (RFC 8037). @throws Error for other text */
export function parsePrivateKey(text: string): IdentityKey {
  const jwk = PrivateKeySchema.parse(JSON.parse(text));
  return { issuer: jwk.kid, key: pem(createPrivateKey({ key: jwk, format: 'jwk' }), 'pkcs8') };
}

/**
 * Parses a JWK Set of Ed25519 public keys. An issuer has several during a rotation, while its old and its new processes
 * run together.
 * @throws Error for other text
 */
export function parsePublicKeys(text: string): IdentityKey[] {
  return KeySetSchema.parse(JSON.parse(text)).keys.map((jwk) => ({
    issuer: jwk.kid,
    key: pem(createPublicKey({ key: jwk, format: 'jwk' }), 'spki'),
  }));
}

/** Creates a private key in the format of `parsePrivateKey`. */
export function createIdentityKey(issuer: Issuer): string {
  return JSON.stringify({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: issuer });
}

/** The public keys of the given private ones, in the format of `parsePublicKeys`. */
export function publicKeysOf(privateKeys: readonly string[]): string {
  const keys = privateKeys.map((text) => {
    const { d: _, ...publicKey } = PrivateKeySchema.parse(JSON.parse(text));
    return publicKey;
  });
  return JSON.stringify({ keys });
}

const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' } as never) as string;
