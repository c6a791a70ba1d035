import { readFileSync } from 'node:fs';
import { SERVICES, type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import * as z from 'zod/mini';
import { parsePrivateKey, parsePublicKeys } from '../auth/identity-keys.ts';
import { parseSigningKeys } from '../auth/signing-keys.ts';

const SECRET_LENGTH = 32;

/** Keys in the format of `parseSigningKeys`; no default, each of a safe length. */
export const signingKeys = z
  .string('is required')
  .check(
    z.refine(
      (text) => parseSigningKeys(text)?.every((key) => key.length >= SECRET_LENGTH) ?? false,
      `must be a key of at least ${SECRET_LENGTH} characters, or several, one per line`,
    ),
  );

/** A text that `parse` accepts without throwing. */
export const parsedBy = (parse: (text: string) => unknown, message: string) =>
  z.string('is required').check(
    z.refine((text) => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    }, message),
  );

export const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));

export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' });

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** One URL variable per service. */
export const serviceUrls = Object.fromEntries(SERVICES.map((name) => [urlVariableOf(name), httpUrl])) as Record<
  `${Uppercase<ServiceName>}_URL`,
  typeof httpUrl
>;

export const baseEnvironment = {
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'production'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port,
  /** The key that signs identities: those of users in the gateway, its own in a service. A JWK. */
  IDENTITY_KEY: parsedBy(parsePrivateKey, 'must be a private Ed25519 key (JWK)'),
};

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

export const serviceEnvironment = {
  ...baseEnvironment,
  /** The keys of gateway and services, as a JWK Set. */
  IDENTITY_PUBLIC_KEYS: parsedBy(parsePublicKeys, 'must be public Ed25519 keys (JWK Set)'),
  DATABASE_URL: databaseUrl,
  /** PostgreSQL itself, for migrations, when DATABASE_URL is a pooler. */
  DIRECT_DATABASE_URL: z.optional(databaseUrl),
  REDIS_URL: redisUrl,
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** A positive integer with a default. */
export const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), fallback);

/**
 * Parses the environment of one process. An empty variable counts as absent. Every variable may come from a file instead:
 * `NAME_FILE` is the path of the value of `NAME`. The user and the password of `X_URL` may come from `X_USER` and
 * `X_PASSWORD`, or their files.
 * @param name the process, for the error
 * @returns the values, frozen
 * @throws Error listing every invalid variable
 */
export function loadConfig<S extends z.core.$ZodShape>(name: string, shape: S, env: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const given = withFiles(Object.keys(shape), env, faults);
  const parsed = z.object(shape).safeParse(given, { error: z.locales.en().localeError });
  if (!parsed.success) faults.push(z.prettifyError(parsed.error));
  if (!parsed.success || faults.length > 0) throw new Error(`Invalid environment for ${name}:\n${faults.join('\n')}`);
  return Object.freeze(parsed.data);
}

function withFiles(names: string[], env: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const read = (name: string): string | undefined => {
    const path = env[`${name}_FILE`];
    if (!path) return env[name] || undefined;
    if (env[name]) faults.push(`✖ ${name} and ${name}_FILE are both set`);
    try {
      // An empty secret file means that the value is not set.
      return readFileSync(path, 'utf8').trimEnd() || undefined;
    } catch (error) {
      faults.push(`✖ ${name}_FILE cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})`);
      return undefined;
    }
  };
  const withCredentials = (name: string, url: string | undefined) => {
    if (!url || !name.endsWith('_URL')) return url;
    const prefix = name.slice(0, -'URL'.length);
    return addCredentials(url, read(`${prefix}USER`), read(`${prefix}PASSWORD`));
  };
  return { ...env, ...Object.fromEntries(names.map((name) => [name, withCredentials(name, read(name))])) };
}

/** Adds a password, and a user unless the URL has one, to a URL without a password. `URL` cannot parse several hosts. */
function addCredentials(url: string, user: string | undefined, password: string | undefined): string {
  const [, scheme, own, rest] = /^([^:]+:\/\/)(?:([^:@/]*)@)?([^@]*)$/.exec(url) ?? [];
  return scheme && password ? `${scheme}${own ?? user ?? ''}:${encodeURIComponent(password)}@${rest}` : url;
}
