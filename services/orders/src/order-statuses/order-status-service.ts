import { boundedText } from '@fasocolis/contracts/common';
import {
  BUILT_IN_STATUS,
  builtInKind,
  isBuiltInStatus,
  type StatusKind,
  statusLabel,
} from '@fasocolis/contracts/order-status';
import type { CreateOrderStatusSchema, UpdateOrderStatusSchema } from '@fasocolis/contracts/order-status-definitions';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { matchesSearch, refuseDuplicate, searchText } from '@fasocolis/service-kit/data/database';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { OrderStatusDefinition, Prisma } from '../generated/prisma/client.ts';

export const orderStatusListSpec = defineList({
  resource: 'order-statuses',
  isSearchable: true,
  sortable: ['id', 'code', 'label', 'displayOrder', 'isActive'],
  filters: {
    id: IdsFilterSchema,
    code: boundedText(200),
    isActive: z.boolean(),
  },
});

const NOT_FOUND = 'Statut de commande non trouvé';

export class OrderStatusService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(list: ListRequestOf<typeof orderStatusListSpec>): Promise<Page<OrderStatusDefinition>> {
    const where: Prisma.OrderStatusDefinitionWhereInput = { ...list.filters };
    if (list.search) where.OR = matchesSearch('searchText', list.search);
    return findPage(list, ['displayOrder', 'asc'], this.#database.orderStatusDefinition, { where });
  }

  create(body: z.infer<typeof CreateOrderStatusSchema>, actor: Actor): Promise<OrderStatusDefinition> {
    const kind = isBuiltInStatus(body.code) ? builtInKind(body.code) : body.kind;
    assertNoSentenceOfItsOwn(body.code, body.sentence);
    const data = { ...body, sentence: body.sentence ?? null, kind, ...keysOf(body) };
    return refuseTakenCode(
      once(this.#database, actor, async (transaction: Transaction) => {
        const after = await transaction.orderStatusDefinition.create({ data });
        await logDefinition(transaction, actor, 'created', { after });
        return after;
      }),
    );
  }

  update(id: number, body: z.infer<typeof UpdateOrderStatusSchema>, actor: Actor): Promise<OrderStatusDefinition> {
    return refuseTakenCode(
      this.#database.$transaction(async (transaction) => {
        // Locked first: an update would fail when another request deletes the definition in between.
        await transaction.$queryRaw`SELECT id FROM order_statuses WHERE id = ${id} FOR UPDATE`;
        const before = await transaction.orderStatusDefinition.findUnique({ where: { id } });
        if (!before) throw new AppError('not-found', NOT_FOUND);
        const { code = before.code, label = before.label, displayOrder = before.displayOrder } = body;
        const { isActive = before.isActive, kind = before.kind, sentence = before.sentence } = body;
        assertBuiltInKind(code, kind);
        assertFixed(before, { code, label, isActive });
        assertNoSentenceOfItsOwn(code, sentence);
        const data = { code, label, displayOrder, isActive, kind, sentence, ...keysOf({ code, label }) };
        const after = await transaction.orderStatusDefinition.update({ where: { id }, data });
        await logDefinition(transaction, actor, 'changed', { before, after });
        return after;
      }),
    );
  }

  /** Orders keep their status. */
  async remove(id: number, actor: Actor): Promise<void> {
    await this.#database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM order_statuses WHERE id = ${id} FOR UPDATE`;
      const before = await transaction.orderStatusDefinition.findUnique({ where: { id } });
      if (!before) throw new AppError('not-found', NOT_FOUND);
      if (isBuiltInStatus(before.code)) throw new AppError('conflict', BUILT_IN_STATUS);
      await transaction.orderStatusDefinition.delete({ where: { id } });
      await logDefinition(transaction, actor, 'deleted', { before });
    });
  }
}

export const keysOf = ({ code, label }: { code: string; label: string }) => ({
  codeKey: code.toUpperCase(),
  searchText: searchText(code, label),
});

function assertBuiltInKind(code: string, kind: StatusKind): void {
  if (!isBuiltInStatus(code) || kind === builtInKind(code)) return;
  throw AppError.field('kind', "Le type d'un statut de base ne change pas");
}

/** The site has its own words for a built-in status, and cannot do without one: only its place in the list changes. */
function assertFixed(before: OrderStatusDefinition, after: Pick<OrderStatusDefinition, 'code' | 'label' | 'isActive'>) {
  const { code } = before;
  if (!isBuiltInStatus(code)) return;
  const fixed = { code, label: statusLabel(code), isActive: true };
  for (const field of ['code', 'label', 'isActive'] as const) {
    if (after[field] !== before[field] && after[field] !== fixed[field]) throw AppError.field(field, BUILT_IN_STATUS);
  }
}

function assertNoSentenceOfItsOwn(code: string, sentence: string | null | undefined): void {
  if (isBuiltInStatus(code) && sentence) {
    throw AppError.field('sentence', 'Un statut de base a déjà sa phrase\u00a0: laissez ce champ vide');
  }
}

const logDefinition = changeLogger(
  'order-status',
  ({ id, codeKey: _key, searchText: _text, ...values }: OrderStatusDefinition) => ({ id, name: values.code, values }),
);

const refuseTakenCode = <T>(write: Promise<T>) => refuseDuplicate(write, 'Ce code de statut existe déjà');
