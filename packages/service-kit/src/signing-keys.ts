type SigningKeys = readonly [current: string, ...others: string[]];

/**
 * Parses INTERNAL_SIGNING_KEY: one key a line. The first one signs, all of them verify, so that a key can be replaced
 * while processes with the former and the latter file run together. Null when there is none.
 */
export function parseSigningKeys(text: string): SigningKeys | null {
  const [current, ...others] = text.split(/\s+/).filter(Boolean);
  return current === undefined ? null : [current, ...others];
}

/**
 * The same of a text that was validated before.
 * @throws Error when it holds no key
 */
export function signingKeysOf(text: string): SigningKeys {
  const keys = parseSigningKeys(text);
  if (!keys) throw new Error('no signing key');
  return keys;
}
