import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('are stored as argon2id with at least the cost that OWASP recommends', async () => {
    expect(await hashPassword('Secret-123')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  });

  it('have a salt each', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('match only their own hash', async () => {
    const stored = await hashPassword('Secret-123');
    expect(await verifyPassword('Secret-123', stored)).toBe(true);
    expect(await verifyPassword('Secret-124', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it.each([
    ['separate accents', 'Été-2026'.normalize('NFD')],
    ['wide letters', 'Ｅ́té-２０２６'],
  ])('match when they are typed with %s', async (_, typed) => {
    expect(await verifyPassword(typed, await hashPassword('Été-2026'))).toBe(true);
    expect(await verifyPassword('Été-2026', await hashPassword(typed))).toBe(true);
  });

  it('match a hash of the form in which they were typed', async () => {
    const typed = 'Été-2026'.normalize('NFD');
    expect(await verifyPassword(typed, await hash(typed))).toBe(true);
  });

  it('match hashes of another argon2id implementation', async () => {
    const stored = '$argon2id$v=19$m=19456,t=2,p=1$lpl/Ua6JF/BqudZMzIY/lg$IjL2pg3lDvRZe5ibcepUXchcC/eHm5mA85rp2Bk57MY';
    expect(await verifyPassword('Secret-123', stored)).toBe(true);
    expect(await verifyPassword('Secret-124', stored)).toBe(false);
  });

  it('match no account without a password', async () => {
    expect(await verifyPassword('anything', null)).toBe(false);
  });
});
