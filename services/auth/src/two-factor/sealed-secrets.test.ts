import { describe, expect, it } from 'vitest';
import { SealedSecrets } from './sealed-secrets.ts';

const OLD = 'the-old-key-for-tests-and-nothing-else';
const NEW = 'the-new-key-for-tests-and-nothing-else';
const SECRET = 'JBSWY3DPEHPK3PXP';

describe('an encrypted secret', () => {
  it('is opened with the key that sealed it, current or not', () => {
    const sealed = new SealedSecrets(OLD).seal(7, SECRET);
    expect(sealed).not.toContain(SECRET);
    for (const keys of [OLD, `${NEW}\n${OLD}`, `${OLD}\n${NEW}`]) {
      expect(new SealedSecrets(keys).open(7, sealed)).toBe(SECRET);
    }
  });

  it('is opened whenever it was sealed: those in the database stay', () => {
    const stored = 'I5RUf8Oh.gVqyOgB0LX3ngupJ82y9K1PoptI48qf7YqAq9TCqoYpwFXfV4GfJWo1Ktlg';
    expect(new SealedSecrets(`${NEW}\n${OLD}`).open(7, stored)).toBe(SECRET);
  });

  it('is null with other keys, for another user, and when it was altered', () => {
    const secrets = new SealedSecrets(OLD);
    const sealed = secrets.seal(7, SECRET);
    expect(new SealedSecrets(NEW).open(7, sealed)).toBeNull();
    expect(secrets.open(8, sealed)).toBeNull();
    expect(secrets.open(7, `${sealed.slice(0, -4)}AAAA`)).toBeNull();
    expect(secrets.open(7, sealed.slice(0, 12))).toBeNull();
    expect(secrets.open(7, '')).toBeNull();
  });

  it('is never the same twice', () => {
    const secrets = new SealedSecrets(OLD);
    expect(secrets.seal(7, SECRET)).not.toBe(secrets.seal(7, SECRET));
  });
});
