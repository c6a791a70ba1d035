import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { type Checks, extensionsFor, PROVIDER_TIMEOUT_SECONDS, profileOf, type SignInProvider } from './provider.ts';

interface FacebookOptions {
  clientId: string;
  clientSecret: string;
  authorizeUrl: URL;
  tokenUrl: URL;
  profileUrl: URL;
}

const ProfileSchema = z.object({
  id: z.string().check(z.minLength(1)),
  email: z.optional(z.unknown()),
  first_name: z.optional(z.unknown()),
  last_name: z.optional(z.unknown()),
});

export class FacebookProvider implements SignInProvider {
  readonly #options: FacebookOptions;
  readonly #configuration: oidc.Configuration;

  constructor(options: FacebookOptions) {
    const { clientId, clientSecret, authorizeUrl, tokenUrl, profileUrl } = options;
    this.#options = options;
    this.#configuration = new oidc.Configuration(
      {
        issuer: 'https://www.facebook.com',
        authorization_endpoint: authorizeUrl.href,
        token_endpoint: tokenUrl.href,
      },
      clientId,
      undefined,
      oidc.ClientSecretPost(clientSecret),
    );
    this.#configuration.timeout = PROVIDER_TIMEOUT_SECONDS;
    for (const extend of extensionsFor(tokenUrl, profileUrl)) extend(this.#configuration);
  }

  async authorizationUrl(redirectUri: string, { state }: Checks): Promise<URL> {
    return oidc.buildAuthorizationUrl(this.#configuration, {
      redirect_uri: redirectUri,
      scope: 'public_profile,email',
      state,
    });
  }

  async profile(callback: URL, { state }: Checks) {
    const tokens = await oidc.authorizationCodeGrant(this.#configuration, callback, { expectedState: state });
    const { profileUrl, clientSecret } = this.#options;
    const url = new URL(profileUrl);
    url.searchParams.set('fields', 'id,email,first_name,last_name');
    // It proves that the request comes from this app, which apps can require.
    const proof = createHmac('sha256', clientSecret).update(tokens.access_token).digest('hex');
    url.searchParams.set('appsecret_proof', proof);
    const response = await oidc.fetchProtectedResource(this.#configuration, tokens.access_token, url, 'GET');
    if (!response.ok) throw new Error(`The Graph API answered ${response.status}`);
    const { id, email, first_name, last_name } = z.parse(ProfileSchema, await response.json());
    // Facebook does not verify the address, so it never matches an existing account.
    return profileOf(id, { email, isEmailVerified: false, firstName: first_name, lastName: last_name });
  }
}
