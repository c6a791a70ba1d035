import { describe, expect, it } from 'vitest';
import { NumberTokens } from './number-tokens.ts';

const SECRET = 'a-secret-for-tests-and-nothing-else';

describe('the token of a number', () => {
  it.each([
    ['+22670123456', '62vrnajzkixlhuw56u5az5'],
    // Its value is so small that it begins with zeros.
    ['+22670120126', '00078yzm1azp2f76lacz8r'],
    ['+1234567', '5ofk3lclzr6g8fn47kr8ox'],
    ['+999999999999999', '7u9a0b2um84spzgbk4se1o'],
  ])('of %s stays: links in messages never expire', (phone, token) => {
    const tokens = new NumberTokens(SECRET);
    expect([tokens.issue(phone), tokens.phoneOf(token)]).toEqual([token, phone]);
  });

  it.each([
    '',
    '0'.repeat(22),
    'z'.repeat(22),
    '62vrnajzkixlhuw56u5az4',
    '62vrnajzkixlhuw56u5az',
    '-62vrnajzkixlhuw56u5az',
  ])('gives no number when it was never issued: "%s"', (token) => {
    expect(new NumberTokens(SECRET).phoneOf(token)).toBeNull();
  });

  it('is worthless with another secret', () => {
    expect(new NumberTokens('another').phoneOf('62vrnajzkixlhuw56u5az5')).toBeNull();
  });
});
