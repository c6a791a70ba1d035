import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { channelOf, SIGNALS } from '../events/signals.ts';
import { siteCookie } from '../http/site-cookie.ts';

/** Sliding lifetime of a session, in seconds. */
const SESSION_SECONDS = 30 * 24 * 3600;
/** The idle time of staff's sessions, and their whole lifetime. */
const STAFF_SESSION_SECONDS = 12 * 3600;
const STAFF_SESSION_MS = 7 * 24 * 3_600_000;
/**
 * The limit per user: sessions stay in Redis for 30 days after their last use. A further sign-in ends the oldest one.
 */
const MAX_SESSIONS_PER_USER = 20;
const USER_AGENT_MAX_LENGTH = 256;

const SessionSchema = z.object({
  userId: z.int(),
  isAdmin: z.boolean(),
  isAgent: z.optional(z.boolean()),
  /** Whether the user's email address is verified. Missing, thus false, in the sessions of former releases. */
  isVerified: z.optional(z.boolean()),
  needsSecondFactor: z.optional(z.boolean()),
  createdAt: z.string(),
  /** When the user has confirmed the password in this session; missing when never. */
  reauthenticatedAt: z.optional(z.string()),
  userAgent: z.nullable(z.string()),
});

export type Session = z.infer<typeof SessionSchema>;

/** Seconds until a session ends when it is not used; not positive when it has ended. */
function lifetimeOf({ isAdmin, isAgent, createdAt }: Session): number {
  if (!isAdmin && !isAgent) return SESSION_SECONDS;
  const leftMs = Date.parse(createdAt) + STAFF_SESSION_MS - Date.now();
  return Math.min(STAFF_SESSION_SECONDS, Math.ceil(leftMs / 1000));
}

const sessionRecord = (key: string) => `session:${key}`;
const sessionsOf = (userId: number) => `user-sessions:${userId}`;

/** Opaque sessions in Redis: 256 random bits in a cookie, only their hash on the server. */
export class SessionStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  static keyOf(id: string): string {
    return createHash('sha256').update(id).digest('base64url');
  }

  async create(session: Omit<Session, 'createdAt'>): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const key = SessionStore.keyOf(id);
    const userAgent = session.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null;
    const record: Session = { ...session, userAgent, createdAt: new Date().toISOString() };
    // A crash in between leaves a session whose id no browser has.
    await this.#redis.set(sessionRecord(key), JSON.stringify(record), 'EX', lifetimeOf(record));
    await this.#redis.sadd(sessionsOf(session.userId), key);
    // Never expires, since sessions slide; ended ones are removed below.
    await this.#redis.persist(sessionsOf(session.userId));
    const others = (await this.list(session.userId)).filter((other) => other.key !== key);
    const excess = others.slice(MAX_SESSIONS_PER_USER - 1).map((other) => other.key);
    if (excess.length > 0) await this.#end(session.userId, excess);
    return id;
  }

  /** Finds a session by its id and extends it: by 30 days, of staff by 12 hours up to 7 days in all; null when it has ended. */
  async resolve(id: string): Promise<{ key: string; session: Session } | null> {
    const key = SessionStore.keyOf(id);
    const session = await this.find(key);
    if (session === null) return null;
    const lifetime = lifetimeOf(session);
    // The expiry ends it too: the gateway may use no other command for that.
    await this.#redis.getex(sessionRecord(key), 'PX', Math.max(1, lifetime * 1000));
    return lifetime > 0 ? { key, session } : null;
  }

  async find(key: string): Promise<Session | null> {
    const record = await this.#redis.get(sessionRecord(key));
    return record === null ? null : SessionSchema.parse(JSON.parse(record));
  }

  async list(userId: number): Promise<{ key: string; session: Session }[]> {
    const keys = await this.#redis.smembers(sessionsOf(userId));
    if (keys.length === 0) return [];
    const records = await this.#redis.mget(keys.map(sessionRecord));
    const ended = keys.filter((_, index) => records[index] === null);
    if (ended.length > 0) await this.#redis.srem(sessionsOf(userId), ...ended);
    return keys
      .flatMap((key, index) => {
        const record = records[index];
        return record ? [{ key, session: SessionSchema.parse(JSON.parse(record)) }] : [];
      })
      .toSorted((a, b) => b.session.createdAt.localeCompare(a.session.createdAt));
  }

  async end(userId: number, key: string): Promise<void> {
    await this.#end(userId, [key]);
  }

  /** Called before the commit of the change that ends them: a crash in between must not leave a session open. */
  async endAll(userId: number, keep?: string): Promise<void> {
    const keys = (await this.#redis.smembers(sessionsOf(userId))).filter((key) => key !== keep);
    if (keys.length > 0) await this.#end(userId, keys);
  }

  /** Changes the facts about a user in all open sessions; the caller has locked the user, so that none is missed. */
  async update(userId: number, changes: Partial<Pick<Session, 'isVerified' | 'needsSecondFactor'>>): Promise<void> {
    for (const { key, session } of await this.list(userId)) await this.#write(key, { ...session, ...changes });
  }

  async confirm(key: string): Promise<void> {
    const session = await this.find(key);
    if (session) await this.#write(key, { ...session, reauthenticatedAt: new Date().toISOString() });
  }

  async ended(keys: string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const records = await this.#redis.mget(keys.map(sessionRecord));
    return keys.filter((_, index) => records[index] === null);
  }

  async #write(key: string, session: Session): Promise<void> {
    await this.#redis.set(sessionRecord(key), JSON.stringify(session), 'KEEPTTL', 'XX');
  }

  async #end(userId: number, keys: string[]): Promise<void> {
    await this.#redis.del(keys.map(sessionRecord));
    await this.#redis.srem(sessionsOf(userId), ...keys);
    await this.#redis.publish(channelOf(this.#redis, SIGNALS.sessionsEnded), JSON.stringify(keys));
  }
}

/** Name and attributes of the session cookie of a site at `publicUrl`. */
export const sessionCookie = (publicUrl: string) => siteCookie(publicUrl, 'fasocolis', { maxAge: SESSION_SECONDS });
