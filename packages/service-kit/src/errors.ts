import { DEFAULT_MESSAGE, type ErrorBody, type ErrorCode, STATUS_BY_CODE } from '@fasocolis/contracts/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** What business code throws: a code that decides the status, and a French sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Field to French sentence, for `validation`. */
  readonly fields: Record<string, string> | undefined;

  constructor(
    code: ErrorCode,
    message = DEFAULT_MESSAGE[code],
    options: ErrorOptions & { fields?: Record<string, string> } = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
  }
}

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

/** What Prisma, its driver, PostgreSQL and sockets call "the database cannot be reached", not "the request is wrong". */
const UNREACHABLE = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028'],
  // The last is how PgBouncer says that it finds no server.
  ...['57P01', '57P02', '57P03', '53300', '08006', '08P01'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ...['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'],
]);

/** What pg and ioredis throw, without a code, when a connection dies under a command or none is to be had. */
const CONNECTION_LOST = [
  ...['Connection terminated', 'Client has encountered a connection error'],
  ...['timeout exceeded when trying to connect', 'Query read timeout'],
  ...["Stream isn't writeable", 'Reached the max retries per request limit', 'Connection is closed'],
  ...['Command timed out', 'LOADING ', 'The server does not support SSL connections'],
];

/** Turns anything thrown into the one error body and its status. Unknown errors say nothing about their inside. */
function toErrorReply(error: unknown, requestId: string): { status: number; body: ErrorBody } {
  const { code, message, fields } = classify(error);
  const body: ErrorBody = { message, code, requestId };
  if (fields) body.errors = fields;
  return { status: STATUS_BY_CODE[code], body };
}

/** Answers a request with the error body of anything thrown. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toErrorReply(error, request.id);
  request.log[status >= 500 ? 'error' : 'debug']({ err: error, status }, body.code);
  void reply.code(status).send(body);
}

function classify(error: unknown): { code: ErrorCode; message: string; fields?: Record<string, string> | undefined } {
  if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields };
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

/** The code of an error, and of what caused it: Prisma wraps PostgreSQL's in one of two ways. */
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

const defaultFor = (code: ErrorCode) => ({ code, message: DEFAULT_MESSAGE[code] });

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
  // A body that is no object at all has no field to name.
  return first === undefined ? defaultFor('bad-request') : { code: 'validation' as const, message: first, fields };
}
