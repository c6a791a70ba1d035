import { expect, it } from 'vitest';
import { besideCode, clientCode, mayHoldCode, userIdInCode, userIdOfNumber, userIdWithin } from './client-code.ts';

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
  ['FASO/1042', 42],
  ['FASO N°1042', 42],
  ['（FASO1042）', 42],
  ['唛头FASO1042-空运', 42],
  ['FASO：1042号', 42],
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

it.each([
  ['FASO1042 Awa', 'Awa'],
  ['Client : faso-1042', ':'],
  ['FASO1042-1', '-1'],
  ['唛头 FASO1042 3/5', '3/5'],
  ['ＦＡＳＯ１０４２/70123456', '/70123456'],
  ['FASO1042 (faso 1042)', '(faso 1042)'],
  ['FASO1042x3', ''],
  ['FASO1042Awa', 'Awa'],
])('%j has the code of the user 42 and, beside it, %j', (text, beside) => {
  expect(mayHoldCode(text)).toBe(true);
  expect(userIdWithin(text, 'FASO')).toBe(42);
  expect(besideCode(text, 42)).toBe(beside);
});

it.each([
  'OUAGA 2000',
  'Burkina Faso 1042',
  'BURKINA-FASO 1042',
  'FASO1042 et FASO1043',
  'FASO1042X',
  'XFASO1042',
  'faso1042@example.com',
  'FASO 70123456789',
  'Faso 999',
  'Awa 70123456',
])('%j has no code of one user', (text) => expect(userIdWithin(text, 'FASO')).toBeUndefined());

it.each(['Carton 1234', 'FASO1043', 'Awa'])('%j does not contain the code of the user 42', (text) =>
  expect(besideCode(text, 42)).toBeUndefined(),
);

it('the number of a code may stand without its prefix', () => {
  expect([' 1042 ', '１０４２'].map(userIdOfNumber)).toEqual([42, 42]);
});

it.each(['999', '1042-1', 'x', 'BF1042', 'A1042', 'B-1042', 'N°1042', 'No 1042', 'CN-1042'])(
  '%j is no such number',
  (text) => {
    expect(userIdOfNumber(text)).toBeUndefined();
  },
);
