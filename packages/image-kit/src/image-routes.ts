import { PathNameSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { matchesEtag } from '@fasocolis/service-kit/http/http-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

const FILE = /^([A-Za-z0-9_-]{43})-(\d{1,4})\.webp$/;

/** The file name of a variant. */
export const imageFile = (hash: string, width: number) => `${hash}-${width}.webp`;

/** Parses a file name; null when it is not one of ours. */
export function parseImageFile(file: string): { hash: string; width: number } | null {
  const [, hash, width] = FILE.exec(file) ?? [];
  return hash === undefined ? null : { hash, width: Number(width) };
}

interface ImageRoutesOptions {
  /** For example `/api/popup-notifications/images`. */
  path: string;
  /** The tag of the service's calls in the API documentation. */
  tag: string;
  load: (hash: string, width: number) => Promise<Uint8Array | null>;
}

/** Serves images under content-addressed names, which browsers cache forever. */
export const imageRoutes: FastifyPluginAsyncZod<ImageRoutesOptions> = async (app, { path, tag, load }) => {
  app.get(
    `${path}/:file`,
    {
      config: { access: 'public' },
      schema: {
        operationId: `${tag}Image`,
        summary: 'Une image, dans une de ses largeurs',
        tags: [tag],
        produces: ['image/webp'],
        params: z.object({ file: PathNameSchema }),
        response: { 200: z.unknown(), 304: z.unknown(), 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const name = parseImageFile(request.params.file);
      const bytes = name && (await load(name.hash, name.width));
      if (!bytes) throw new AppError('not-found');
      const etag = `"${request.params.file}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('image/webp').send(bytes);
    },
  );
};
