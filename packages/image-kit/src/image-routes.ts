import type { Operation, ParametersOf } from '@fasocolis/contracts/operations/operation';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { matchesEtag } from '@fasocolis/service-kit/http/http-cache';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyInstance } from 'fastify';

type ImageOperation = Operation & ParametersOf<'/:file'>;

const FILE = /^([A-Za-z0-9_-]{43})-(\d{1,4})\.webp$/;

/** The file name of a variant. */
export const imageFile = (hash: string, width: number) => `${hash}-${width}.webp`;

/** Parses a file name; null when it is not one of ours. */
export function parseImageFile(file: string): { hash: string; width: number } | null {
  const [, hash, width] = FILE.exec(file) ?? [];
  return hash === undefined ? null : { hash, width: Number(width) };
}

export type ImageUrls = ReturnType<typeof imageUrls>;

/** The URLs under which an operation serves images. */
export function imageUrls({ path }: ImageOperation, publicUrl: string) {
  const home = new URL(path.replace(':file', ''), publicUrl).href;
  return {
    of: (hash: string, width: number) => home + imageFile(hash, width),
    include: (url: string) => url.startsWith(home),
    hashIn: (url: string) => parseImageFile(url.slice(home.length))?.hash,
  };
}

/** Serves images under content-addressed names, which browsers cache forever. */
export function registerImages(
  app: FastifyInstance,
  operation: ImageOperation,
  load: (hash: string, width: number) => Promise<Uint8Array | null>,
): void {
  handle(app, operation, async (request, reply) => {
    const { file } = request.params;
    const name = parseImageFile(file);
    const bytes = name && (await load(name.hash, name.width));
    if (!bytes) throw new AppError('not-found');
    const etag = `"${file}"`;
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/webp').send(bytes);
  });
}
