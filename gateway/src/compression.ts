import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { Negotiator } from '@fastify/accept-negotiator';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, RawServerBase, RouteGenericInterface } from 'fastify';

/** Smaller responses fit into a packet or two, such as a lookup. */
const THRESHOLD_BYTES = 1024;
/** Longer responses are streamed instead of buffered. */
const LIMIT_BYTES = 1024 * 1024;

const OPTIONS = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: THRESHOLD_BYTES,
  customTypes: /^(?:text\/(?!event-stream)|application\/(?:json|xml)\b|image\/svg\+xml\b)/,
  // Dynamic responses: higher quality costs more time than it saves bytes.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions;

export type AnyReply = FastifyReply<RouteGenericInterface, RawServerBase>;

export type Encoding = (typeof OPTIONS.encodings)[number];

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, OPTIONS.brotliOptions),
  gzip: (body: Buffer) => promisify(gzip)(body),
} satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

export const isCompressible = (type: string | undefined, length: number): boolean =>
  length >= THRESHOLD_BYTES && OPTIONS.customTypes.test(type ?? '');

export const compressBody = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body);

const negotiator = new Negotiator({ supportedValues: OPTIONS.encodings });

export const preferredEncoding = (accepted: string | undefined): Encoding | null =>
  negotiator.negotiate(accepted ?? '') as Encoding | null;

export const registerCompression = (app: FastifyInstance, { global }: { global: boolean }) =>
  app.register(compress, { ...OPTIONS, globalCompression: global });

/**
 * Forwards a service's response, compressed where that makes it smaller. Short responses are buffered, so that a broken
 * one becomes an error response; long ones and those of unknown length are streamed.
 */
export async function sendCompressed(reply: AnyReply, stream: Readable): Promise<void> {
  const { headers, method } = reply.request;
  const length = Number(reply.getHeader('content-length') ?? 0);
  const type = String(reply.getHeader('content-type') ?? '');
  if (!isCompressible(type, length) || length > LIMIT_BYTES || reply.hasHeader('content-encoding')) {
    void reply.send(stream);
    return;
  }
  reply.header('vary', 'accept-encoding');
  if (!preferredEncoding(headers['accept-encoding'])) {
    void reply.send(stream);
    return;
  }
  reply.removeHeader('content-length');
  if (method === 'HEAD') {
    void reply.send(stream);
    return;
  }
  reply.raw.once('close', () => stream.destroy());
  try {
    reply.compress(await buffer(stream));
  } catch (cause) {
    // The client has disconnected.
    if (reply.raw.destroyed) reply.hijack();
    else void reply.send(new AppError('unavailable', undefined, { cause }));
  }
}
