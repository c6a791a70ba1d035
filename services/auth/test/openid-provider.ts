import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const CLIENT = { id: 'fasocolis', secret: 'a-secret-between-the-two' };

/**
 * A certified OpenID provider on a free port, with pages to sign in, with an email address and any password, and to
 * consent. It requires PKCE, the client's secret and the registered redirect URI.
 */
export async function startStrictProvider() {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    /** The variables that configure it as Google in auth. */
    environment: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret },
    /** Responds with 503 until its client is registered. */
    open(publicUrl: string) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [new URL('/api/auth/google/callback', publicUrl).href],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        findAccount: (_context: unknown, email: string) => ({
          accountId: email,
          claims: () => ({ sub: email, email, email_verified: true, given_name: 'Awa', family_name: 'Kaboré' }),
        }),
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        // As at Google, the claims of the scopes are in the ID token.
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        features: { devInteractions: { enabled: true } },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        cookies: { keys: [randomUUID()] },
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      });
      listener = provider.callback();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
