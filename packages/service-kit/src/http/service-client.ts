import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { ServiceName } from '@fasocolis/contracts/services';
import * as z from 'zod/mini';
import { IDENTITY_HEADER, identitySigner } from '../auth/identity.ts';
import { AppError } from './errors.ts';

export interface ServiceClientOptions {
  /** For example `http://auth:3000`. */
  baseUrl: string;
  /** The service at `baseUrl`. */
  service: ServiceName;
  /** The private key of the caller, as a JWK. */
  identityKey: string;
  /** Timeout of one call, in milliseconds. */
  timeoutMs?: number;
}

const MAX_ATTEMPTS = 3;

/** Calls another service over HTTP and parses its responses with the contracts. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #sign: ReturnType<typeof identitySigner>;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#sign = identitySigner(options.identityKey);
  }

  /**
   * GET `path`, or POST `question` when it is too long for a URL; null on 404.
   * @throws AppError `unavailable` when the service fails or does not respond in time
   */
  async find<T extends z.core.$ZodType>(
    path: string,
    schema: T,
    requestId: string,
    question?: object,
  ): Promise<z.core.output<T> | null> {
    const { baseUrl, service } = this.#options;
    const identity = { [IDENTITY_HEADER]: this.#sign(service), 'x-request-id': requestId };
    const { status, text } = await this.#ask(new URL(path, baseUrl), {
      headers: { ...identity, ...(question && { 'content-type': 'application/json' }) },
      ...(question && { method: 'POST', body: JSON.stringify(question) }),
    });
    if (status === 404) return null;
    if (status >= 300) throw new AppError('unavailable', undefined, { cause: new Error(`${status} ${codeIn(text)}`) });
    return z.parse(schema, JSON.parse(text));
  }

  /**
   * Sends a request again when its replica broke the connection: the requests are reads, which are safe to repeat. A
   * timeout is not retried, to spare an overloaded service.
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

/** The error code of one of our services; empty for other responses. */
function codeIn(text: string): string {
  try {
    return z.parse(ErrorSchema, JSON.parse(text)).code;
  } catch {
    return '';
  }
}
