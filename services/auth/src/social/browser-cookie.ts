import { randomBytes } from 'node:crypto';
import type { SocialProvider } from '@fasocolis/contracts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_SECONDS } from './sign-in-attempts.ts';

const ID = /^[\w-]{43}$/;

/** Ties an attempt to the browser that started it: a callback URL of an attacker's account signs nobody in. */
export function browserCookie(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? '__Host-fasocolis-social' : 'fasocolis-social';
  // Apple's callback is a cross-site POST, which carries only a SameSite=None cookie, and that requires https.
  const sameSite = secure ? 'none' : 'lax';
  const options = { path: '/', httpOnly: true, secure, sameSite, maxAge: ATTEMPT_SECONDS } as const;
  const idOf = (request: FastifyRequest) => {
    const id = request.cookies[name];
    return id !== undefined && ID.test(id) ? id : null;
  };
  return {
    /** Whether the provider's callback carries the cookie. */
    comesBackFrom: (provider: SocialProvider) => secure || provider !== 'apple',
    idOf,
    /** The browser's id, shared by concurrent attempts. */
    recognise(request: FastifyRequest, reply: FastifyReply): string {
      const id = idOf(request) ?? randomBytes(32).toString('base64url');
      reply.setCookie(name, id, options);
      return id;
    },
  };
}
