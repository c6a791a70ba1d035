import type { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { siteCookie } from '@fasocolis/service-kit/http/site-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import { needsSecondFactor } from './team-security.ts';
import { UserProofs } from './user-proofs.ts';
import { isVerifiedUser } from './user-row.ts';

/** Opens the session of a user in the transaction that has locked the user, if there is one. */
export type OpenSession = (
  user: User,
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database | Transaction,
) => Promise<void>;

export function sessionOpener(
  sessions: SessionStore,
  cookie: ReturnType<typeof sessionCookie>,
  browsers: KnownBrowsers,
): OpenSession {
  return async (user, request, reply, database) => {
    await database.user.update({ where: { id: user.id }, data: { lastSignInAt: new Date(), linkRequestedAt: null } });
    // A new id per sign-in defeats session fixation.
    if (request.identity.kind === 'user') await sessions.end(request.identity.userId, request.identity.sessionKey);
    const sessionId = await sessions.create({
      userId: user.id,
      isAdmin: user.role === 'ADMIN',
      isAgent: user.isAgent,
      isVerified: isVerifiedUser(user),
      needsSecondFactor: await needsSecondFactor(user, database),
      userAgent: request.headers['user-agent'] ?? null,
    });
    reply.setCookie(cookie.name, sessionId, cookie.options);
    browsers.remember(request, reply, user.id);
    request.audit.account = user.id;
  };
}

export type NextStep = 'session' | 'second-step';

/** After the first step of a sign-in: creates a session or, with a second factor, a pending sign-in. */
export type CompleteFirstStep = (...opening: Parameters<OpenSession>) => Promise<NextStep>;

export function firstStepCompleter(openSession: OpenSession, pending: PendingSignIns): CompleteFirstStep {
  return async (user, request, reply, database) => {
    if (user.secondFactorSince === null) {
      await openSession(user, request, reply, database);
      return 'session';
    }
    await pending.begin(user, reply);
    request.audit.account = user.id;
    request.audit.outcome = 'pending';
    return 'second-step';
  };
}

const YEAR_SECONDS = 31_536_000;
/** The most recent users of a shared phone. */
const MAX_USERS = 5;
const SEPARATOR = '~';

/** Recognizes browsers in which a user has signed in before, by a signed cookie. */
export class KnownBrowsers {
  readonly #proofs: UserProofs;
  readonly #cookie: ReturnType<typeof siteCookie>;

  constructor(publicUrl: string, signingKeys: string) {
    this.#proofs = new UserProofs(signingKeys, 'known-browser');
    this.#cookie = siteCookie(publicUrl, 'fasocolis-known-users', { path: '/api/auth', maxAge: YEAR_SECONDS });
  }

  knows(request: FastifyRequest, userId: number): boolean {
    return this.#usersOf(request).includes(userId);
  }

  remember(request: FastifyRequest, reply: FastifyReply, userId: number): void {
    const users = [userId, ...this.#usersOf(request).filter((each) => each !== userId)].slice(0, MAX_USERS);
    const value = users.map((each) => this.#proofs.issue(each)).join(SEPARATOR);
    reply.setCookie(this.#cookie.name, value, this.#cookie.options);
  }

  #usersOf(request: FastifyRequest): number[] {
    const proofs = (request.cookies[this.#cookie.name] ?? '').split(SEPARATOR).slice(0, MAX_USERS);
    return proofs.map((proof) => this.#proofs.userIdOf(proof)).filter((userId) => userId !== null);
  }
}
