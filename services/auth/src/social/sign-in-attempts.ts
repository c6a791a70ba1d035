import { randomBytes } from 'node:crypto';
import { SOCIAL_PROVIDERS, type SocialProvider } from '@fasocolis/contracts/auth';
import { siteCookie } from '@fasocolis/service-kit/http/site-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';

/** Time on the provider's page, in seconds. */
const ATTEMPT_SECONDS = 600;

/** The form of the library's random values; other texts were never issued. */
const STATE = /^[\w-]{43}$/;

const AttemptSchema = z.object({
  provider: z.enum(SOCIAL_PROVIDERS),
  nonce: z.string(),
  verifier: z.string(),
  /** The cookie of the browser that started it; null where the callback cannot carry it. */
  browser: z.nullable(z.string()),
});
export type SignInAttempt = z.infer<typeof AttemptSchema>;

const recordOf = (state: string) => `social-sign-in:${state}`;

/** Keeps a pending sign-in at a provider, by the state that the redirects carry. */
export async function keepAttempt(redis: Redis, state: string, attempt: SignInAttempt): Promise<void> {
  await redis.set(recordOf(state), JSON.stringify(attempt), 'EX', ATTEMPT_SECONDS);
}

/** Returns and deletes the attempt of a state, so that it succeeds once. */
export async function takeAttempt(redis: Redis, state: string): Promise<SignInAttempt | null> {
  if (!STATE.test(state)) return null;
  const record = await redis.getdel(recordOf(state));
  return record === null ? null : AttemptSchema.parse(JSON.parse(record));
}

const ID = /^[\w-]{43}$/;

/** Ties an attempt to the browser that started it, so that a callback URL with an attacker's account is refused in others. */
export function browserCookie(publicUrl: string) {
  const { name, options } = siteCookie(publicUrl, 'fasocolis-social', { maxAge: ATTEMPT_SECONDS });
  // Apple's callback is a cross-site POST, which carries only a SameSite=None cookie, and that requires https.
  const sameSite = options.secure ? 'none' : 'lax';
  const idOf = (request: FastifyRequest) => {
    const id = request.cookies[name];
    return id !== undefined && ID.test(id) ? id : null;
  };
  return {
    comesBackFrom: (provider: SocialProvider) => options.secure || provider !== 'apple',
    idOf,
    /** The browser's id, shared by concurrent attempts. */
    recognise(request: FastifyRequest, reply: FastifyReply): string {
      const id = idOf(request) ?? randomBytes(32).toString('base64url');
      reply.setCookie(name, id, { ...options, sameSite });
      return id;
    },
  };
}
