import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_MESSAGE, type ErrorBody, type ErrorCode, STATUS_BY_CODE } from '@fasocolis/contracts/errors';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** URL and headers together: a reference may have thousands of characters, percent-encoded. */
const MAX_HEAD_BYTES = 128 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** A search for a pasted text of 4,096 characters, each of which may need nine when it is percent-encoded. */
const MAX_QUERY_LENGTH = 40 * 1024;
/** Node drops headers beyond this number, counting names and values. */
const MAX_HEADER_STRINGS = 2000;
/** Precision of the timeouts, in milliseconds. */
const CHECK_INTERVAL_MS = 500;

/** How long a request may take to arrive, in milliseconds. */
export interface RequestTimeouts {
  requestMs: number;
  uploadMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { requestMs: 30_000, uploadMs: 60_000 };

interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  extraMs: number;
}

const arrivals = new WeakMap<Socket, Arrival>();

/** Whether a request has a body, by its headers. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Server options that limit the size of request heads and their arrival time. */
export const limitedServer = ({ requestMs }: RequestTimeouts) =>
  ({
    requestTimeout: requestMs,
    routerOptions: { maxParamLength: MAX_HEAD_BYTES },
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    clientErrorHandler: respondToClientError,
  }) satisfies FastifyHttpOptions<Server>;

/**
 * Rejects headers over 16 kB with 431, a query over 40 kB with 400 and, with `limitedServer`, requests that arrive too slowly with 408.
 * `acceptsImages` names the routes with the longer timeout.
 */
export function registerRequestLimits(
  app: FastifyInstance,
  { requestMs, uploadMs }: RequestTimeouts,
  acceptsImages: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isTooLarge(request.raw.rawHeaders)) return done(new AppError('headers-too-large'));
    const queryStart = request.url.indexOf('?');
    if (queryStart !== -1 && request.url.length - queryStart > MAX_QUERY_LENGTH)
      return done(new AppError('bad-request'));
    if (hasBody(request)) {
      const extraMs = acceptsImages(request) ? uploadMs - requestMs : 0;
      arrivals.set(request.raw.socket, { request, reply, extraMs });
    }
    done();
  });
}

function isTooLarge(headers: readonly string[]): boolean {
  // Each header has a colon, a space and a line end.
  let bytes = headers.length * 2;
  for (const text of headers) bytes += text.length;
  return bytes > MAX_HEADER_BYTES || headers.length >= MAX_HEADER_STRINGS;
}

function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const arrival = arrivals.get(socket);
  if (isLate && arrival && !arrival.request.raw.complete) {
    if (arrival.extraMs === 0) endArrival(arrival);
    else setTimeout(endArrival, arrival.extraMs, arrival).unref();
    return;
  }
  // Browsers open connections in advance: a response on an unused one would be taken for that of the next request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  socket.end(rawReply(isLate ? 'timeout' : error.code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'bad-request'));
  if (isLate) socket.destroySoon();
}

function endArrival({ request, reply }: Arrival): void {
  if (request.raw.complete) return;
  if (reply.sent) request.raw.socket.destroy();
  else void reply.header('connection', 'close').send(new AppError('timeout'));
}

function rawReply(code: ErrorCode): string {
  const body = JSON.stringify({ message: DEFAULT_MESSAGE[code], code } satisfies ErrorBody);
  const status = STATUS_BY_CODE[code];
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
    `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
