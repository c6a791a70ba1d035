import { describe, expect, it } from 'vitest';
import { type Identity, identitySigner, identityVerifier } from '../src/auth/identity.ts';
import { baseEnvironment, loadConfig } from '../src/ops/config.ts';

const OLD = 'the-old-key-of-at-least-thirty-two-characters';
const NEW = 'the-new-key-of-at-least-thirty-two-characters';
const identity: Identity = { kind: 'service', name: 'notify' };

/** The contents of the file during a rotation: processes with neighbouring contents run together. */
const ROTATION = [OLD, `${OLD}\n${NEW}`, `${NEW}\n${OLD}\n`];

describe('signing keys', () => {
  it('verify across every step of a rotation, in both directions', () => {
    for (const [step, keys] of ROTATION.entries()) {
      const neighbours = ROTATION.slice(Math.max(0, step - 1), step + 2);
      for (const other of neighbours)
        expect(identityVerifier(other)(identitySigner(keys)(identity))).toMatchObject(identity);
    }
  });

  it('are refused once they left the file', () => {
    expect(identityVerifier(NEW)(identitySigner(OLD)(identity))).toEqual({ kind: 'anonymous' });
  });

  it.each([
    ['a short one', `${OLD}\nshort`],
    ['nothing', '  '],
  ])('are refused at start when there is %s', (_what, text) => {
    expect(() => loadConfig('example', baseEnvironment, { PORT: '1', INTERNAL_SIGNING_KEY: text })).toThrow(
      /INTERNAL_SIGNING_KEY/,
    );
  });
});
