import type { CreateProductSchema, UpdateProductSchema } from '@fasocolis/contracts/catalog';
import { boundedText } from '@fasocolis/contracts/common';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { endOfTurn, searchText } from '@fasocolis/service-kit/data/database';
import { givenFields, loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  whereListed,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import { type ImageDependencies, receiveImages } from '../shared/product-images.ts';
import { type ProductRow, WITH_IMAGES, WITHOUT_SEARCH } from './product-presenter.ts';

export const productListSpec = defineList({
  resource: 'products',
  isSearchable: true,
  sortable: ['id', 'name', 'price', 'hasFreeshipping'],
  filters: {
    id: IdsFilterSchema,
    name: boundedText(200),
    price: boundedText(200),
    hasFreeshipping: z.boolean(),
  },
});

const NOT_FOUND = 'Produit non trouvé';

export function listProducts(database: Database, list: ListRequestOf<typeof productListSpec>) {
  const selected = { where: whereListed(list), include: WITH_IMAGES, omit: WITHOUT_SEARCH };
  return findPage(list, ['id', 'desc'], database.product, selected);
}

export async function findProduct(database: Database, id: number): Promise<ProductRow> {
  await endOfTurn();
  const product = await database.product.findUnique({
    where: { id },
    include: WITH_IMAGES,
    omit: WITHOUT_SEARCH,
  });
  if (!product) throw new AppError('not-found', NOT_FOUND);
  return product;
}

export async function createProduct(
  dependencies: ImageDependencies,
  body: z.infer<typeof CreateProductSchema>,
  actor: Actor,
): Promise<ProductRow> {
  const { database } = dependencies;
  const { imageUrl = null, imageUrls, features, specifications, ...own } = body;
  const images = await imageRows(dependencies, { imageUrl, imageUrls });
  const data = {
    ...own,
    features: withoutBlanks(features),
    specifications: pairsOf(specifications),
    searchText: searchText(own.name, own.description),
    images: { create: images },
  };
  return stored.create(database, actor, (transaction) => transaction.product.create({ data, include: WITH_IMAGES }));
}

export async function updateProduct(
  dependencies: ImageDependencies,
  id: number,
  body: z.infer<typeof UpdateProductSchema>,
  actor: Actor,
): Promise<ProductRow> {
  const { database } = dependencies;
  // Checked before the images are converted, which takes long; the product is locked afterwards.
  await findProduct(database, id);
  const { imageUrl, imageUrls, features, specifications, ...own } = body;
  const images = await imageRows(dependencies, { imageUrl, imageUrls });
  const replaced = [...(imageUrl === undefined ? [] : [MAIN]), ...(imageUrls === undefined ? [] : [EXTRAS])];
  return stored.change(database, id, actor, (transaction, before) => {
    const given = givenFields(own);
    const { name, description } = { ...before, ...given };
    return transaction.product.update({
      where: { id },
      data: {
        ...given,
        ...(features && { features: withoutBlanks(features) }),
        ...(specifications && { specifications: pairsOf(specifications) }),
        searchText: searchText(name, description),
        images: { deleteMany: { OR: replaced }, create: images },
      },
      include: WITH_IMAGES,
    });
  });
}

export function removeProduct(database: Database, id: number, actor: Actor): Promise<void> {
  return stored.remove(database, id, actor);
}

/** The rows of the images in a body, the main one at position 0; none for an absent field. */
async function imageRows(
  dependencies: ImageDependencies,
  {
    imageUrl,
    imageUrls = [],
  }: {
    imageUrl: string | null | undefined;
    imageUrls?: string[] | undefined;
  },
) {
  const fields = imageUrls.map((value, index) => [`imageUrls.${index}`, value] as const);
  const sent = new Map(imageUrl ? [['imageUrl', imageUrl], ...fields] : fields);
  const places = await receiveImages(dependencies, sent);
  const first = imageUrl ? 0 : 1;
  return places.map((place, index) => ({ position: first + index, ...place }));
}

const stored = loggedRows({
  subject: 'product',
  notFound: NOT_FOUND,
  model: (transaction: Transaction) => transaction.product,
  include: WITH_IMAGES,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM products WHERE id = ${id} FOR UPDATE`,
  describe: ({ id, name, features, specifications, images, ...plain }: ProductRow) => ({
    ...{ id, name },
    values: {
      ...{ name, description: plain.description, price: plain.price, hasFreeshipping: plain.hasFreeshipping },
      features: features.join('\n'),
      specifications: JSON.stringify(specifications),
      images: images.map(({ address, hash }) => address ?? hash).join('\n'),
    },
  }),
});

const MAIN = { position: 0 };
const EXTRAS = { position: { gt: 0 } };

const withoutBlanks = (features: string[]) => features.filter((feature) => feature !== '');

const pairsOf = (specifications: Record<string, string>) =>
  Object.entries(specifications).filter(([name, value]) => name !== '' && value !== '');
