import { ErrorSchema } from '@fasocolis/contracts/errors';
import * as z from 'zod/mini';
import { AppError } from './errors.ts';
import { IDENTITY_HEADER, identitySigner } from './identity.ts';

export interface ServiceClientOptions {
  /** Where the other service listens, e.g. `http://auth:3000`. */
  baseUrl: string;
  /** Our own name, which the other service sees as the caller. */
  caller: string;
  signingKey: string;
  /** Time for one call, in milliseconds. */
  timeoutMs?: number;
}

const MAX_ATTEMPTS = 3;

/** Asks another service by HTTP, on our own behalf, with answers checked against the contract. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #sign: ReturnType<typeof identitySigner>;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#sign = identitySigner(options.signingKey);
  }

  /**
   * GET `path`, or POST where a `question` is too long for an address, parsed with `schema`; null when the other
   * service answers 404.
   * @throws AppError `unavailable` when it cannot be reached in time or fails
   */
  async find<T extends z.core.$ZodType>(
    path: string,
    schema: T,
    requestId: string,
    question?: object,
  ): Promise<z.core.output<T> | null> {
    const { baseUrl, caller } = this.#options;
    const identity = { [IDENTITY_HEADER]: this.#sign({ kind: 'service', name: caller }), 'x-request-id': requestId };
    const { status, text } = await this.#ask(new URL(path, baseUrl), {
      headers: { ...identity, ...(question && { 'content-type': 'application/json' }) },
      ...(question && { method: 'POST', body: JSON.stringify(question) }),
    });
    if (status === 404) return null;
    if (status >= 300) throw new AppError('unavailable', undefined, { cause: new Error(`${status} ${codeIn(text)}`) });
    return z.parse(schema, JSON.parse(text));
  }

  /**
   * Questions change nothing: one that a dying replica left without a whole answer is asked again, of whoever the name
   * leads to. One that is not answered in time is not: more questions would not help who has too much to do.
   */
  async #ask(url: URL, request: RequestInit): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? 2000);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(url, { ...request, signal });
        return { status: response.status, text: await response.text() };
      } catch (cause) {
        if (attempt === MAX_ATTEMPTS || signal.aborted) throw new AppError('unavailable', undefined, { cause });
      }
    }
  }
}

/** What one of our services calls its refusal; nothing for what somebody else has written. */
function codeIn(text: string): string {
  try {
    return z.parse(ErrorSchema, JSON.parse(text)).code;
  } catch {
    return '';
  }
}
