import { describe, expect, it } from 'vitest';
import { baseEnvironment, loadConfig } from '../src/config.ts';
import { type Identity, identitySigner, identityVerifier } from '../src/identity.ts';
import { readSigningKeys } from '../src/signing-keys.ts';

const OLD = 'the-old-key-of-at-least-thirty-two-characters';
const NEW = 'the-new-key-of-at-least-thirty-two-characters';
const identity: Identity = { kind: 'service', name: 'notify' };

/** A rotation as its processes live it: each of two neighbouring states meets the other while it is rolled out. */
const ROTATION = [OLD, `${OLD}\nnext ${NEW}`, `${NEW}\nprevious ${OLD}`, `${NEW}\nretired ${OLD}\n`];

describe('signing keys', () => {
  it('sign and verify across every step of a rotation, whichever process has taken it already', () => {
    for (const [step, keys] of ROTATION.entries()) {
      const neighbours = ROTATION.slice(Math.max(0, step - 1), step + 2);
      for (const other of neighbours)
        expect(identityVerifier(other)(identitySigner(keys)(identity))).toMatchObject(identity);
    }
  });

  it('are no longer believed once they are retired', () => {
    expect(identityVerifier(ROTATION[3] ?? '')(identitySigner(OLD)(identity))).toEqual({ kind: 'anonymous' });
  });

  it('of all ages are known for the links in mails, the current one first', () => {
    expect(readSigningKeys(`${NEW}\nprevious ${OLD}\nretired a\nretired b`)?.known).toEqual([NEW, OLD, 'a', 'b']);
  });

  it.each([
    ['two keys that sign', `${OLD}\n${NEW}`],
    ['none that signs', `next ${NEW}`],
    ['an unknown word', `${OLD}\nolder ${NEW}`],
    ['a short one', `${OLD}\nnext short`],
    ['nothing', '  '],
  ])('are refused at start when there is %s', (_what, text) => {
    expect(() => loadConfig('example', baseEnvironment, { PORT: '1', INTERNAL_SIGNING_KEY: text })).toThrow(
      /INTERNAL_SIGNING_KEY/,
    );
  });
});
