import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';

type TokenRequest = IncomingMessage & { body: Record<string, string> };

/** A key in the form that Apple issues to developers. */
export const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const APPLE_PRIVATE_KEY = appleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The parts of a client secret with a valid ES256 signature; null otherwise. */
export function readAppleSecret(secret: string) {
  const [header = '', payload = '', signature = ''] = secret.split('.');
  const key = {
    key: createPublicKey(appleKeys.publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363',
  } as const;
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) return null;
  const decode = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: decode(header), payload: decode(payload) };
}

/**
 * An OpenID provider on a free port, where every user is signed in and consents. It verifies PKCE itself, and client
 * secrets with `isSecret`.
 */
export async function startOpenIdProvider(isSecret: (secret: string) => boolean) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}`;
  server.issuer.url = issuer;
  const provider = {
    issuer,
    /** The claims of its ID tokens. */
    claims: {} as Record<string, unknown>,
    /** Changes the next responses of the token endpoint. */
    spoil: null as ((response: MutableResponse) => void) | null,
    /** The client secrets that it received. */
    secrets: [] as string[],
    async stop() {
      if (server.listening) await server.stop();
    },
    /** Starts again on the same port. */
    async restart() {
      await server.start(port, '127.0.0.1');
      server.issuer.url = issuer;
    },
  };
  server.service.on('beforeTokenSigning', (token: MutableToken) => void Object.assign(token.payload, provider.claims));
  server.service.on('beforeResponse', (response: MutableResponse, request: TokenRequest) => {
    const { client_secret = '' } = request.body;
    provider.secrets.push(client_secret);
    if (!isSecret(client_secret)) Object.assign(response, { statusCode: 401, body: { error: 'invalid_client' } });
    provider.spoil?.(response);
  });
  return provider;
}

export type OpenIdProviderServer = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A server that responds like Facebook's dialog, token endpoint and Graph API. */
export async function startFacebook({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const facebook = {
    url: '',
    /** The response of the Graph API about the person. */
    profile: {} as Record<string, unknown>,
    graphStatus: 200,
    /** The last request to the Graph API. */
    requested: null as URL | null,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const sendJson = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, status = 400) =>
    sendJson(response, status, { error: { message: 'Invalid', type: 'OAuthException', code: 100, fbtrace_id: 'x' } });
  const redirects = new Map<string, string>();

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', facebook.url);
    if (url.pathname === '/dialog/oauth') {
      const redirect = url.searchParams.get('redirect_uri') ?? '';
      const code = crypto.randomUUID();
      redirects.set(code, redirect);
      const back = new URL(redirect);
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
      return response.writeHead(302, { location: `${back.href}#_=_` }).end();
    }
    if (url.pathname === '/oauth/access_token') {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      const code = form.get('code') ?? '';
      const isOurs = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
      if (!isOurs || redirects.get(code) !== form.get('redirect_uri')) return refuse(response);
      redirects.delete(code);
      return sendJson(response, 200, { access_token: `token-${code}`, token_type: 'bearer', expires_in: 5183944 });
    }
    facebook.requested = url;
    if (facebook.graphStatus !== 200) return refuse(response, facebook.graphStatus);
    if (!request.headers.authorization?.startsWith('Bearer token-')) return refuse(response);
    sendJson(response, 200, facebook.profile);
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  facebook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return facebook;
}
