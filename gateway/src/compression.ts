import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '@fasocolis/service-kit/errors';
import { Negotiator } from '@fastify/accept-negotiator';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, RawServerBase, RouteGenericInterface } from 'fastify';

/** Smaller answers fit into a packet or two as they are; a parcel looked up is one of them. */
const THRESHOLD_BYTES = 1024;
/** The longest answer that is kept in memory for a moment, in order to compress it. */
const LIMIT_BYTES = 1024 * 1024;

const OPTIONS = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  threshold: THRESHOLD_BYTES,
  customTypes: /^(?:text\/(?!event-stream)|application\/(?:json|xml)\b|image\/svg\+xml\b)/,
  // Data is written once and read once: beyond this quality time grows much faster than answers shrink.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions;

/** A reply of whatever route and server. */
export type AnyReply = FastifyReply<RouteGenericInterface, RawServerBase>;

export type Encoding = (typeof OPTIONS.encodings)[number];

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, OPTIONS.brotliOptions),
  gzip: (body: Buffer) => promisify(gzip)(body),
} satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

/** Whether an answer of this type and length, in bytes, is worth compressing. */
export const isCompressible = (type: string | undefined, length: number): boolean =>
  length >= THRESHOLD_BYTES && OPTIONS.customTypes.test(type ?? '');

export const compressBody = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body);

const negotiator = new Negotiator({ supportedValues: OPTIONS.encodings });

/** The best of our encodings that a client accepts, by its Accept-Encoding. */
export const preferredEncoding = (accepted: string | undefined): Encoding | null =>
  negotiator.negotiate(accepted ?? '') as Encoding | null;

/** Compresses what the routes of this scope send, or with `global: false` what they ask to have compressed. */
export const registerCompression = (app: FastifyInstance, { global }: { global: boolean }) =>
  app.register(compress, { ...OPTIONS, globalCompression: global });

/**
 * Passes a service's answer on, compressed where that saves data. It is read to its end first, so that one that breaks
 * off becomes an error of ours. What is long, or of unknown length, is a file on its way: it goes through as it comes.
 */
export async function sendCompressed(reply: AnyReply, answer: Readable): Promise<void> {
  const { headers, method } = reply.request;
  const length = Number(reply.getHeader('content-length') ?? 0);
  const type = String(reply.getHeader('content-type') ?? '');
  if (!isCompressible(type, length) || length > LIMIT_BYTES || reply.hasHeader('content-encoding')) {
    void reply.send(answer);
    return;
  }
  reply.header('vary', 'accept-encoding');
  if (!preferredEncoding(headers['accept-encoding'])) {
    void reply.send(answer);
    return;
  }
  // How long the compressed body is shows only once it is there.
  reply.removeHeader('content-length');
  if (method === 'HEAD') {
    void reply.send(answer);
    return;
  }
  reply.raw.once('close', () => answer.destroy());
  try {
    reply.compress(await buffer(answer));
  } catch (cause) {
    // The client is gone.
    if (reply.raw.destroyed) reply.hijack();
    else void reply.send(new AppError('unavailable', undefined, { cause }));
  }
}
