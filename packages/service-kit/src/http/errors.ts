import { DEFAULT_MESSAGE, type ErrorBody, type ErrorCode, STATUS_BY_CODE } from '@fasocolis/contracts/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

interface AppErrorOptions extends ErrorOptions {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
}

const DEFAULT_RETRY_SECONDS = 60;

/** "Réessayez dans {n} minutes", rounded up: what every message of `too-many-requests` says. */
export function retryIn(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `Réessayez dans ${minutes} minute${minutes > 1 ? 's' : ''}`;
}

/**
 * An error with a code, which determines the status, and a French message for users. The default message of `too-many-requests` says when
 * to retry.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  static field(name: string, message: string, options?: ErrorOptions): AppError {
    return new AppError('validation', message, { ...options, fields: { [name]: message } });
  }

  static conflict(name: string, message: string, options?: ErrorOptions): AppError {
    return new AppError('conflict', message, { ...options, fields: { [name]: message } });
  }

  constructor(
    code: ErrorCode,
    message?: string,
    { fields, retryAfterSeconds = DEFAULT_RETRY_SECONDS, ...options }: AppErrorOptions = {},
  ) {
    super(message ?? defaultMessage(code, retryAfterSeconds), options);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.retryAfter = code === 'too-many-requests' ? Math.max(1, Math.ceil(retryAfterSeconds)) : undefined;
  }
}

const defaultMessage = (code: ErrorCode, retryAfterSeconds: number) =>
  code === 'too-many-requests' ? `${DEFAULT_MESSAGE[code]} ${retryIn(retryAfterSeconds)}.` : DEFAULT_MESSAGE[code];

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  421: 'misdirected',
  429: 'too-many-requests',
  431: 'headers-too-large',
  503: 'unavailable',
  504: 'unavailable',
};

/** Error codes of Prisma, pg, PostgreSQL and sockets for a database that is unreachable or cannot write for now. */
const UNREACHABLE = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028'],
  // The last one is PgBouncer's "no server".
  ...['57P01', '57P02', '57P03', '53300', '08006', '08P01'],
  // The disk or the memory is full.
  ...['53100', '53200'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ...['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'],
]);

/** Messages of errors that pg and ioredis throw without a code. The last two: Redis has no disk space, or no memory, left. */
const CONNECTION_LOST = [
  ...['Connection terminated', 'Client has encountered a connection error'],
  ...['timeout exceeded when trying to connect', 'Query read timeout'],
  ...["Stream isn't writeable", 'Reached the max retries per request limit', 'Connection is closed'],
  ...['Command timed out', 'LOADING ', 'The server does not support SSL connections'],
  ...['MISCONF ', 'OOM '],
];

function toErrorReply(error: unknown, requestId: string) {
  const { code, message, fields, retryAfter } = classify(error);
  const body: ErrorBody = { message, code, requestId };
  if (fields) body.errors = fields;
  return { status: STATUS_BY_CODE[code], body, retryAfter };
}

/** The log level of a response: a 500 is a fault of ours, other 5xx report a missing dependency. */
export const logLevelOf = (status: number) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'debug');

/** Sends the error response for any error. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, retryAfter } = toErrorReply(error, request.id);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  request.log[logLevelOf(status)]({ err: error, status }, body.code);
  void reply.code(status).send(body);
}

type Classified = Pick<AppError, 'code' | 'message'> & Partial<Pick<AppError, 'fields' | 'retryAfter'>>;

function classify(error: unknown): Classified {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return error.validationContext === 'body' ? classifyBody(error.validation) : defaultFor('bad-request');
  }
  const { message = '', statusCode } = error as Partial<FastifyError>;
  if (
    CONNECTION_LOST.some((start) => message.startsWith(start)) ||
    codesOf(error).some((code) => UNREACHABLE.has(code))
  ) {
    return defaultFor('unavailable');
  }
  if (statusCode === undefined || (statusCode >= 500 && statusCode !== 503)) return defaultFor('internal');
  return defaultFor(CODE_BY_STATUS[statusCode] ?? 'bad-request');
}

/** The codes of an error and its causes: Prisma wraps PostgreSQL's error in one of two ways. */
function codesOf(error: unknown): string[] {
  const { code, kind, cause, meta } = error as {
    code?: unknown;
    kind?: unknown;
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
  };
  const own = [code, kind].filter((it) => typeof it === 'string');
  return [...own, ...[cause, meta?.driverAdapterError].filter(Boolean).flatMap(codesOf)];
}

const defaultFor = (code: ErrorCode) => new AppError(code);

interface FieldIssue {
  instancePath: string;
  message?: string;
}

function classifyBody(issues: FieldIssue[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.instancePath.slice(1).replaceAll('/', '.');
    if (field) fields[field] ??= issue.message ?? DEFAULT_MESSAGE.validation;
  }
  const [first] = Object.values(fields);
  return first === undefined ? defaultFor('bad-request') : { code: 'validation' as const, message: first, fields };
}
