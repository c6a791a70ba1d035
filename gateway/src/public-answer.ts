import { SURROGATE_CONTROL, SURROGATE_KEY } from '@fasocolis/service-kit/public-answers';
import type { Dispatcher } from 'undici';
import { type AnyReply, compressBody, type Encoding, isCompressible, preferredEncoding } from './compression.ts';

type Headers = Dispatcher.ResponseData['headers'];

/** What of a service's headers belongs to the answer itself. */
const KEPT_HEADERS = ['content-type', 'content-range', 'cache-control', 'etag'] as const;
const OPENING_BRACE = 0x7b;
/** Room for the rest of an entry: its names, dates and objects. */
const OVERHEAD_BYTES = 1024;

/** How long a service lets its answer be kept, if it does. */
export interface Keeping {
  keys: string[];
  /** How long it may be given without asking again, in milliseconds. */
  maxAgeMs: number;
  /** How long it may stand in while the service is away, in milliseconds. */
  staleIfErrorMs: number;
}

/** Reads how long an answer may be kept for everybody; null when it is for one person alone. */
export function keepingOf({ statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>) {
  const control = headers[SURROGATE_CONTROL];
  if (statusCode !== 200 || typeof control !== 'string' || headers['set-cookie'] !== undefined) return null;
  if (headers['content-encoding'] !== undefined) return null;
  const milliseconds = (directive: string) => Number(new RegExp(`${directive}=(\\d+)`).exec(control)?.[1] ?? 0) * 1000;
  return {
    keys: keysIn(headers),
    maxAgeMs: milliseconds('max-age'),
    staleIfErrorMs: milliseconds('stale-if-error'),
  } satisfies Keeping;
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
  readonly #body: Buffer;
  readonly #headers: Record<string, string>;
  readonly #isCompressible: boolean;
  readonly #encoded = new Map<Encoding, Buffer>();

  constructor(question: Question, keeping: Keeping, { headers, body }: { headers: Headers; body: Buffer }) {
    this.path = question.path;
    this.askedAt = question.askedAt;
    this.keeping = keeping;
    this.#body = body;
    this.#headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
    );
    this.#isCompressible = isCompressible(this.#headers['content-type'], body.length);
    if (this.#isCompressible) this.#headers.vary = 'accept-encoding';
  }

  /** The memory it takes, with room for its compressed forms, in bytes. */
  get size(): number {
    return this.#body.length * (this.#isCompressible ? 2 : 1) + this.path.length * 2 + OVERHEAD_BYTES;
  }

  json(): unknown {
    return JSON.parse(this.#body.toString());
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
    if (this.#body[0] !== OPENING_BRACE) {
      this.send(reply);
      return;
    }
    const { 'content-type': type = '' } = this.#headers;
    const knownAt = new Date(Date.now() - age).toISOString();
    const rest = this.#body.toString().slice(1).trimStart();
    void reply.type(type).send(`{"knownAt":"${knownAt}"${rest.startsWith('}') ? '' : ','}${rest}`);
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const body = await compressBody(this.#body, encoding);
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
