interface FailureDetails {
  status: number;
  code?: string | undefined;
  serverMessage?: string | undefined;
  errors?: Record<string, string> | undefined;
  answer?: string | undefined;
  cause?: unknown;
}

/**
 * A call that did not succeed. `message` is for people: "{status}: {text}", or a plain sentence when no answer came.
 * `serverMessage` is the same text without the status, `errors` the faulty fields of a refused form, `answer`
 * all that came instead of one of our own error bodies.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  /** The contracts' error code; "network" when no answer came, "invalid-answer" when it could not be understood. */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly errors: Record<string, string> | undefined;
  readonly answer: string | undefined;

  constructor(message: string, { status, code, serverMessage, errors, answer, cause }: FailureDetails) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.errors = errors;
    this.answer = answer;
  }

  /** All that the constructor needs to make an equal error, except the cause. */
  toJSON() {
    const { message, status, code, serverMessage, errors, answer } = this;
    return { message, status, code, serverMessage, errors, answer };
  }
}

/** What an answer must look like: any zod schema. */
interface AnswerSchema<T> {
  safeParse(answer: unknown): { success: true; data: T } | { success: false; error: Error };
}

/** A schema, or a way to load it: then the call is already on its way while the schema's code is being fetched. */
type SchemaSource<T> = AnswerSchema<T> | (() => Promise<AnswerSchema<T>>);

interface CallOptions {
  signal?: AbortSignal;
  /** What the caller would rather have, as RFC 7240 writes it. */
  prefer?: string;
}

let send: (path: string, init: RequestInit) => Promise<Response> = (path, init) => fetch(path, init);

/** Replaces the fetch of all calls, for rendering on a server; paths are passed as they are. */
export function sendCallsWith(replacement: typeof send): void {
  send = replacement;
}

async function call<T>(
  method: string,
  path: string,
  source: SchemaSource<T>,
  body?: unknown,
  { signal, prefer }: CallOptions = {},
): Promise<T> {
  const sent = send(path, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(prefer !== undefined && { prefer }),
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
  if (!response.ok) throw await failureOf(response, text);

  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) {
    const message = `${response.status}: Réponse inattendue du serveur`;
    throw new ApiError(message, { status: response.status, code: 'invalid-answer', cause: parsed.error });
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
  // The code that reads schemas is the largest part of a call: no screen waits for it to be shown.
  const { ErrorSchema } = await import('@fasocolis/contracts/errors');
  const known = ErrorSchema.safeParse(parseJson(text));
  if (!known.success) {
    const serverMessage = messageIn(text);
    return new ApiError(`${status}: ${serverMessage ?? (text || statusText)}`, { status, serverMessage, answer: text });
  }
  const { message, code, errors } = known.data;
  return new ApiError(`${status}: ${message}`, { status, code, serverMessage: message, errors });
}

/** Answers of something in between (a proxy) may hold a message without being one of our own error bodies. */
function messageIn(text: string): string | undefined {
  const json = parseJson(text);
  const message = typeof json === 'object' && json !== null && 'message' in json ? json.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls of the site's own API, with the session cookie. Answers are checked against `schema` and typed by it; every
 * failure is an {@link ApiError}, except that an aborted call rejects with the signal's own reason.
 */
export const api = {
  get: <T>(path: string, schema: SchemaSource<T>, options?: CallOptions) =>
    call('GET', path, schema, undefined, options),
  post: <T>(path: string, body: unknown, schema: SchemaSource<T>, options?: CallOptions) =>
    call('POST', path, schema, body, options),
  patch: <T>(path: string, body: unknown, schema: SchemaSource<T>) => call('PATCH', path, schema, body),
  delete: <T>(path: string, body: unknown, schema: SchemaSource<T>) => call('DELETE', path, schema, body),
};
