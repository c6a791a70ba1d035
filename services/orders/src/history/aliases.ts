import { referenceKey } from '@fasocolis/contracts/reading/reference';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { logOrders } from './order-log.ts';

const UNKNOWN_ALIAS = 'Ce colis n’a pas ce numéro de transporteur. Rechargez la page pour voir ceux qu’il a.';

/** First key of the advisory lock that triggers on the references of orders share. */
const ALIAS_LOCK = 3;

/** Keeps references and aliases as they are until the end of the transaction, besides those that it writes. */
export async function lockAliases(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${ALIAS_LOCK}::int, 0)::text`;
}

/** Adds an alias to an order that the caller has locked. It does nothing where the text finds the order already. */
export async function addAlias(transaction: Transaction, order: Order, alias: string, actor: Actor): Promise<void> {
  const key = referenceKey(alias);
  if (key === order.referenceKey) return;
  await lockAliases(transaction);
  const known = await transaction.formerReference.findUnique({ where: { referenceKey: key } });
  if (known?.orderId === order.id) return;
  await writeAliases(transaction, [{ order, alias }], actor);
}

/** Writes an alias of each order, which the caller has locked or created after `lockAliases`. */
export async function writeAliases(
  transaction: Transaction,
  aliases: { order: Order; alias: string }[],
  actor: Actor,
): Promise<void> {
  const data = aliases.map(({ order, alias }) => ({ referenceKey: referenceKey(alias), alias, orderId: order.id }));
  await transaction.formerReference.createMany({ data });
  const changes = aliases.map(({ order, alias }) => ({ before: order, after: order, details: { aliasAdded: alias } }));
  await logOrders(
    transaction,
    actor,
    changes.map((change) => ({ action: 'changed', ...change })),
  );
}

export async function removeAlias(transaction: Transaction, order: Order, alias: string, actor: Actor): Promise<void> {
  const where = { referenceKey: referenceKey(alias), orderId: order.id, alias: { not: null } };
  const { count } = await transaction.formerReference.deleteMany({ where });
  if (count === 0) throw new AppError('not-found', UNKNOWN_ALIAS);
  const details = { aliasRemoved: alias };
  await logOrders(transaction, actor, [{ action: 'changed', before: order, after: order, details }]);
}
