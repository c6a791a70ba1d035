import {
  type AddressOf,
  type BodyOf,
  EXPECTED_USER_HEADER,
  type PathOf,
  type ResponseOf,
} from '@fasocolis/contracts/operations/client';
import { parseJson } from './json.ts';

interface FailureDetails {
  status: number;
  code?: string | undefined;
  serverMessage?: string | undefined;
  errors?: Record<string, string> | undefined;
  responseText?: string | undefined;
  cause?: unknown;
}

/**
 * A call that failed. `message` is for users: "{status}: {text}", or a sentence without a response. `serverMessage` is
 * the same text without the status, `errors` the invalid fields of a refused form, `responseText` a body that is none of
 * our error bodies.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * The contracts' error code; "network" without a response, "invalid-response" when the response does not match the
   * schema.
   */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly errors: Record<string, string> | undefined;
  readonly responseText: string | undefined;
  readonly cause: unknown;

  constructor(message: string, { status, code, serverMessage, errors, responseText, cause }: FailureDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.errors = errors;
    this.responseText = responseText;
    this.cause = cause;
  }

  /** The arguments that make an equal error, except the cause. */
  toJSON() {
    const { message, status, code, serverMessage, errors, responseText } = this;
    return { message, status, code, serverMessage, errors, responseText };
  }
}

/** The schema of a response: any zod schema. */
interface ResponseSchema<T> {
  safeParse(response: unknown): { success: true; data: T } | { success: false; error: Error };
}

/** A schema, or a function that loads one: the request is sent while the schema's code is being loaded. */
export type SchemaSource<T> = ResponseSchema<T> | (() => Promise<ResponseSchema<T>>);

/** A schema whose output every response of an operation fits. */
export type SchemaFor<Response, T> = SchemaSource<T> &
  ([Response] extends [T] ? unknown : 'is not the schema of the response');

export interface CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  signal?: AbortSignal;
  /** The preference of the caller, in the form of RFC 7240. */
  prefer?: string;
  /** Receives the headers of the response. */
  onHeaders?: (headers: Headers) => void;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type OptionsOf<M extends Method, Path extends string> = Pick<CallOptions, 'signal' | 'prefer'> & AddressOf<M, Path>;
/** Required for a path with parameters. */
export type Rest<M extends Method, Path extends string> =
  object extends OptionsOf<M, Path> ? [options?: OptionsOf<M, Path>] : [options: OptionsOf<M, Path>];

type Read<M extends Method> = <Path extends PathOf<M>, T>(
  path: Path,
  schema: SchemaFor<ResponseOf<M, Path>, T>,
  ...options: Rest<M, Path>
) => Promise<T>;

type Write<M extends Method> = <Path extends PathOf<M>, T>(
  path: Path,
  body: BodyOf<M, Path>,
  schema: SchemaFor<ResponseOf<M, Path>, T>,
  ...options: Rest<M, Path>
) => Promise<T>;

let send: (path: string, init: RequestInit) => Promise<Response> = (path, init) => fetch(path, init);

/** Replaces the fetch of all calls, for rendering on a server and for large uploads; paths are passed unchanged. */
export function sendCallsWith(replacement: typeof send): void {
  send = replacement;
}

let expectedUser: number | undefined;

/**
 * Makes the server refuse further writes when another user than this one is signed in.
 * @param userId undefined lifts the restriction
 */
export function expectUser(userId: number | undefined): void {
  expectedUser = userId;
}

/** Sends a request without the types of an operation, for callers that compose paths, such as a data provider. */
export async function call<T>(
  method: string,
  path: string,
  source: SchemaSource<T>,
  body?: unknown,
  { params = {}, query, signal, prefer, onHeaders }: CallOptions = {},
): Promise<T> {
  const filled = path.replace(/\/:(\w+)/g, (_, name) => `/${encodeURIComponent(params[name] ?? '')}`);
  const sent = send(query ? `${filled}?${new URLSearchParams(query)}` : filled, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(prefer !== undefined && { prefer }),
      ...(expectedUser !== undefined && method !== 'GET' && { [EXPECTED_USER_HEADER]: String(expectedUser) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const [response, schema] = await overTheNetwork(
    Promise.all([sent, typeof source === 'function' ? source() : source]),
    signal,
  );
  const text = await response.text();
  onHeaders?.(response.headers);
  if (!response.ok) throw await failureOf(response, text);

  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) {
    const message = `${response.status}: Réponse inattendue du serveur`;
    throw new ApiError(message, { status: response.status, code: 'invalid-response', cause: parsed.error });
  }
  return parsed.data;
}

async function overTheNetwork<T>(arrival: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await arrival;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const message = 'Connexion impossible. Vérifiez votre réseau, puis réessayez.';
    throw new ApiError(message, { status: 0, code: 'network', cause });
  }
}

async function failureOf(response: Response, text: string): Promise<ApiError> {
  const { status, statusText } = response;
  // Loaded after a failure only: the code that validates schemas is the largest part of a call.
  const { ErrorSchema } = await import('@fasocolis/contracts/errors');
  const known = ErrorSchema.safeParse(parseJson(text));
  if (!known.success) {
    const serverMessage = messageIn(text);
    return new ApiError(`${status}: ${serverMessage ?? (text || statusText)}`, {
      status,
      serverMessage,
      responseText: text,
    });
  }
  const { message, code, errors } = known.data;
  return new ApiError(`${status}: ${message}`, { status, code, serverMessage: message, errors });
}

/** The error bodies of proxies may have a message without being ours. */
function messageIn(text: string): string | undefined {
  const json = parseJson(text);
  const message = typeof json === 'object' && json !== null && 'message' in json ? json.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/**
 * Calls of the site's own API, with the session cookie. Paths, inputs and responses are those of the contracts'
 * operations. Responses are validated with `schema` and typed by it; every failure is an {@link ApiError}, except that an
 * aborted call rejects with the reason of its signal.
 */
export const api = {
  get: ((path, schema, options?: CallOptions) => call('GET', path, schema, undefined, options)) as Read<'GET'>,
  delete: ((path, schema, options?: CallOptions) => call('DELETE', path, schema, undefined, options)) as Read<'DELETE'>,
  post: ((path, body, schema, options?: CallOptions) => call('POST', path, schema, body, options)) as Write<'POST'>,
  patch: ((path, body, schema, options?: CallOptions) => call('PATCH', path, schema, body, options)) as Write<'PATCH'>,
};
