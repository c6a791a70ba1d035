import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  PHONE_CODE_SECONDS,
  PHONE_CODE_TRIES,
  SIGN_IN_TAG_ALPHABET,
  SIGN_IN_TAG_LENGTH,
} from '@fasocolis/contracts/phone-sign-in';
import { withoutSeparators } from '@fasocolis/contracts/reading/text';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { signerFor } from '@fasocolis/service-kit/auth/signing-keys';
import { siteCookie } from '@fasocolis/service-kit/http/site-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';

const ID = /^[\w-]{43}$/;
const DAY_SECONDS = 86_400;

const RecordSchema = z.object({
  tag: z.string(),
  userId: z.nullable(z.int()),
});

export interface PhoneAttempt extends z.infer<typeof RecordSchema> {
  key: string;
}

const attemptOf = (key: string) => `whatsapp-sign-in:${key}`;
const triesOf = (tag: string) => `whatsapp-sign-in:tries:${tag}`;
/** The number that sent the tag; empty until then. */
const senderOf = (tag: string) => `whatsapp-sign-in:sender:${tag}`;

interface Options {
  redis: Redis;
  publicUrl: string;
  signingKeys: string;
  perDevice: AttemptLimit;
  perNumber: AttemptLimit;
}

/**
 * Codes that WhatsApp brings. A browser begins and gets a tag, a phone sends the tag, and the code that it is answered with
 * is accepted by that browser alone. Codes are derived from tag and number with a key, so that none is stored and a message
 * that is delivered twice has one code.
 */
export class PhoneCodes {
  readonly #options: Options;
  readonly #sign: ReturnType<typeof signerFor>;
  readonly #cookie: ReturnType<typeof siteCookie>;

  constructor(options: Options) {
    this.#options = options;
    this.#sign = signerFor(options.signingKeys, 'phone-codes');
    // The cookie lasts longer than an attempt, for the limit of a browser.
    this.#cookie = siteCookie(options.publicUrl, 'fasocolis-whatsapp', { path: '/api/auth', maxAge: DAY_SECONDS });
  }

  async begin(request: FastifyRequest, reply: FastifyReply, userId: number | null): Promise<string> {
    const { redis, perDevice } = this.#options;
    const id = this.#idOf(request) ?? randomBytes(32).toString('base64url');
    await perDevice.count(id);
    reply.setCookie(this.#cookie.name, id, this.#cookie.options);
    const found = await this.find(request);
    const tag = found?.userId === userId ? found.tag : newTag();
    await redis.set(attemptOf(keyOf(id)), JSON.stringify({ tag, userId }), 'EX', PHONE_CODE_SECONDS);
    if (found?.tag === tag) await redis.expire(senderOf(tag), PHONE_CODE_SECONDS);
    else await redis.set(senderOf(tag), '', 'EX', PHONE_CODE_SECONDS);
    return tag;
  }

  async find(request: FastifyRequest): Promise<PhoneAttempt | null> {
    const id = this.#idOf(request);
    if (id === null) return null;
    const key = keyOf(id);
    const record = await this.#options.redis.get(attemptOf(key));
    return record === null ? null : { key, ...RecordSchema.parse(JSON.parse(record)) };
  }

  /** The code for a number that has sent a tag; null when no browser waits for it. */
  async issue(phone: string, tag: string, sentAt: Date): Promise<string | null> {
    const { redis, perNumber } = this.#options;
    if (Date.now() - sentAt.getTime() > PHONE_CODE_SECONDS * 1000) return null;
    if ((await redis.get(senderOf(tag))) === null) return null;
    await perNumber.count(phone);
    // An attempt that has ended meanwhile is not begun again.
    const kept = await redis.set(senderOf(tag), phone, 'KEEPTTL', 'XX');
    return kept === null ? null : (this.#codesOf(tag, phone)[0] ?? null);
  }

  /** Counts a try before its code is compared. @returns how many are left; negative when it is one too many */
  async countTry({ tag }: PhoneAttempt): Promise<number> {
    const replies = await this.#options.redis
      .multi()
      .incr(triesOf(tag))
      .expire(triesOf(tag), 2 * PHONE_CODE_SECONDS, 'NX')
      .exec();
    return PHONE_CODE_TRIES - Number(replies?.[0]?.[1]);
  }

  async senderBy(code: string, { tag }: PhoneAttempt): Promise<string | null> {
    const phone = await this.#options.redis.get(senderOf(tag));
    return phone && this.#codesOf(tag, phone).includes(withoutSeparators(code)) ? phone : null;
  }

  /** Ends an attempt. @returns whether it had not ended before, which is true once */
  async end({ key, tag }: PhoneAttempt): Promise<boolean> {
    const ended = await this.#options.redis.del(senderOf(tag));
    await this.#options.redis.del(attemptOf(key));
    return ended === 1;
  }

  #idOf(request: FastifyRequest): string | null {
    const id = request.cookies[this.#cookie.name];
    return id !== undefined && ID.test(id) ? id : null;
  }

  #codesOf(tag: string, phone: string): string[] {
    return this.#sign(`${tag} ${phone}`).map((signature) =>
      String(signature.readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    );
  }
}

const keyOf = (id: string) => createHash('sha256').update(id).digest('base64url');

const newTag = () =>
  Array.from({ length: SIGN_IN_TAG_LENGTH }, () => SIGN_IN_TAG_ALPHABET[randomInt(SIGN_IN_TAG_ALPHABET.length)]).join(
    '',
  );
