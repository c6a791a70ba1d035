import * as z from 'zod/mini';
import { CreateProductSchema, ProductSchema, ProductsSchema, UpdateProductSchema } from '../catalog.ts';
import { ChangesSchema } from '../changes.ts';
import { MessageSchema, PathNameSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { byFile, byId, defineOperations, WORKBOOK_TYPE } from './operation.ts';

/** Four images travel inside the JSON (D-38). */
const BODY_LIMIT = 30 * 1024 * 1024;

export const catalogOperations = defineOperations({
  listProducts: {
    method: 'GET',
    path: '/api/products',
    access: 'public',
    shared: 'everyone',
    summary: 'Le catalogue, du plus récent au plus ancien',
    query: ListQuerySchema,
    responses: { 200: ProductsSchema },
  },
  findProduct: {
    method: 'GET',
    path: '/api/products/:id',
    access: 'public',
    shared: 'everyone',
    summary: 'Un produit',
    params: byId,
    responses: { 200: ProductSchema },
    refusals: [404],
  },
  createProduct: {
    method: 'POST',
    path: '/api/products',
    access: 'admin',
    bodyLimit: BODY_LIMIT,
    summary: 'Ajouter un produit',
    body: CreateProductSchema,
    responses: { 201: ProductSchema },
  },
  updateProduct: {
    method: 'PATCH',
    path: '/api/products/:id',
    access: 'admin',
    bodyLimit: BODY_LIMIT,
    summary: 'Modifier un produit',
    params: byId,
    body: UpdateProductSchema,
    responses: { 200: ProductSchema },
    refusals: [404],
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/api/products/:id',
    access: 'admin',
    summary: 'Supprimer un produit, pour de bon',
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
  getProductImage: {
    method: 'GET',
    path: '/api/product-images/:file',
    access: 'public',
    summary: 'Une image, dans une de ses largeurs',
    params: byFile,
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  },
  getProductImagePreview: {
    method: 'GET',
    path: '/api/product-images/previews/:hash.jpg',
    access: 'public',
    summary: "Une image en JPEG, pour l'aperçu d'un lien",
    params: z.object({ hash: PathNameSchema }),
    produces: 'image/jpeg',
    responses: {},
    refusals: [404],
  },
  listProductChanges: {
    method: 'GET',
    path: '/api/product-changes',
    access: 'admin',
    summary: "Qui a changé un produit, le plus récent d'abord",
    query: ListQuerySchema,
    responses: { 200: ChangesSchema },
  },
  exportProductChanges: {
    method: 'GET',
    path: '/api/product-changes/export/excel',
    access: 'admin',
    summary: 'Exporter en Excel les changements des produits',
    audit: 'export',
    hasHead: false,
    query: ListQuerySchema,
    produces: WORKBOOK_TYPE,
    responses: {},
  },
});
