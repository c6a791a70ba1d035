import { createHash, randomBytes } from 'node:crypto';
import { SECOND_STEP_TRIES } from '@fasocolis/contracts/two-factor';
import { siteCookie } from '@fasocolis/service-kit/http/site-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { User } from '../generated/prisma/client.ts';

/** Time to find the phone and type the code, in seconds. */
const LIFETIME_SECONDS = 600;

const RecordSchema = z.object({
  userId: z.int(),
  /** `credentialsOf` the user at the first step. */
  credentials: z.string(),
});

export interface PendingSignIn extends z.infer<typeof RecordSchema> {
  key: string;
}

const recordOf = (key: string) => `second-step:${key}`;
const triesOf = (key: string) => `second-step:${key}:tries`;
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Changes with whatever ends the user's sessions. */
export const credentialsOf = ({ passwordHash, emailKey }: User) => digestOf(JSON.stringify([passwordHash, emailKey]));

/**
 * Sign-ins between their first step (password or provider) and their second one. Like a session, each is 256 random bits
 * in a cookie, of which Redis has the hash.
 */
export class PendingSignIns {
  readonly #redis: Redis;
  readonly #cookie: ReturnType<typeof siteCookie>;

  constructor(redis: Redis, publicUrl: string) {
    this.#redis = redis;
    this.#cookie = siteCookie(publicUrl, 'fasocolis-second-step', { path: '/api/auth', maxAge: LIFETIME_SECONDS });
  }

  async begin(user: User, reply: FastifyReply): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    const record = JSON.stringify({ userId: user.id, credentials: credentialsOf(user) });
    await this.#redis.set(recordOf(digestOf(id)), record, 'EX', LIFETIME_SECONDS);
    reply.setCookie(this.#cookie.name, id, this.#cookie.options);
  }

  async find(request: FastifyRequest): Promise<PendingSignIn | null> {
    const id = request.cookies[this.#cookie.name];
    if (id === undefined) return null;
    const key = digestOf(id);
    const record = await this.#redis.get(recordOf(key));
    return record === null ? null : { key, ...RecordSchema.parse(JSON.parse(record)) };
  }

  /** Counts a try before its code is verified. @returns how many are left; negative when it is one too many */
  async countTry({ key }: PendingSignIn): Promise<number> {
    const counter = triesOf(key);
    const replies = await this.#redis.multi().incr(counter).expire(counter, LIFETIME_SECONDS, 'NX').exec();
    return SECOND_STEP_TRIES - Number(replies?.[0]?.[1]);
  }

  /** The counter stays, so that concurrent tries do not begin a new one. */
  async end({ key }: PendingSignIn, reply: FastifyReply): Promise<void> {
    await this.#redis.del(recordOf(key));
    reply.clearCookie(this.#cookie.name, this.#cookie.options);
  }
}
