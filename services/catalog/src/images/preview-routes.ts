import { PathNameSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { PRODUCT_IMAGES_PATH, type ProductImages } from '../shared/product-images.ts';

/** Names of images; PostgreSQL fails on other texts, such as one with U+0000. */
const HASH = /^[\w-]{43}$/;

/** The pictures of link previews, under names that change with their content. */
export const previewRoutes: FastifyPluginAsyncZod<{ images: ProductImages }> = async (app, { images }) => {
  app.get(
    `${PRODUCT_IMAGES_PATH}/previews/:hash.jpg`,
    {
      config: { access: 'public' },
      schema: {
        operationId: 'productImagePreview',
        summary: "Une image en JPEG, pour l'aperçu d'un lien",
        tags: ['products'],
        produces: ['image/jpeg'],
        params: z.object({ hash: PathNameSchema }),
        response: { 200: z.unknown(), 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { hash } = request.params;
      const jpeg = HASH.test(hash) ? await images.loadPreview(hash) : null;
      if (!jpeg) throw new AppError('not-found');
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(jpeg);
    },
  );
};
