import { finished, Readable } from 'node:stream';
import { DEFAULT_BODY_BYTES } from '@fasocolis/contracts/operations/operation';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { hasBody } from '@fasocolis/service-kit/http/request-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Unfinished bodies per address at a time. */
const MAX_UNFINISHED = 32;

const declaredLength = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0);
/** In bytes, for proxied routes. Other routes do not read bodies. */
function limitOf({ routeOptions }: FastifyRequest): number | undefined {
  const { operation } = routeOptions.config;
  return operation && (operation.bodyLimit ?? DEFAULT_BODY_BYTES);
}

export const acceptsImages = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.operation?.bodyLimit !== undefined;

/**
 * Forwards bodies unparsed, up to the limit of their route (413 beyond it). Bodies with images are streamed; others are
 * received first, so that slow clients occupy no connection to a service.
 */
export function registerRequestBodies(app: FastifyInstance, { isLimited }: { isLimited: boolean }): void {
  const mayReceive = isLimited ? unfinishedBodyLimit() : () => true;
  app.removeAllContentTypeParsers();
  // A hook refuses large bodies: after a parser error Fastify closes the connection, and a client that is still sending
  // gets a reset instead of the response.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!hasBody(request)) done(null, payload);
    else if (declaredLength(request) > (limitOf(request) ?? Number.POSITIVE_INFINITY)) done(new AppError('too-large'));
    else if (!mayReceive(request)) done(new AppError('too-many-requests'));
    else done(null, payload);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    done(null, hasBody(request) && limitOf(request) !== undefined ? payload : undefined);
  });
  app.addHook('preValidation', async (request) => {
    const { body } = request;
    if (!(body instanceof Readable)) return;
    const chunks = bounded(body, limitOf(request) ?? 0);
    request.body = Readable.from(acceptsImages(request) ? chunks : await receive(chunks), { objectMode: false });
  });
}

async function receive(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const received: Buffer[] = [];
  try {
    for await (const chunk of chunks) received.push(chunk);
    return Buffer.concat(received);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('bad-request', undefined, { cause });
  }
}

function unfinishedBodyLimit() {
  const counts = new Map<string, number>();
  return ({ raw, address }: FastifyRequest): boolean => {
    if (raw.complete) return true;
    const count = counts.get(address) ?? 0;
    if (count >= MAX_UNFINISHED) return false;
    counts.set(address, count + 1);
    finished(raw, () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };
}

/** The chunks of a body. After an early end the rest is drained, so that the client can read the response. */
async function* bounded(source: Readable, limit: number): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > limit) throw new AppError('too-large');
      yield chunk;
    }
  } finally {
    source.resume();
  }
}
