type SigningKeys = readonly [current: string, ...others: string[]];

/**
 * Parses INTERNAL_SIGNING_KEY, one key per line: the first one signs, all verify, so that keys can be rotated while old
 * and new processes run together. Null without a key.
 */
export function parseSigningKeys(text: string): SigningKeys | null {
  const [current, ...others] = text.split(/\s+/).filter(Boolean);
  return current === undefined ? null : [current, ...others];
}

/** Like `parseSigningKeys`, for text that was validated before. @throws Error without a key */
export function signingKeysOf(text: string): SigningKeys {
  const keys = parseSigningKeys(text);
  if (!keys) throw new Error('no signing key');
  return keys;
}
