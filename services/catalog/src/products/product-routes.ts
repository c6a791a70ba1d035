import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { ProductImages } from '../shared/product-images.ts';
import { type ProductRow, presentProduct } from './product-presenter.ts';
import { type ProductService, productListSpec } from './product-service.ts';

export const productRoutes: FastifyPluginAsync<{ products: ProductService; images: ProductImages }> = async (
  app,
  { products, images },
) => {
  const present = (row: ProductRow) => presentProduct(row, images.urlOf);

  handleList(app, catalogOperations.listProducts, productListSpec, (list) => products.list(list), present);

  handle(app, catalogOperations.findProduct, async (request) => present(await products.find(request.params.id)));

  handle(app, catalogOperations.createProduct, async (request) =>
    present(await products.create(request.body, actorOf(request))),
  );

  handle(app, catalogOperations.updateProduct, async (request) =>
    present(await products.update(request.params.id, request.body, actorOf(request))),
  );

  handle(app, catalogOperations.deleteProduct, async (request) => {
    await products.remove(request.params.id, actorOf(request));
    return { message: 'Produit supprimé' };
  });
};
