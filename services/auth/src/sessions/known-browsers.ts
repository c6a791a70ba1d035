import type { FastifyReply, FastifyRequest } from 'fastify';
import { UserProofs } from '../tokens/user-proofs.ts';

const YEAR_SECONDS = 31_536_000;
/** The most recent users of a shared phone. */
const MAX_USERS = 5;
const SEPARATOR = '~';

/** Recognizes browsers in which a user has signed in before, by a signed cookie. */
export class KnownBrowsers {
  readonly #proofs: UserProofs;
  readonly #name: string;
  readonly #options;

  constructor(publicUrl: string, signingKeys: string) {
    const secure = new URL(publicUrl).protocol === 'https:';
    this.#proofs = new UserProofs(signingKeys, 'known-browser');
    this.#name = secure ? '__Secure-fasocolis-browser' : 'fasocolis-browser';
    this.#options = { path: '/api/auth', httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_SECONDS } as const;
  }

  knows(request: FastifyRequest, userId: number): boolean {
    return this.#usersOf(request).includes(userId);
  }

  remember(request: FastifyRequest, reply: FastifyReply, userId: number): void {
    const users = [userId, ...this.#usersOf(request).filter((each) => each !== userId)].slice(0, MAX_USERS);
    const value = users.map((each) => this.#proofs.issue(each)).join(SEPARATOR);
    reply.setCookie(this.#name, value, this.#options);
  }

  #usersOf(request: FastifyRequest): number[] {
    const proofs = (request.cookies[this.#name] ?? '').split(SEPARATOR).slice(0, MAX_USERS);
    return proofs.map((proof) => this.#proofs.userIdOf(proof)).filter((userId) => userId !== null);
  }
}
