import {
  CreateProductSchema,
  type Product,
  ProductSchema,
  ProductsSchema,
  UpdateProductSchema,
} from '@fasocolis/contracts/catalog';
import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { revalidate, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { ProductImages } from '../shared/product-images.ts';
import { productListSpec } from './product-list.ts';
import { type ProductRow, presentProduct } from './product-presenter.ts';
import type { ProductService } from './product-service.ts';

/** Four images travel inside the JSON (D-38). */
const BODY_LIMIT = 30 * 1024 * 1024;

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const tags = ['products'];

interface Dependencies {
  products: ProductService;
  present: (row: ProductRow) => Product;
}

export const productRoutes: FastifyPluginAsyncZod<{ products: ProductService; images: ProductImages }> = async (
  app,
  { products, images },
) => {
  const present = (row: ProductRow) => presentProduct(row, images.urlOf);
  await app.register(publicRoutes, { products, present });
  await app.register(adminRoutes, { products, present });
};

const publicRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { products, present }) => {
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
      const page = await sendPage(request, reply, productListSpec, (list) => products.list(list), present);
      shareWithAnonymous(request, reply);
      return page;
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
      return present(product);
    },
  );
};

const adminRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { products, present }) => {
  const config = { access: 'admin' } as const;

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
      return present(await products.create(request.body));
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
    async ({ params, body }) => present(await products.update(params.id, body)),
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
