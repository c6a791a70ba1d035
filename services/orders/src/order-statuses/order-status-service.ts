import { isBuiltInStatus, statusLabel } from '@fasocolis/contracts/order-status';
import type { CreateOrderStatusSchema, UpdateOrderStatusSchema } from '@fasocolis/contracts/orders';
import { escapeLike, isUniqueViolation, searchText } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { OrderStatusDefinition, Prisma } from '../generated/prisma/client.ts';

/** What the back office may ask of the list of status definitions. */
export const orderStatusListSpec = defineList({
  resource: 'order-statuses',
  sortable: ['id', 'code', 'label', 'displayOrder', 'isActive'],
  filters: {
    id: IdsFilterSchema,
    code: z.string(),
    isActive: z.boolean(),
  },
});

const NOT_FOUND = 'Statut de commande non trouvé';

/** The statuses an administrator defines beside the five built-in ones. */
export class OrderStatusService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(list: ListRequestOf<typeof orderStatusListSpec>): Promise<Page<OrderStatusDefinition>> {
    const { id, ...equal } = list.filters;
    const where: Prisma.OrderStatusDefinitionWhereInput = { ...equal };
    if (id !== undefined) where.id = { in: id };
    if (list.search) where.searchText = { contains: escapeLike(searchText(list.search)) };
    return findPage(
      list,
      ['displayOrder', 'asc'],
      (page) => this.#database.orderStatusDefinition.findMany({ where, ...page }),
      () => this.#database.orderStatusDefinition.count({ where }),
    );
  }

  /** @throws AppError `conflict` when the code is taken, whatever its letter case */
  create(body: z.infer<typeof CreateOrderStatusSchema>): Promise<OrderStatusDefinition> {
    const data = { ...body, ...keysOf(body) };
    return refuseTakenCode(this.#database.orderStatusDefinition.create({ data }));
  }

  /** Absent fields stay as they are. @throws AppError `not-found`, `conflict` */
  update(id: number, body: z.infer<typeof UpdateOrderStatusSchema>): Promise<OrderStatusDefinition> {
    return refuseTakenCode(
      this.#database.$transaction(async (transaction) => {
        // Locked first: one that another request deletes meanwhile could not be updated.
        await transaction.$queryRaw`SELECT id FROM order_statuses WHERE id = ${id} FOR UPDATE`;
        const before = await transaction.orderStatusDefinition.findUnique({ where: { id } });
        if (!before) throw new AppError('not-found', NOT_FOUND);
        const { code = before.code, label = before.label, displayOrder = before.displayOrder } = body;
        const { isActive = before.isActive } = body;
        const data = { code, label, displayOrder, isActive, ...keysOf({ code, label }) };
        return transaction.orderStatusDefinition.update({ where: { id }, data });
      }),
    );
  }

  /** Orders keep their status. @throws AppError `not-found` */
  async remove(id: number): Promise<void> {
    const { count } = await this.#database.orderStatusDefinition.deleteMany({ where: { id } });
    if (count === 0) throw new AppError('not-found', NOT_FOUND);
  }

  /**
   * The label of a status that may be set: built-in ones always, others while an active definition has that code.
   * @throws AppError `validation`
   */
  async selectableLabel(code: string): Promise<string> {
    if (isBuiltInStatus(code)) return statusLabel(code);
    const defined = await this.#database.orderStatusDefinition.findFirst({ where: { code, isActive: true } });
    if (defined) return defined.label;
    const message = "Ce statut n'existe pas ou n'est plus actif";
    throw new AppError('validation', message, { fields: { status: message } });
  }
}

/** What is compared instead of what was typed. */
export const keysOf = ({ code, label }: { code: string; label: string }) => ({
  codeKey: code.toUpperCase(),
  searchText: searchText(code, label),
});

async function refuseTakenCode<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('conflict', 'Ce code de statut existe déjà', { cause });
  }
}
