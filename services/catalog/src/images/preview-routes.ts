import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { ProductImages } from '../shared/product-images.ts';

/** Names of images; PostgreSQL fails on other texts, such as one with U+0000. */
const HASH = /^[\w-]{43}$/;

/** The pictures of link previews, under names that change with their content. */
export const previewRoutes: FastifyPluginAsync<{ images: ProductImages }> = async (app, { images }) => {
  handle(app, catalogOperations.getProductImagePreview, async (request, reply) => {
    const { hash } = request.params;
    const jpeg = HASH.test(hash) ? await images.loadPreview(hash) : null;
    if (!jpeg) throw new AppError('not-found');
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(jpeg);
  });
};
