import * as z from 'zod/mini';
import { CreateProductSchema, ProductSchema, ProductsSchema, UpdateProductSchema } from '../catalog.ts';
import { ChangesSchema } from '../changes.ts';
import { MessageSchema, PathNameSchema } from '../common.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

/** Four images travel inside the JSON (D-38). */
const BODY_LIMIT = 30 * 1024 * 1024;

export const catalogOperations = defineOperations({
  listProducts: operation('GET /api/products', 'public', {
    shared: 'everyone',
    summary: 'Le catalogue, du plus récent au plus ancien',
    ...listOf(ProductsSchema),
  }),
  findProduct: operation('GET /api/products/:id', 'public', {
    shared: 'everyone',
    summary: 'Un produit',
    responses: { 200: ProductSchema },
    refusals: [404],
  }),
  createProduct: operation('POST /api/products', 'admin', {
    bodyLimit: BODY_LIMIT,
    summary: 'Ajouter un produit',
    body: CreateProductSchema,
    responses: { 201: ProductSchema },
  }),
  updateProduct: operation('PATCH /api/products/:id', 'admin', {
    bodyLimit: BODY_LIMIT,
    summary: 'Modifier un produit',
    body: UpdateProductSchema,
    responses: { 200: ProductSchema },
    refusals: [404],
  }),
  deleteProduct: operation('DELETE /api/products/:id', 'admin', {
    summary: 'Supprimer un produit, pour de bon',
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  getProductImage: operation('GET /api/product-images/:file', 'public', {
    summary: 'Une image, dans une de ses largeurs',
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  }),
  getProductImagePreview: operation('GET /api/product-images/previews/:hash.jpg', 'public', {
    summary: "Une image en JPEG, pour l'aperçu d'un lien",
    params: z.object({ hash: PathNameSchema }),
    produces: 'image/jpeg',
    responses: {},
    refusals: [404],
  }),
  listProductChanges: operation('GET /api/product-changes', 'admin', {
    summary: "Qui a changé un produit, le plus récent d'abord",
    ...listOf(ChangesSchema),
  }),
  exportProductChanges: operation('GET /api/product-changes/export/excel', 'admin', {
    ...listWorkbook,
    summary: 'Exporter en Excel les changements des produits',
  }),
});
