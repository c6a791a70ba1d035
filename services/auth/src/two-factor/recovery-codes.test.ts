import { RECOVERY_CODE_COUNT } from '@fasocolis/contracts/two-factor';
import { describe, expect, it } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

describe('a recovery code', () => {
  it('is found by its hash whenever it was stored', () => {
    expect(hashOfRecoveryCode('OIBA-2345-WXYZ-7OIB')).toBe('IsNYxxcAiukUq3nW6CSmP9HGaSqXVpHlnhFHh6Y2VF8');
  });

  it.each(['oiba 2345 wxyz 7oib', 'OIBA2345WXYZ7OIB', '018A-2345-WXYZ-7018', '0IBA.2345.WXYZ.7O1B\u00a0'])(
    'is the same written as "%s"',
    (typed) => {
      expect(hashOfRecoveryCode(typed)).toBe(hashOfRecoveryCode('OIBA-2345-WXYZ-7OIB'));
    },
  );

  it('is another with any other character', () => {
    for (const other of ['OIBA-2345-WXYZ-7OIC', 'OIBA-2344-WXYZ-7OIB', 'OIBA-2345-WXYZ-7OI']) {
      expect(hashOfRecoveryCode(other)).not.toBe(hashOfRecoveryCode('OIBA-2345-WXYZ-7OIB'));
    }
  });

  it('has four groups of four characters, and is like no other one', () => {
    const codes = newRecoveryCodes();
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/);
    expect(new Set(codes).size).toBe(RECOVERY_CODE_COUNT);
  });
});
