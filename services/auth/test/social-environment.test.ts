import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { socialEnvironment } from '../src/social/environment.ts';

const REAL_ADDRESSES = {
  GOOGLE_ISSUER: 'https://accounts.google.com',
  APPLE_ISSUER: 'https://appleid.apple.com',
  FACEBOOK_AUTHORIZE_URL: expect.stringMatching(/^https:\/\/www\.facebook\.com\//),
  FACEBOOK_TOKEN_URL: expect.stringMatching(/^https:\/\/graph\.facebook\.com\//),
  FACEBOOK_PROFILE_URL: expect.stringMatching(/^https:\/\/graph\.facebook\.com\//),
};

it('social sign-in is configured by these variables, with the real providers as default [D-90]', () => {
  expect(Object.keys(socialEnvironment)).toEqual([
    ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
    ...['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY', 'APPLE_ISSUER'],
    ...['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    ...['FACEBOOK_AUTHORIZE_URL', 'FACEBOOK_TOKEN_URL', 'FACEBOOK_PROFILE_URL'],
  ]);
  expect(z.parse(z.object(socialEnvironment), {})).toEqual(REAL_ADDRESSES);
});
