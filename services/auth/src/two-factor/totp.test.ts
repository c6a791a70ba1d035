import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** The secret and the codes of RFC 6238, appendix B, for SHA-1; its codes have eight digits, ours the last six of them. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const VECTORS: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes of an authenticator app', () => {
  it.each(VECTORS)('are those of RFC 6238 at %d seconds [SEC-010]', (seconds, code) => {
    expect(stepOf(code.slice(2), SECRET, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are accepted from the step before to the step after, and not at the next moment', () => {
    const code = '050471';
    const begin = Math.floor(1_111_111_111 / 30) * 30_000;
    const accepted = (now: number) => stepOf(code, SECRET, now) !== null;
    expect([begin - 30_001, begin - 30_000, begin + 59_999, begin + 60_000].map(accepted)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('belong to one step whenever they are verified', () => {
    const begin = Math.floor(1_111_111_111 / 30) * 30_000;
    const steps = [-30_000, 0, 30_000].map((offset) => stepOf('050471', SECRET, begin + offset));
    expect(new Set(steps)).toEqual(new Set([begin / 30_000]));
  });

  it.each(['', '05047', '0504711', 'abcdef', '050472'])('are refused when they are wrong: "%s"', (code) => {
    expect(stepOf(code, SECRET, 1_111_111_111_000)).toBeNull();
  });
});

it('a secret has 160 bits and is never the same', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

it('the URI names product and user, also where a name has characters with a meaning in URIs', () => {
  expect(uriOf(SECRET, 'a:b &é')).toBe(
    `otpauth://totp/FasoColis:a%3Ab%20%26%C3%A9?issuer=FasoColis&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
