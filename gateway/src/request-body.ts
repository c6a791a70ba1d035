import { Readable } from 'node:stream';
import { AppError } from '@fasocolis/service-kit/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest request body of a proxied route, in bytes. */
    maxBodyBytes?: number;
  }
}

const declaredLength = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0);
const limitOf = (request: FastifyRequest) => request.routeOptions.config.maxBodyBytes ?? 0;

/** Lets bodies stream through unparsed, as far as the limit of their route (413 beyond it). */
export function registerRequestBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Here rather than in the parser: after a parser's error Fastify closes the connection, and a client that is still
  // sending would see a reset instead of the answer.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(declaredLength(request) > limitOf(request) ? new AppError('too-large') : null, payload);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    const isEmpty = declaredLength(request) === 0 && request.headers['transfer-encoding'] === undefined;
    done(
      null,
      isEmpty ? undefined : Readable.from(bounded(payload as Readable, limitOf(request)), { objectMode: false }),
    );
  });
}

/** The chunks of a body; whoever stops reading early still has the rest drained, so that the client can hear the answer. */
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
