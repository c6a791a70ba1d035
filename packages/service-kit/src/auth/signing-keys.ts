import { createHmac, hkdfSync } from 'node:crypto';

type AtLeastOne<T> = readonly [current: T, ...former: T[]];

/**
 * Parses INTERNAL_SIGNING_KEY, one key per line: the first one signs, all verify, so that keys can be rotated while old
 * and new processes run together. Null without a key.
 */
export function parseSigningKeys(text: string): AtLeastOne<string> | null {
  const [current, ...others] = text.split(/\s+/).filter(Boolean);
  return current === undefined ? null : [current, ...others];
}

/** The keys for one purpose, derived from those of `parseSigningKeys`. @throws Error without a key */
export function derivedKeys(signingKeys: string, purpose: string): AtLeastOne<Uint8Array> {
  const keys = parseSigningKeys(signingKeys);
  if (!keys) throw new Error('no signing key');
  const derive = (key: string) => new Uint8Array(hkdfSync('sha256', key, '', purpose, 32));
  const [current, ...others] = keys;
  return [derive(current), ...others.map(derive)];
}

/** Signs texts for one purpose. The function returns a text's signatures by all keys, the current one's first. */
export function signerFor(signingKeys: string, purpose: string): (text: string) => AtLeastOne<Buffer> {
  const [current, ...others] = derivedKeys(signingKeys, purpose);
  return (text) => {
    const sign = (key: Uint8Array) => createHmac('sha256', key).update(text).digest();
    return [sign(current), ...others.map(sign)];
  };
}
