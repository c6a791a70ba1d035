import { CreateProductSchema, ProductSchema, ProductsSchema, UpdateProductSchema } from '@fasocolis/contracts/catalog';
import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { revalidate, shareWithAnonymous } from '@fasocolis/service-kit/http-cache';
import { ListQuerySchema, parseListQuery } from '@fasocolis/service-kit/lists';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { productListSpec } from './product-list.ts';
import type { ReadyAnswer } from './product-reads.ts';
import type { ProductService } from './product-service.ts';

/** Four images travel inside the JSON (D-38). */
const BODY_LIMIT = 30 * 1024 * 1024;

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const productRoutes: FastifyPluginAsyncZod<{ products: ProductService }> = async (app, { products }) => {
  const tags = ['products'];
  const config = { access: 'admin' } as const;

  app.get(
    '/api/products',
    {
      config: { access: 'public' },
      onSend: revalidate,
      schema: {
        operationId: 'listProducts',
        summary: 'Le catalogue, du plus récent au plus ancien',
        tags,
        querystring: ListQuerySchema,
        response: { 200: ProductsSchema, 400: ErrorSchema },
      },
    },
    async (request, reply) => {
      const page = await products.list(parseListQuery(request.query, productListSpec));
      shareWithAnonymous(request, reply);
      reply.header('content-range', page.contentRange);
      return sendReady(reply, page);
    },
  );

  app.get(
    '/api/products/:id',
    {
      config: { access: 'public' },
      onSend: revalidate,
      schema: {
        operationId: 'findProduct',
        summary: 'Un produit',
        tags,
        params: byId,
        response: { 200: ProductSchema, 400: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const product = await products.find(request.params.id);
      shareWithAnonymous(request, reply);
      return sendReady(reply, product);
    },
  );

  app.post(
    '/api/products',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'createProduct',
        summary: 'Ajouter un produit',
        tags,
        body: CreateProductSchema,
        response: { 201: ProductSchema, ...refusals, 413: ErrorSchema },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return products.create(request.body);
    },
  );

  app.patch(
    '/api/products/:id',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'updateProduct',
        summary: 'Modifier un produit',
        tags,
        params: byId,
        body: UpdateProductSchema,
        response: { 200: ProductSchema, ...refusals, 404: ErrorSchema, 413: ErrorSchema },
      },
    },
    async ({ params, body }) => products.update(params.id, body),
  );

  app.delete(
    '/api/products/:id',
    {
      config,
      schema: {
        operationId: 'deleteProduct',
        summary: 'Supprimer un produit, pour de bon',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async ({ params }) => {
      await products.remove(params.id);
      return { message: 'Produit supprimé' };
    },
  );
};

/** Sends an answer in the JSON that was made of it once for everybody. */
function sendReady<T>(reply: FastifyReply, { value, json }: ReadyAnswer<T>): T {
  // With a serializer of its own, an answer has no type unless it is given one.
  reply.type('application/json; charset=utf-8').serializer(() => json);
  return value;
}
