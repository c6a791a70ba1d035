import { randomBytes } from 'node:crypto';
import type { SocialProvider } from '@fasocolis/contracts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_SECONDS } from './sign-in-attempts.ts';

const ID = /^[\w-]{43}$/;

/**
 * Recognises the browser in which an attempt was started: an address to come back to that somebody else made for their
 * own account signs nobody in.
 */
export function browserCookie(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? '__Host-fasocolis-social' : 'fasocolis-social';
  // Apple comes back with a POST from its own site, which carries no cookie but one like this; browsers take it over
  // https alone.
  const sameSite = secure ? 'none' : 'lax';
  const options = { path: '/', httpOnly: true, secure, sameSite, maxAge: ATTEMPT_SECONDS } as const;
  const idOf = (request: FastifyRequest) => {
    const id = request.cookies[name];
    return id !== undefined && ID.test(id) ? id : null;
  };
  return {
    /** Whether the cookie travels with the way back from a provider. */
    comesBackFrom: (provider: SocialProvider) => secure || provider !== 'apple',
    idOf,
    /** The browser's id, the same for attempts side by side; the reply keeps it alive. */
    recognise(request: FastifyRequest, reply: FastifyReply): string {
      const id = idOf(request) ?? randomBytes(32).toString('base64url');
      reply.setCookie(name, id, options);
      return id;
    },
  };
}
