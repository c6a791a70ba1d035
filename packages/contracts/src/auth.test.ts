import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  ChangePasswordFormSchema,
  ChangePasswordSchema,
  LoginFormSchema,
  ProfileFormSchema,
  RegisterFormSchema,
  ResetPasswordFormSchema,
} from './auth.ts';

const registration = {
  ...{ firstName: 'Awa', lastName: 'Kaboré', username: 'awa', email: 'awa@example.com' },
  ...{ password: '123456', confirmation: '123456' },
};
const passes = (schema: z.core.$ZodType, data: object) => z.safeParse(schema, data).success;

describe('the account forms', () => {
  it('require 8 characters when a password is reset [CONST-003]', () => {
    const typed = (password: string) => ({ password, confirmation: password });
    expect(passes(ResetPasswordFormSchema, typed('Abcd-12'))).toBe(false);
    expect(passes(ResetPasswordFormSchema, typed('Abcd-123'))).toBe(true);
  });

  it('require 6 characters at sign-in, registration and password change [CONST-004]', () => {
    for (const [password, enough] of [
      ['12345', false],
      ['123456', true],
    ] as const) {
      expect(passes(LoginFormSchema, { email: 'awa', password })).toBe(enough);
      expect(passes(RegisterFormSchema, { ...registration, password, confirmation: password })).toBe(enough);
      expect(passes(ChangePasswordSchema, { currentPassword: '123456', newPassword: password })).toBe(enough);
      expect(passes(ChangePasswordSchema, { currentPassword: password, newPassword: '123456' })).toBe(enough);
    }
  });

  it('require 3 characters in a username, without surrounding white space [CONST-005]', () => {
    for (const [username, enough] of [
      ['ab', false],
      [' ab ', false],
      ['abc', true],
    ] as const) {
      expect(passes(RegisterFormSchema, { ...registration, username })).toBe(enough);
      expect(passes(ProfileFormSchema, { username, email: 'awa@example.com', notifyByEmail: true })).toBe(enough);
    }
  });

  it.each([
    ['awa2026', true],
    ['2026awa', true],
    ['2026', false],
    ['\u0430wa', false],
    ['a\u0430\u0430', false],
    ['\u0430\u0432\u0430', true],
    ['awa@ouaga', false],
    ['awa ouaga', false],
    ['awa\u200b', true],
    ['awa\u0000', true],
    ['aw\u200b', false],
  ])('accept the username %j: %s', (username, accepted) => {
    expect(passes(RegisterFormSchema, { ...registration, username })).toBe(accepted);
  });

  it('refuse a password that was repeated differently', () => {
    const [password, other] = ['Abcd-123', 'Abcd-124'];
    expect(passes(RegisterFormSchema, { ...registration, password, confirmation: other })).toBe(false);
    expect(passes(ResetPasswordFormSchema, { password, confirmation: other })).toBe(false);
    const change = { currentPassword: '123456', newPassword: password };
    expect(passes(ChangePasswordFormSchema, { ...change, confirmPassword: other })).toBe(false);
    expect(passes(ChangePasswordFormSchema, { ...change, confirmPassword: password })).toBe(true);
  });

  it('require 2 characters in first and last names [CONST-006]', () => {
    for (const field of ['firstName', 'lastName']) {
      expect(passes(RegisterFormSchema, { ...registration, [field]: ' A ' })).toBe(false);
      expect(passes(RegisterFormSchema, { ...registration, [field]: 'Bo' })).toBe(true);
    }
  });
});
