// @vitest-environment node
import { expect, it } from 'vitest';
import { loginMethod } from './login-method.ts';

it('the login method is the name of the provider, or e-mail and password when there is none [ADM-USR-006]', () => {
  expect(loginMethod({ provider: null })).toBe('Email/Mot de passe');
  expect(loginMethod({ provider: 'facebook' })).toBe('Facebook');
  expect(loginMethod({ provider: 'google' })).toBe('Google');
  expect(loginMethod({ provider: 'apple' })).toBe('Apple');
  expect(loginMethod({ provider: 'linkedin' })).toBe('linkedin');
});
