import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { ImageDependencies } from '../shared/product-images.ts';
import { type ProductRow, presentProduct } from './product-presenter.ts';
import {
  createProduct,
  findProduct,
  listProducts,
  productListSpec,
  removeProduct,
  updateProduct,
} from './product-service.ts';

export const productRoutes: FastifyPluginAsync<ImageDependencies> = async (app, dependencies) => {
  const { database, urls } = dependencies;
  const present = (row: ProductRow) => presentProduct(row, urls.of);

  handleList(app, catalogOperations.listProducts, productListSpec, (list) => listProducts(database, list), present);

  handle(app, catalogOperations.findProduct, async (request) =>
    present(await findProduct(database, request.params.id)),
  );

  handle(app, catalogOperations.createProduct, async (request) =>
    present(await createProduct(dependencies, request.body, actorOf(request))),
  );

  handle(app, catalogOperations.updateProduct, async (request) =>
    present(await updateProduct(dependencies, request.params.id, request.body, actorOf(request))),
  );

  handle(app, catalogOperations.deleteProduct, async (request) => {
    await removeProduct(database, request.params.id, actorOf(request));
    return { message: 'Produit supprimé' };
  });
};
