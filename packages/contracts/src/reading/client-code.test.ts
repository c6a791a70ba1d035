import { expect, it } from 'vitest';
import { clientCode, userIdInCode } from './client-code.ts';

it('a client code is the prefix and 1000 more than the id of the user [INT-001]', () => {
  expect([clientCode('FASO', 1), clientCode('BGS', 42)]).toEqual(['FASO1001', 'BGS1042']);
});

it.each([
  ['FASO1042', 42],
  [' faso-1042 ', 42],
  ['BGS 1001', 1],
  ['FASO–1042', 42],
  ['FASO_1042', 42],
  ['FASO#1042', 42],
  ['FASO N°1042', 42],
  ['ＦＡＳＯ１０４２', 42],
  ['\u200bFASO 1042.', 42],
  ['FASO2147484647', 2_147_483_647],
])('%j names the user %i, whatever its prefix', (text, id) => {
  expect(userIdInCode(text)).toBe(id);
});

it.each(['FASO1000', 'FASO999', '1042', 'F1042', 'FASOCOL1042', 'FASO1042X', 'AWA 70 12 34 56', 'FASO9999999999', ''])(
  '%j is no client code',
  (text) => {
    expect(userIdInCode(text)).toBeUndefined();
  },
);
