import type { Product } from '@fasocolis/contracts/catalog';
import { contentRange } from '@fasocolis/contracts/lists';
import { Reader } from '@fasocolis/service-kit/database';
import { type PageRow, pageOf } from '@fasocolis/service-kit/page-statement';
import DataLoader from 'dataloader';
import { type ProductListRequest, productListSpec, productPage, productsById } from './product-list.ts';
import { type ProductRow, presentProduct } from './product-presenter.ts';
import { SharedReads } from './shared-reads.ts';

/** An answer and the JSON it is sent as, to one or to many. */
export interface ReadyAnswer<T> {
  value: T;
  json: string;
}

type Page = ReadyAnswer<Product[]> & { contentRange: string };

const CONNECTIONS = 4;

/**
 * Reads products past Prisma, with one statement a call, and makes each answer once for everybody who asks for it in
 * the same turn of the event loop: the catalogue is what visitors load most (docs/decisions/0007).
 */
export class ProductReads {
  readonly #reader: Reader;
  readonly #urlOf: (hash: string, width: number) => string;
  readonly #pages = new SharedReads<Page>();
  readonly #products: DataLoader<number, ReadyAnswer<Product> | null>;

  /** `urlOf` tells the address of an image of ours. */
  constructor(databaseUrl: string, urlOf: (hash: string, width: number) => string) {
    this.#reader = new Reader(databaseUrl, { connections: CONNECTIONS });
    this.#urlOf = urlOf;
    this.#products = new DataLoader((ids) => this.#readProducts(ids), {
      // Somebody may be waiting for the very next change.
      cache: false,
      maxBatchSize: 100,
      batchScheduleFn: setImmediate,
    });
  }

  page(request: ProductListRequest): Promise<Page> {
    return this.#pages.get(JSON.stringify(request), () => this.#readPage(request));
  }

  /** Null when there is no such product. */
  product(id: number): Promise<ReadyAnswer<Product> | null> {
    return this.#products.load(id);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #readPage(request: ProductListRequest): Promise<Page> {
    const { rows, total } = pageOf<ProductRow>(await this.#reader.read<PageRow<ProductRow>>(productPage(request)));
    const products = rows.map((row) => presentProduct(row, this.#urlOf));
    const range = contentRange(productListSpec.resource, request.offset, products.length, total);
    return { ...ready(products), contentRange: range };
  }

  async #readProducts(ids: readonly number[]): Promise<(ReadyAnswer<Product> | null)[]> {
    const rows = await this.#reader.read<ProductRow>(productsById(ids));
    const found = new Map(rows.map((row) => [row.id, ready(presentProduct(row, this.#urlOf))]));
    return ids.map((id) => found.get(id) ?? null);
  }
}

const ready = <T>(value: T): ReadyAnswer<T> => ({ value, json: JSON.stringify(value) });
