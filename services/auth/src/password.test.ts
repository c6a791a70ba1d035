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
    const hash = await hashPassword('Secret-123');
    expect(await verifyPassword('Secret-123', hash)).toBe(true);
    expect(await verifyPassword('Secret-124', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('match hashes of another argon2id implementation', async () => {
    const hash = '$argon2id$v=19$m=19456,t=2,p=1$lpl/Ua6JF/BqudZMzIY/lg$IjL2pg3lDvRZe5ibcepUXchcC/eHm5mA85rp2Bk57MY';
    expect(await verifyPassword('Secret-123', hash)).toBe(true);
    expect(await verifyPassword('Secret-124', hash)).toBe(false);
  });

  it('match no account without a password', async () => {
    expect(await verifyPassword('anything', null)).toBe(false);
  });
});
