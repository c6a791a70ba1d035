/** The internal signing keys at some moment of their rotation. */
export interface SigningKeys {
  /** The one that signs. */
  current: string;
  /** Those that verify, the current one first. */
  accepted: readonly [string, ...string[]];
  /** All of them, the current one first: links in mails outlive the key that vouches for them. */
  known: readonly [string, ...string[]];
}

const LINE = /^(?:(next|previous|retired) )?(\S+)$/;

/**
 * Reads signing keys, one a line. The line with the key alone signs; those that begin with `next` or `previous` verify
 * besides, and `retired` ones are good for links in mails only. Null when the text is no such thing.
 */
export function readSigningKeys(text: string): SigningKeys | null {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => LINE.exec(line.trim()));
  const keys = lines.map((match) => ({ role: match?.[1] ?? 'current', key: match?.[2] }));
  const of = (...roles: string[]) => keys.flatMap(({ role, key }) => (key && roles.includes(role) ? [key] : []));
  const [current, ...more] = of('current');
  if (lines.includes(null) || current === undefined || more.length > 0) return null;
  const accepted = [current, ...of('next', 'previous')] as const;
  return { current, accepted, known: [...accepted, ...of('retired')] };
}

/**
 * The same of a text that was checked before.
 * @throws Error when it holds no keys
 */
export function signingKeysOf(text: string): SigningKeys {
  const keys = readSigningKeys(text);
  if (!keys) throw new Error('not a list of signing keys');
  return keys;
}
