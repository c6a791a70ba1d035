import { resolve } from 'node:path';
import { SERVICES, urlVariableOf } from '@fasocolis/contracts/services';
import { isPrivateAddress } from '@fasocolis/service-kit/http/inner-address';
import {
  baseEnvironment,
  count,
  httpUrl,
  loadConfig,
  port,
  redisUrl,
  serviceUrls,
} from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';

const GATEWAY_FOLDER = resolve(import.meta.dirname, '..');

const folder = (fallback: string) =>
  z.pipe(
    z._default(z.string(), fallback),
    z.transform((path: string) => resolve(GATEWAY_FOLDER, path)),
  );

const environment = {
  ...baseEnvironment,
  REDIS_URL: redisUrl,
  /** Routes of a service without a URL respond with 503. */
  ...z.partial(z.object(serviceUrls)).shape,
  UPSTREAM_TIMEOUT_MS: count(30_000),
  PUBLIC_URL: z.optional(httpUrl),
  /** Proxies whose X-Forwarded-* headers are trusted, e.g. `loopback,10.0.0.0/8`. */
  TRUST_PROXY: z.optional(z.string()),
  /** Set by Docker Compose: the active profiles, and the host address the gateway is published on. */
  COMPOSE_PROFILES: z.optional(z.string()),
  BIND_ADDRESS: z.optional(z.string()),
  /** Where the certificate of PUBLIC_URL is read for its expiry, e.g. `caddy:8443`. */
  CERTIFICATE_ADDRESS: z.optional(z.string().check(z.regex(/^[^:]+:\d+$/, 'must be a host and a port'))),
  METRICS_PORT: z.optional(port),
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Per address and minute. */
  RATE_LIMIT_LOOKUPS: count(600),
  /** Unknown references, per address and ten minutes. */
  RATE_LIMIT_MISSES: count(300),
  /** Per address and quarter of an hour. */
  RATE_LIMIT_SIGN_INS: count(100),
  RATE_LIMIT_REQUESTS: count(600),
  /** A writable folder that all gateways share, for the sites' files of former releases; none by default. */
  FORMER_ASSETS_FOLDER: z.optional(z.string()),
  WEB_CUSTOMER_FOLDER: folder('../web-customer/dist'),
  WEB_ADMIN_FOLDER: folder('../web-admin/dist'),
};

export function loadGatewayConfig(env: NodeJS.ProcessEnv) {
  const config = loadConfig('gateway', environment, env);
  const fault = proxyTrustFault(config);
  if (fault) throw new Error(`Invalid environment for gateway:\n✖ ${fault}`);
  const services = Object.fromEntries(SERVICES.map((name) => [name, config[urlVariableOf(name)]]));
  return Object.freeze({ ...config, services, PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}` });
}

export type GatewayConfig = ReturnType<typeof loadGatewayConfig>;

interface ProxySettings {
  TRUST_PROXY?: string | undefined;
  COMPOSE_PROFILES?: string | undefined;
  BIND_ADDRESS?: string | undefined;
}

function proxyTrustFault({ TRUST_PROXY, COMPOSE_PROFILES, BIND_ADDRESS }: ProxySettings): string | undefined {
  if (TRUST_PROXY === undefined) {
    const hasTls = COMPOSE_PROFILES?.split(',').some((profile) => profile.trim() === 'tls');
    return hasTls
      ? 'TRUST_PROXY is not set although COMPOSE_PROFILES contains tls: all visitors would share the same limits. ' +
          'Set TRUST_PROXY=uniquelocal.'
      : undefined;
  }
  if (BIND_ADDRESS === undefined || isPrivateAddress(BIND_ADDRESS)) return undefined;
  return (
    `TRUST_PROXY is set although BIND_ADDRESS=${BIND_ADDRESS} is a public address: a visitor could choose an address ` +
    'by X-Forwarded-For. Set BIND_ADDRESS=127.0.0.1, or remove TRUST_PROXY.'
  );
}
