import { boundedText } from '@fasocolis/contracts/common';
import { BUILT_IN_STATUS, builtInKind, isBuiltInStatus, statusLabel } from '@fasocolis/contracts/order-status';
import type { CreateOrderStatusSchema, UpdateOrderStatusSchema } from '@fasocolis/contracts/order-status-definitions';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { refuseDuplicate, searchText } from '@fasocolis/service-kit/data/database';
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
import type { OrderStatusDefinition } from '../generated/prisma/client.ts';

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

export function listOrderStatuses(database: Database, list: ListRequestOf<typeof orderStatusListSpec>) {
  const where = whereListed(list);
  return findPage(list, ['displayOrder', 'asc'], database.orderStatusDefinition, { where });
}

export function createOrderStatus(
  database: Database,
  body: z.infer<typeof CreateOrderStatusSchema>,
  actor: Actor,
): Promise<OrderStatusDefinition> {
  const kind = isBuiltInStatus(body.code) ? builtInKind(body.code) : body.kind;
  assertNoSentenceOfItsOwn(body.code, body.sentence);
  const data = { ...body, sentence: body.sentence ?? null, kind, ...keysOf(body) };
  return refuseTakenCode(
    statuses.create(database, actor, (transaction) => transaction.orderStatusDefinition.create({ data })),
  );
}

export function updateOrderStatus(
  database: Database,
  id: number,
  body: z.infer<typeof UpdateOrderStatusSchema>,
  actor: Actor,
): Promise<OrderStatusDefinition> {
  const given = givenFields(body);
  return refuseTakenCode(
    statuses.change(database, id, actor, (transaction, before) => {
      const changed = { ...before, ...given };
      assertBuiltInKind(changed);
      assertFixed(before, changed);
      assertNoSentenceOfItsOwn(changed.code, changed.sentence);
      const data = { ...given, ...keysOf(changed) };
      return transaction.orderStatusDefinition.update({ where: { id }, data });
    }),
  );
}

/** Orders keep their status. */
export function removeOrderStatus(database: Database, id: number, actor: Actor): Promise<void> {
  return statuses.remove(database, id, actor, ({ code }) => {
    if (isBuiltInStatus(code)) throw new AppError('conflict', BUILT_IN_STATUS);
  });
}

export const keysOf = ({ code, label }: { code: string; label: string }) => ({
  codeKey: code.toUpperCase(),
  searchText: searchText(code, label),
});

function assertBuiltInKind({ code, kind }: OrderStatusDefinition): void {
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

const statuses = loggedRows({
  subject: 'order-status',
  notFound: 'Statut de commande non trouvé',
  model: (transaction: Transaction) => transaction.orderStatusDefinition,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM order_statuses WHERE id = ${id} FOR UPDATE`,
  describe: ({ id, codeKey: _key, searchText: _text, ...values }: OrderStatusDefinition) => ({
    ...{ id, values },
    name: values.code,
  }),
});

const refuseTakenCode = <T>(write: Promise<T>) => refuseDuplicate(write, 'Ce code de statut existe déjà');
