import * as z from 'zod/mini';

/** An environment variable that holds a secret: required, never defaulted, long enough not to be guessed. */
export const secret = z.string('est requis').check(z.minLength(32, 'doit compter au moins 32 caractères'));

/** A port; 0 lets the system choose. */
export const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));

/** What every process of ours reads from its environment. */
export const baseEnvironment = {
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'production'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port,
  INTERNAL_SIGNING_KEY: secret,
};

/**
 * Parses the environment of one process, once.
 *
 * @param name who is asking, for the error
 * @returns the parsed values, frozen
 * @throws Error listing every faulty variable at once
 */
export function loadConfig<S extends z.core.$ZodShape>(name: string, shape: S, env: NodeJS.ProcessEnv) {
  const parsed = z.object(shape).safeParse(env);
  if (!parsed.success) throw new Error(`Invalid environment for ${name}:\n${z.prettifyError(parsed.error)}`);
  return Object.freeze(parsed.data);
}
