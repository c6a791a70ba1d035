import type { IncomingMessage } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isBelowMinimum, webAssemblySource } from './older-browsers.ts';

const YEAR_SECONDS = 31_536_000;

/** Browser features that no page uses, except the camera in the back office. */
const permissionsPolicy = (camera: '()' | '(self)') =>
  `browsing-topics=(), camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/**
 * The policy for browsers below the minimum, some of which do not know hashes of styles. In a sandbox without scripts they show `<noscript>`, too, unlike with
 * `script-src 'none'`.
 */
const WITHOUT_SCRIPTS =
  "default-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: https:;object-src 'none';base-uri 'self';frame-ancestors 'none';" +
  'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-top-navigation';

/** With `no-referrer`, browsers would send `Origin: null` with our own forms. */
const REFERRER_POLICY = 'same-origin';

const isSecure = (publicUrl: string) => new URL(publicUrl).protocol === 'https:';

/**
 * Sets the headers of data responses. Constants instead of helmet, which computes them per request: a third of the time
 * of a proxied lookup.
 */
export function registerDataHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': REFERRER_POLICY,
    'x-content-type-options': 'nosniff',
    ...(isSecure(publicUrl) && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Admits the inline style sheet of a page. @param source with its hash */
export function admitStyles(reply: FastifyReply, source: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace("style-src 'self'", `$& ${source}`));
}

export async function registerPageHeaders(
  app: FastifyInstance,
  {
    site,
    publicUrl,
    scriptSources = [],
  }: { site: 'customer' | 'admin'; publicUrl: string /** Hashes of inline scripts. */; scriptSources?: string[] },
): Promise<void> {
  // The scanner of the back office reads codes in WebAssembly where the browser cannot.
  const webAssembly = ({ headers }: IncomingMessage) => webAssemblySource(headers['user-agent']);
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...scriptSources, ...(site === 'admin' ? [webAssembly] : [])],
        // MUI inserts its styles into the page.
        'style-src': site === 'admin' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'img-src': ["'self'", 'data:', 'https:', ...(isSecure(publicUrl) ? [] : ['http:'])],
        // Older browsers do not count a WebSocket of the same host as 'self'.
        'connect-src': ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    // Social sign-in opens windows of its providers.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: REFERRER_POLICY },
    strictTransportSecurity: isSecure(publicUrl) && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  };
  const permissions = permissionsPolicy(site === 'admin' ? '(self)' : '()');
  app.addHook('onRequest', (request, reply, done) => {
    // Headers of the reply replace those that helmet sets on the raw response.
    reply.removeHeader('content-security-policy').header('permissions-policy', permissions);
    if (isBelowMinimum(request.headers['user-agent'])) reply.header('content-security-policy', WITHOUT_SCRIPTS);
    done();
  });
  await app.register(helmet, options);
}
