import { readFile } from 'node:fs/promises';
import { PRODUCT_IMAGE_PREVIEW, type Product, ProductSchema, previewImageOf } from '@fasocolis/contracts/catalog';
import { statusColour, statusHeadline, statusLabel } from '@fasocolis/contracts/order-status';
import { OrderSchema } from '@fasocolis/contracts/orders';
import type { ServiceName } from '@fasocolis/contracts/services';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { revalidate } from '@fasocolis/service-kit/http/http-cache';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Preview, pageWithPreview } from './preview-page.ts';
import { assertWithin, type RateLimits } from './rate-limits.ts';
import type { ResponseCache } from './response-cache.ts';

/** A preview may delay a page by this at most. */
const TIMEOUT_MS = 300;

export interface LinkPreviewOptions {
  cache: ResponseCache;
  publicUrl: string;
  /** The customer site's index.html. */
  page: string;
  /** Sends that page unchanged. */
  sendPage: (reply: FastifyReply) => FastifyReply;
  /** Those of the API, which pages would circumvent. Over the limit a page is sent without a preview. */
  limits: RateLimits;
}

/** Adds previews to the pages of products and parcels (docs/decisions/0013). */
export function registerLinkPreviews(app: FastifyInstance, options: LinkPreviewOptions): void {
  const { cache, limits, page, sendPage } = options;
  const { origin } = new URL(options.publicUrl);

  const ask = async <T extends z.core.$ZodType>(service: ServiceName, path: string, schema: T) =>
    z.parse(schema, await cache.json(service, path, TIMEOUT_MS));

  async function sendWith(reply: FastifyReply, find: () => Promise<Preview>): Promise<FastifyReply> {
    try {
      const preview = await withinDeadline(find(), TIMEOUT_MS);
      const html = pageWithPreview(await readFile(page, 'utf8'), preview);
      return reply.type('text/html; charset=utf-8').send(html);
    } catch (err) {
      // The page itself shows what is missing or unavailable.
      reply.log.debug({ err }, 'page sent without a preview');
      return sendPage(reply);
    }
  }

  app.get<{ Params: { id: string } }>('/product/:id', { onSend: revalidate }, (request, reply) => {
    const { id } = request.params;
    if (!/^\d{1,10}$/.test(id)) return sendPage(reply);
    return sendWith(reply, async () => {
      await assertWithin(limits, 'request', request, reply);
      return previewOfProduct(await ask('catalog', `/api/products/${id}`, ProductSchema));
    });
  });

  for (const path of ['/', '/home']) {
    app.get<{ Querystring: { tracking?: string | string[] } }>(path, { onSend: revalidate }, (request, reply) => {
      const { tracking } = request.query;
      if (typeof tracking !== 'string' || !tracking.trim()) return sendPage(reply);
      return sendWith(reply, async () => {
        await assertWithin(limits, 'lookup', request, reply);
        return previewOfParcel(await lookUp(request, tracking.trim()));
      });
    });
  }

  async function lookUp(request: FastifyRequest, reference: string) {
    try {
      return await ask('orders', `/api/orders/${encodeURIComponent(reference)}`, OrderSchema);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') await limits.countMiss(request);
      throw error;
    }
  }

  function previewOfProduct({ id, name, price, description, imageUrl, imageUrls }: Product): Preview {
    // The image on the product's card.
    const image = imageUrls[0] ?? imageUrl;
    return {
      type: 'product',
      title: name,
      description: `${price} · ${description}`,
      url: `${origin}/product/${id}`,
      image: image === null ? undefined : imageOf(image),
    };
  }

  /** Our images as JPEG, which every messenger supports; nothing is known of others. */
  function imageOf(address: string): Preview['image'] {
    const own = address.startsWith(`${origin}/`) ? previewImageOf(address) : null;
    return own === null ? { url: address } : { url: own, ...PRODUCT_IMAGE_PREVIEW };
  }

  /** Reference and status, which are public to holders of the link. */
  function previewOfParcel({ reference, status }: z.infer<typeof OrderSchema>): Preview {
    const [label, headline] = [statusLabel(status), statusHeadline(status)];
    return {
      type: 'website',
      title: `Colis ${reference}\u00a0: ${label}`,
      description: `${headline}. Suivez-le de la Chine au Burkina Faso.`,
      url: `${origin}/?tracking=${encodeURIComponent(reference)}`,
      parcel: { reference, label, headline, colour: statusColour(status) },
    };
  }
}
