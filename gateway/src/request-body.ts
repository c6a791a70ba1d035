import { finished, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@fasocolis/service-kit/errors';
import { DEFAULT_BODY_BYTES, hasBody } from '@fasocolis/service-kit/request-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest request body of a proxied route, in bytes. Other routes do not read bodies. */
    maxBodyBytes?: number;
  }
}

/** How many requests of one address may have an unfinished body at the same time. */
const MAX_UNFINISHED = 32;

const declaredLength = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0);
const limitOf = (request: FastifyRequest) => request.routeOptions.config.maxBodyBytes;

/** Whether a route accepts images: its bodies are large and may take longer to arrive. */
export const acceptsImages = (request: FastifyRequest): boolean => (limitOf(request) ?? 0) > DEFAULT_BODY_BYTES;

/**
 * Passes bodies on unparsed, as far as the limit of their route (413 beyond it). Those with images are streamed; others
 * are received before a service is asked, so that slow clients occupy no connection to it.
 */
export function registerRequestBodies(app: FastifyInstance, { isLimited }: { isLimited: boolean }): void {
  const mayReceive = isLimited ? unfinishedBodyLimit() : () => true;
  app.removeAllContentTypeParsers();
  // Errors come from hooks rather than from the parser: after a parser's error Fastify closes the connection, and a
  // client that is still sending would get a reset instead of the answer.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!hasBody(request)) done(null, payload);
    else if (declaredLength(request) > (limitOf(request) ?? Number.POSITIVE_INFINITY)) done(new AppError('too-large'));
    else if (!mayReceive(request)) done(new AppError('too-many-requests'));
    else done(null, payload);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    const limit = limitOf(request);
    const isRead = limit !== undefined && hasBody(request);
    done(null, isRead ? Readable.from(bounded(payload as Readable, limit), { objectMode: false }) : undefined);
  });
  app.addHook('preValidation', async (request) => {
    const { body } = request;
    if (body instanceof Readable && !acceptsImages(request)) request.body = Readable.from(await receive(body));
  });
}

async function receive(body: Readable): Promise<Buffer> {
  try {
    return await buffer(body);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('bad-request', undefined, { cause });
  }
}

/** Makes the function that counts the unfinished bodies of each address, and tells whether one more is allowed. */
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

/** The chunks of a body. After an early end the rest is drained, so that the client can read the answer. */
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
