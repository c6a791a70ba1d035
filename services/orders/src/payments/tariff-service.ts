import { UNITS_OF_MODE, unitName } from '@fasocolis/contracts/money/freight';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import type { CreateTariffSchema, UpdateTariffSchema } from '@fasocolis/contracts/tariffs';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { isForeignKeyViolation, refuseDuplicate, whereSearched } from '@fasocolis/service-kit/data/database';
import { givenFields, loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Prisma, Tariff } from '../generated/prisma/client.ts';

export const tariffListSpec = defineList({
  resource: 'tariffs',
  isSearchable: true,
  sortable: ['id', 'mode', 'label', 'price', 'isActive'],
  filters: { id: IdsFilterSchema, mode: z.enum(TRANSPORT_MODES), isActive: z.boolean() },
});

export async function listTariffs(database: Database, list: ListRequestOf<typeof tariffListSpec>) {
  const where: Prisma.TariffWhereInput = { ...list.filters };
  if (list.search) {
    const named = await database.tariff.findMany({ select: { id: true, label: true } });
    where.AND = whereSearched(named, 'label', list.search);
  }
  return findPage(list, ['mode', 'asc'], database.tariff, { where });
}

export function createTariff(
  database: Database,
  body: z.infer<typeof CreateTariffSchema>,
  actor: Actor,
): Promise<Tariff> {
  const { mode, unit, minimum = 0, isActive = true, ...given } = body;
  if (!UNITS_OF_MODE[mode].includes(unit)) {
    const units = UNITS_OF_MODE[mode].map(unitName).join(' ou ');
    throw AppError.field('unit', `${mode === 'AIR' ? 'Par avion' : 'Par bateau'}, choisissez ${units}`);
  }
  const data = { mode, unit, minimum, isActive, ...given };
  return refuseTakenLabel(tariffs.create(database, actor, (transaction) => transaction.tariff.create({ data })));
}

/** What was charged stays as it was. */
export function updateTariff(
  database: Database,
  id: number,
  body: z.infer<typeof UpdateTariffSchema>,
  actor: Actor,
): Promise<Tariff> {
  const data = givenFields(body);
  return refuseTakenLabel(
    tariffs.change(database, id, actor, (transaction) => transaction.tariff.update({ where: { id }, data })),
  );
}

export async function removeTariff(database: Database, id: number, actor: Actor): Promise<void> {
  try {
    await tariffs.remove(database, id, actor);
  } catch (cause) {
    if (!isForeignKeyViolation(cause)) throw cause;
    throw new AppError('conflict', 'Ce tarif a déjà servi\u00a0: il peut seulement être désactivé.', { cause });
  }
}

const tariffs = loggedRows({
  subject: 'tariff',
  notFound: 'Tarif non trouvé',
  model: (transaction: Transaction) => transaction.tariff,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM tariffs WHERE id = ${id} FOR UPDATE`,
  describe: ({ id, ...values }: Tariff) => ({ id, name: values.label, values }),
});

const refuseTakenLabel = <T>(write: Promise<T>) =>
  refuseDuplicate(write, 'Ce mode de transport a déjà un tarif de ce nom', 'label');
