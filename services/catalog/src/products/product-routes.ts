import type { Product } from '@fasocolis/contracts/catalog';
import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { sendPage } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { ProductImages } from '../shared/product-images.ts';
import { productListSpec } from './product-list.ts';
import { type ProductRow, presentProduct } from './product-presenter.ts';
import type { ProductService } from './product-service.ts';

interface Dependencies {
  products: ProductService;
  present: (row: ProductRow) => Product;
}

export const productRoutes: FastifyPluginAsync<{ products: ProductService; images: ProductImages }> = async (
  app,
  { products, images },
) => {
  const present = (row: ProductRow) => presentProduct(row, images.urlOf);
  await app.register(publicRoutes, { products, present });
  await app.register(adminRoutes, { products, present });
};

const publicRoutes: FastifyPluginAsync<Dependencies> = async (app, { products, present }) => {
  handle(app, catalogOperations.listProducts, async (request, reply) => {
    const page = await sendPage(request, reply, productListSpec, (list) => products.list(list), present);
    return page;
  });

  handle(app, catalogOperations.findProduct, async (request) => {
    const product = await products.find(request.params.id);
    return present(product);
  });
};

const adminRoutes: FastifyPluginAsync<Dependencies> = async (app, { products, present }) => {
  handle(app, catalogOperations.createProduct, async (request) => {
    return present(await products.create(request.body, actorOf(request)));
  });

  handle(app, catalogOperations.updateProduct, async (request) =>
    present(await products.update(request.params.id, request.body, actorOf(request))),
  );

  handle(app, catalogOperations.deleteProduct, async (request) => {
    await products.remove(request.params.id, actorOf(request));
    return { message: 'Produit supprimé' };
  });
};
