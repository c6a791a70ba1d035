import { SURROGATE_CONTROL, SURROGATE_KEY } from '@fasocolis/service-kit/public-answers';
import { type AnyReply, compressBody, type Encoding, isCompressible, preferredEncoding } from './compression.ts';
import type { AnswerHead, WholeAnswer } from './service-answer.ts';

/** What of a service's headers belongs to the answer itself. */
const KEPT_HEADERS = ['content-type', 'content-range', 'cache-control', 'etag'] as const;
const MAX_AGE = /max-age=(\d+)/;
const STALE_IF_ERROR = /stale-if-error=(\d+)/;
/** With such a character in it, V8 keeps two bytes for each. */
const NOT_LATIN_1 = /[^\0-\xff]/;
/** Room for the rest of an entry: its names, dates and objects. */
const OVERHEAD_BYTES = 1024;

/** How long a service lets its answer be kept. */
export interface Keeping {
  keys: string[];
  /** How long it may be given without asking again, in milliseconds. */
  maxAgeMs: number;
  /** How long it may stand in while the service is away, in milliseconds. */
  staleIfErrorMs: number;
}

/** Whether a service lets its answer be given to everybody; only plain JSON is. */
export function isForEverybody({ statusCode, headers }: AnswerHead): boolean {
  const { 'content-type': type, [SURROGATE_CONTROL]: control } = headers;
  const isPersonal = headers['set-cookie'] !== undefined || typeof control !== 'string';
  const isPlainJson = String(type).startsWith('application/json') && headers['content-encoding'] === undefined;
  return statusCode === 200 && isPlainJson && !isPersonal;
}

function keepingOf(headers: AnswerHead['headers']): Keeping {
  const control = String(headers[SURROGATE_CONTROL]);
  const milliseconds = (directive: RegExp) => Number(directive.exec(control)?.[1] ?? 0) * 1000;
  return { keys: keysIn(headers), maxAgeMs: milliseconds(MAX_AGE), staleIfErrorMs: milliseconds(STALE_IF_ERROR) };
}

/** The keys that an answer names, of a read as of a change. */
export function keysIn(headers: Readonly<Record<string, unknown>>): string[] {
  const { [SURROGATE_KEY]: named } = headers;
  return typeof named === 'string' ? (named.match(/\S+/g) ?? []) : [];
}

interface Question {
  path: string;
  /** When it was asked, by the clock of `performance.now()`: what was true then may have changed before the answer came. */
  askedAt: number;
}

/** An answer of a service that anybody may get, as it was at one moment. */
export class PublicAnswer {
  readonly path: string;
  readonly askedAt: number;
  readonly keeping: Keeping;
  /** Not as bytes: Node sends text in one piece with the headers. */
  readonly #body: string;
  readonly #headers: Record<string, string> = {};
  readonly #isCompressible: boolean;
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor(question: Question, { headers, body }: WholeAnswer) {
    this.path = question.path;
    this.askedAt = question.askedAt;
    this.keeping = keepingOf(headers);
    this.#body = body.toString();
    for (const name of KEPT_HEADERS) {
      const { [name]: value } = headers;
      if (typeof value === 'string') this.#headers[name] = value;
    }
    this.#isCompressible = isCompressible(this.#headers['content-type'], body.length);
    if (this.#isCompressible) this.#headers.vary = 'accept-encoding';
  }

  /** The memory it takes, with room for its compressed forms, in bytes. */
  get size(): number {
    const { length } = this.#body;
    const bytes = NOT_LATIN_1.test(this.#body) ? length * 2 : length;
    return bytes + (this.#isCompressible ? length : 0) + this.path.length * 2 + OVERHEAD_BYTES;
  }

  json(): unknown {
    return JSON.parse(this.#body);
  }

  /** Sends it as it is, or 304 to somebody who has it. */
  send(reply: AnyReply): void {
    const { headers } = reply.request;
    reply.headers(this.#headers);
    if (isKnown(headers['if-none-match'], this.#headers.etag)) {
      void reply.removeHeader('content-type').code(304).send();
      return;
    }
    const encoding = this.#isCompressible ? preferredEncoding(headers['accept-encoding']) : undefined;
    const encoded = encoding && this.#encoded.get(encoding);
    if (!encoding) void reply.send(this.#body);
    else if (encoded) this.#sendEncoded(reply, encoding, encoded);
    else {
      this.#encode(encoding).then(
        (body) => this.#sendEncoded(reply, encoding, body),
        () => void reply.send(this.#body),
      );
    }
  }

  /** Sends it as what was last known to be true, with its date: `Age`, and `knownAt` in the object that it is. */
  sendAsLastKnown(reply: AnyReply): void {
    const age = performance.now() - this.askedAt;
    reply.header('age', Math.floor(age / 1000));
    if (!this.#body.startsWith('{')) {
      this.send(reply);
      return;
    }
    const { 'content-type': type = '' } = this.#headers;
    const knownAt = new Date(Date.now() - age).toISOString();
    const rest = this.#body.slice(1).trimStart();
    void reply.type(type).send(`{"knownAt":"${knownAt}"${rest.startsWith('}') ? '' : ','}${rest}`);
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const body = await compressBody(Buffer.from(this.#body), encoding);
    // What hardly shrinks is not worth the room that was not counted for it.
    if (body.length <= this.#body.length / 2) this.#encoded.set(encoding, body);
    return body;
  }

  #sendEncoded(reply: AnyReply, encoding: Encoding, body: Buffer): void {
    void reply.header('content-encoding', encoding).send(body);
  }
}

/** Compares as RFC 9110 asks for If-None-Match: weakly. */
export function isKnown(known: string | undefined, etag: string | string[] | undefined): boolean {
  if (known === undefined || typeof etag !== 'string') return false;
  const opaque = etag.replace(/^W\//, '');
  return known.split(',').some((tag) => ['*', opaque].includes(tag.trim().replace(/^W\//, '')));
}
