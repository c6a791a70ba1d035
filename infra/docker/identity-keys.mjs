// Ed25519 keys as JWK (RFC 8037) whose `kid` is the process that signs with it. Plain JavaScript without packages.
import { generateKeyPairSync } from 'node:crypto';

/** @param {string} issuer @returns {string} a new private key */
export const createKey = (issuer) =>
  JSON.stringify({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: issuer });

/** @param {string} privateKey @returns {Record<string, string>} */
export function publicKeyOf(privateKey) {
  const { d: _, ...publicKey } = JSON.parse(privateKey);
  return publicKey;
}

/**
 * A JWK Set of all keys, each once.
 * @param {Record<string, string>[]} keys @returns {string}
 */
export const keySetOf = (keys) => JSON.stringify({ keys: [...new Map(keys.map((key) => [key.x, key])).values()] });
