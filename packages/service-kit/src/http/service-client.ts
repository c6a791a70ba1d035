import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { ParamsOf } from '@fasocolis/contracts/operations/client';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import type { ServiceName } from '@fasocolis/contracts/services';
import * as z from 'zod/mini';
import { IDENTITY_HEADER, identitySigner } from '../auth/identity.ts';
import { AppError } from './errors.ts';

export interface ServiceClientOptions {
  baseUrl: string;
  service: ServiceName;
  identityKey: string;
  timeoutMs?: number;
}

interface LooseInputs {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

type InputsOf<Declared extends Operation> = ParamsOf<Declared['path']> &
  (Declared extends { query: infer Query extends z.core.$ZodType } ? { query?: z.core.input<Query> } : object) &
  (Declared extends { body: infer Body extends z.core.$ZodType } ? { body: z.core.input<Body> } : object);

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
   * Calls an operation that only reads.
   * @returns null on 404
   * @throws AppError `unavailable` when the service fails or does not respond in time
   */
  async find<Declared extends Operation>(
    { method, path, responses }: Declared,
    requestId: string,
    ...[inputs]: object extends InputsOf<Declared> ? [inputs?: InputsOf<Declared>] : [inputs: InputsOf<Declared>]
  ): Promise<z.core.output<Declared['responses'][200]> | null> {
    const { baseUrl, service } = this.#options;
    const { params = {}, query, body } = (inputs ?? {}) as LooseInputs;
    const url = new URL(
      path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      baseUrl,
    );
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const identity = { [IDENTITY_HEADER]: this.#sign(service), 'x-request-id': requestId };
    const { status, text } = await this.#fetch(url, {
      method,
      headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status === 404) return null;
    if (status >= 300) throw new AppError('unavailable', undefined, { cause: new Error(`${status} ${codeIn(text)}`) });
    return z.parse(responses[200] as Declared['responses'][200], JSON.parse(text));
  }

  /**
   * Sends a request again when its replica broke the connection: the requests are reads, which are safe to repeat. A
   * timeout is not retried, to spare an overloaded service.
   */
  async #fetch(url: URL, request: RequestInit): Promise<{ status: number; text: string }> {
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

function codeIn(text: string): string {
  try {
    return z.parse(ErrorSchema, JSON.parse(text)).code;
  } catch {
    return '';
  }
}
