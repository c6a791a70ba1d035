import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';

/** Names of images; PostgreSQL fails on other texts, such as one with U+0000. */
const HASH = /^[\w-]{43}$/;

/** The pictures of link previews, under names that change with their content. */
export const previewRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, catalogOperations.getProductImagePreview, async (request, reply) => {
    const { hash } = request.params;
    const image = HASH.test(hash)
      ? await database.storedImage.findUnique({ where: { hash }, select: { preview: true } })
      : null;
    if (!image?.preview) throw new AppError('not-found');
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(image.preview);
  });
};
