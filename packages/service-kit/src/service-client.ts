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
    const { baseUrl, caller, timeoutMs = 2000 } = this.#options;
    const identity = { [IDENTITY_HEADER]: this.#sign({ kind: 'service', name: caller }), 'x-request-id': requestId };
    const response = await this.#ask(new URL(path, baseUrl), {
      headers: { ...identity, ...(question && { 'content-type': 'application/json' }) },
      ...(question && { method: 'POST', body: JSON.stringify(question) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404) return null;
    if (!response.ok) {
      const { data } = ErrorSchema.safeParse(await response.json().catch(() => null));
      throw new AppError('unavailable', undefined, { cause: new Error(`${response.status} ${data?.code ?? ''}`) });
    }
    return z.parse(schema, await response.json());
  }

  /** Questions change nothing: one that a dying replica left unanswered is asked again, of whoever the name leads to. */
  async #ask(url: URL, request: RequestInit & { signal: AbortSignal }): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetch(url, request);
      } catch (cause) {
        if (attempt === MAX_ATTEMPTS || request.signal.aborted) throw new AppError('unavailable', undefined, { cause });
      }
    }
  }
}
