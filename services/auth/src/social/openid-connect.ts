import * as oidc from 'openid-client';
import { type Checks, extensionsFor, PROVIDER_TIMEOUT_SECONDS, profileOf, type SignInProvider } from './provider.ts';

interface OpenIdOptions {
  issuer: URL;
  clientId: string;
  clientAuthentication: oidc.ClientAuth;
  scope: string;
  parameters?: Record<string, string>;
  /** Names from the ID token or the callback. */
  names: (claims: oidc.IDToken, callback: URL) => { firstName?: unknown; lastName?: unknown };
}

export class OpenIdProvider implements SignInProvider {
  readonly #options: OpenIdOptions;
  #discovered: Promise<oidc.Configuration> | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async authorizationUrl(redirectUri: string, checks: Checks): Promise<URL> {
    const { scope, parameters } = this.#options;
    const configuration = await this.#configuration();
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: checks.state,
      nonce: checks.nonce,
      ...(configuration.serverMetadata().supportsPKCE() && {
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      }),
      ...parameters,
    });
  }

  async profile(callback: URL, checks: Checks) {
    const configuration = await this.#configuration();
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      idTokenExpected: true,
      ...(configuration.serverMetadata().supportsPKCE() && { pkceCodeVerifier: checks.verifier }),
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token');
    return profileOf(claims.sub, {
      email: claims.email,
      // Apple has sent it as a string as well.
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      ...this.#options.names(claims, callback),
    });
  }

  #configuration(): Promise<oidc.Configuration> {
    if (this.#discovered) return this.#discovered;
    const { issuer, clientId, clientAuthentication } = this.#options;
    const discovered = oidc.discovery(issuer, clientId, undefined, clientAuthentication, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // They are verified although ID tokens come directly from the provider.
      execute: [...extensionsFor(issuer), oidc.enableNonRepudiationChecks],
    });
    this.#discovered = discovered;
    // After a failure the next attempt tries again.
    discovered.catch(() => {
      this.#discovered = undefined;
    });
    return discovered;
  }
}
