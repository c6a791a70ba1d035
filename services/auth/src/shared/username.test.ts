import { describe, expect, it } from 'vitest';
import { usernamesFor } from './username.ts';

const nicest = (email: string | null, firstName = '', lastName = '') => usernamesFor({ email, firstName, lastName })[0];

describe('the username of a person who chose none', () => {
  it.each([
    ['awa.kabore@example.com', 'awa.kabore'],
    ['Awa.KABORE@example.com', 'awa.kabore'],
    ['awa+colis@example.com', 'awa.colis'],
    ['..awa..@example.com', 'awa'],
    [`${'a'.repeat(60)}@example.com`, 'a'.repeat(40)],
  ])('comes from the address %s', (email, username) => {
    expect(nicest(email)).toBe(username);
  });

  it('comes from the name when the address is missing or too short', () => {
    expect(nicest(null, 'Aïssata', "N'Diaye")).toBe('aissata.n.diaye');
    expect(nicest('ab@example.com', 'Aïssata', '')).toBe('aissata');
  });

  it.each(['faso1002@example.com', '22670123456@example.com'])(
    'does not come from %s, a client code or a number',
    (email) => {
      expect(nicest(email, 'Awa', 'Kaboré')).toBe('awa.kabore');
    },
  );

  it('has at least three allowed characters for any input', () => {
    for (const name of ['', '李', '🙂', '  ', '@', 'Li', 'محمد']) {
      expect(nicest(null, name)).toBe('client');
      for (const username of usernamesFor({
        email: 'é@x.example',
        firstName: name,
        lastName: '',
      })) {
        expect(username).toMatch(/^[a-z0-9._-]{3,50}$/);
      }
    }
  });

  it('is never the administrator’s, and has alternatives in case it is taken', () => {
    const usernames = usernamesFor({
      email: 'Admin@x.example',
      firstName: '',
      lastName: '',
    });
    expect(usernames).not.toContain('admin');
    expect(usernames.length).toBeGreaterThan(2);
    expect(new Set(usernames).size).toBe(usernames.length);
  });
});
