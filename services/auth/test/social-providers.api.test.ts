import { SOCIAL_PROVIDERS } from '@fasocolis/contracts/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  agree,
  appleEnvironment,
  facebookEnvironment,
  googleEnvironment,
  outcomeOf,
  providersOf,
  type SocialAuth,
  somebody,
  startSocialAuth,
  Visitor,
} from './social-helpers.ts';
import { APPLE_PRIVATE_KEY, readAppleSecret } from './social-providers.ts';

let social: SocialAuth;
beforeAll(async () => {
  social = await startSocialAuth();
});
afterAll(() => social.close());

beforeEach(() => {
  social.google.spoil = null;
  social.facebook.graphStatus = 200;
});

describe('the response of a provider', () => {
  it.each([
    ['says 500', { statusCode: 500, body: { error: 'server_error' } }],
    ['refuses the code', { statusCode: 400, body: { error: 'invalid_grant' } }],
    ['sends no JSON object', { statusCode: 200, body: '' }],
    ['leaves out the ID token', { statusCode: 200, body: { access_token: 'x', token_type: 'Bearer' } }],
  ] as const)('opens no session when the token endpoint %s', async (_, spoilt) => {
    social.setPerson('google', { id: somebody() });
    social.google.spoil = (response) => void Object.assign(response, spoilt);
    expect(outcomeOf(await new Visitor(social.auth).signIn('google'), 'google')).toBe('refused');
  });

  it('opens no session with an ID token that was altered', async () => {
    social.setPerson('google', { id: somebody() });
    social.google.spoil = ({ body }) => {
      if (body === '') return;
      const [header, payload = '', signature] = String(body.id_token).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
      body.id_token = `${header}.${forged}.${signature}`;
    };
    expect(outcomeOf(await new Visitor(social.auth).signIn('google'), 'google')).toBe('refused');
  });

  it.each([
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: 'somebody-elses-app' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end in the past', { exp: 1 }],
  ])('opens no session with an ID token that has %s', async (_, claims) => {
    social.google.claims = { sub: somebody(), ...claims };
    expect(outcomeOf(await new Visitor(social.auth).signIn('google'), 'google')).toBe('refused');
  });

  it('opens no session when the Graph API fails or returns no id', async () => {
    social.facebook.profile = { name: 'Nobody' };
    expect(outcomeOf(await new Visitor(social.auth).signIn('facebook'), 'facebook')).toBe('refused');
    social.setPerson('facebook', { id: somebody() });
    social.facebook.graphStatus = 500;
    expect(outcomeOf(await new Visitor(social.auth).signIn('facebook'), 'facebook')).toBe('refused');
  });

  it('leads to the sign-in page when the provider becomes unavailable during the sign-in', async () => {
    const fleeting = await startSocialAuth();
    for (const provider of SOCIAL_PROVIDERS) {
      const visitor = new Visitor(fleeting.auth);
      const callback = await agree(await visitor.start(provider));
      await fleeting[provider].stop();
      expect(outcomeOf(await visitor.back(provider, callback), provider)).toBe('refused');
    }
    await fleeting.auth.close();
  });

  it('is requested from Facebook with a proof of the app’s secret', async () => {
    social.setPerson('facebook', { id: somebody() });
    await new Visitor(social.auth).signIn('facebook');
    expect(Object.fromEntries(social.facebook.requested?.searchParams ?? [])).toEqual({
      fields: 'id,email,first_name,last_name',
      appsecret_proof: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('authenticates to Apple with a signed client secret that is valid for five minutes', async () => {
    social.apple.secrets.length = 0;
    social.setPerson('apple', { id: somebody() });
    await new Visitor(social.auth).signIn('apple');
    const secret = readAppleSecret(social.apple.secrets[0] ?? '');
    expect(secret?.header).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'KEY1234567' });
    expect(secret?.payload).toMatchObject({ iss: 'TEAM123456', aud: social.apple.issuer, sub: 'bf.fasocolis.web' });
    expect(Number(secret?.payload.exp) - Number(secret?.payload.iat)).toBe(300);
  });
});

describe('the environment of social sign-in', () => {
  it('enables the providers with credentials, with the real endpoints by default', async () => {
    expect(Object.keys(providersOf({}))).toEqual([]);
    expect(Object.keys(providersOf({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', APPLE_PRIVATE_KEY: '' }))).toEqual(
      [],
    );
    const { FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = facebookEnvironment('');
    const { facebook, ...others } = providersOf({ FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET, FACEBOOK_TOKEN_URL: '' });
    expect(others).toEqual({});
    const page = await facebook?.authorizationUrl('https://a.example', { state: 's', nonce: 'n', verifier: 'v' });
    expect(page?.origin).toBe('https://www.facebook.com');
  });

  it('fails the start when a provider is configured incompletely', () => {
    const { APPLE_KEY_ID: _, ...apple } = appleEnvironment('');
    expect(() => providersOf(apple)).toThrow('APPLE_KEY_ID must be set along with APPLE_CLIENT_ID, APPLE_TEAM_ID');
    expect(() => providersOf({ GOOGLE_CLIENT_ID: 'x' })).toThrow('GOOGLE_CLIENT_SECRET must be set along with');
  });

  it('accepts plain http for this machine only, and only keys that Apple can use', () => {
    for (const issuer of ['http://provider.example', 'http://127.0.0.1.evil.example', 'ftp://localhost', 'localhost']) {
      expect(() => providersOf(googleEnvironment(issuer))).toThrow(/https address.*\n.*GOOGLE_ISSUER/);
    }
    for (const issuer of ['https://provider.example', 'http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      expect(Object.keys(providersOf(googleEnvironment(issuer)))).toEqual(['google']);
    }
    const apple = appleEnvironment('');
    expect(() => providersOf({ ...apple, APPLE_PRIVATE_KEY: 'secret' })).toThrow('APPLE_PRIVATE_KEY');
    expect(Object.keys(providersOf({ ...apple, APPLE_PRIVATE_KEY }))).toEqual(['apple']);
  });
});
