import { readFileSync } from 'node:fs';
import { SERVICES, type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import * as z from 'zod/mini';
import { parseSigningKeys } from './signing-keys.ts';

const SECRET_LENGTH = 32;

/**
 * The keys that identities are signed with, in the form `parseSigningKeys` reads: required, never defaulted, each long
 * enough not to be guessed.
 */
const signingKeys = z
  .string('est requis')
  .check(
    z.refine(
      (text) => parseSigningKeys(text)?.every((key) => key.length >= SECRET_LENGTH) ?? false,
      `doit être une clé d'au moins ${SECRET_LENGTH} caractères, ou plusieurs, une par ligne`,
    ),
  );

/** A port; 0 lets the system choose. */
export const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));

export const redisUrl = z.url({ protocol: /^rediss?$/, error: "n'est pas une adresse redis:// ou rediss://" });

/** An address over http or https. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'doit être une adresse http ou https' });

/** The addresses of all services, one variable each. */
export const serviceUrls = Object.fromEntries(SERVICES.map((name) => [urlVariableOf(name), httpUrl])) as Record<
  `${Uppercase<ServiceName>}_URL`,
  typeof httpUrl
>;

/** What every process of ours reads from its environment. */
export const baseEnvironment = {
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'production'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port,
  INTERNAL_SIGNING_KEY: signingKeys,
};

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** What the processes of a service read besides. */
export const serviceEnvironment = {
  ...baseEnvironment,
  DATABASE_URL: databaseUrl,
  /** The server itself, for migrations, where DATABASE_URL is that of a pooler. */
  DIRECT_DATABASE_URL: z.optional(databaseUrl),
  REDIS_URL: redisUrl,
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** A number of things, at least one. */
export const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), fallback);

/**
 * Parses the environment of one process, once. Any variable may come as a file instead, so that secrets stay out of
 * the environment: `NAME_FILE` is the path of the file that holds `NAME`. The password of an address `X_URL` may come
 * apart from it, as `X_PASSWORD` or `X_PASSWORD_FILE`.
 *
 * @param name who is asking, for the error
 * @returns the parsed values, frozen
 * @throws Error listing every faulty variable at once
 */
export function loadConfig<S extends z.core.$ZodShape>(name: string, shape: S, env: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const given = withFiles(Object.keys(shape), env, faults);
  const parsed = z.object(shape).safeParse(given);
  if (!parsed.success) faults.push(z.prettifyError(parsed.error));
  if (!parsed.success || faults.length > 0) throw new Error(`Invalid environment for ${name}:\n${faults.join('\n')}`);
  return Object.freeze(parsed.data);
}

function withFiles(names: string[], env: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const read = (name: string): string | undefined => {
    const path = env[`${name}_FILE`];
    if (!path) return env[name];
    if (env[name]) faults.push(`✖ ${name} et ${name}_FILE sont donnés tous les deux`);
    try {
      // An empty file is a secret that nobody has given.
      return readFileSync(path, 'utf8').trimEnd() || undefined;
    } catch (error) {
      faults.push(`✖ ${name}_FILE est illisible : ${path} (${(error as NodeJS.ErrnoException).code})`);
      return undefined;
    }
  };
  const withPassword = (name: string, url: string | undefined) => {
    const password = name.endsWith('_URL') ? read(`${name.slice(0, -'URL'.length)}PASSWORD`) : undefined;
    return url && password ? addPassword(url, password) : url;
  };
  return { ...env, ...Object.fromEntries(names.map((name) => [name, withPassword(name, read(name))])) };
}

/** An address with a password where it has none. Not by `URL`, which knows one host per address. */
function addPassword(url: string, password: string): string {
  const [, scheme, user = '', rest] = /^([^:]+:\/\/)(?:([^:@/]*)@)?([^@]*)$/.exec(url) ?? [];
  return scheme ? `${scheme}${user}:${encodeURIComponent(password)}@${rest}` : url;
}
