import { UNITS_OF_MODE, unitName } from '@fasocolis/contracts/money/freight';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import type { CreateTariffSchema, UpdateTariffSchema } from '@fasocolis/contracts/tariffs';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { isForeignKeyViolation, refuseDuplicate, whereSearched } from '@fasocolis/service-kit/data/database';
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
import type { Prisma, Tariff } from '../generated/prisma/client.ts';

export const tariffListSpec = defineList({
  resource: 'tariffs',
  isSearchable: true,
  sortable: ['id', 'mode', 'label', 'price', 'isActive'],
  filters: { id: IdsFilterSchema, mode: z.enum(TRANSPORT_MODES), isActive: z.boolean() },
});

export class TariffService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(list: ListRequestOf<typeof tariffListSpec>): Promise<Page<Tariff>> {
    const where: Prisma.TariffWhereInput = { ...list.filters };
    if (list.search) {
      const rows = await this.#database.tariff.findMany({ select: { id: true, label: true } });
      const named = rows.map(({ id, label: text }) => ({ id, text }));
      where.AND = whereSearched(named, list.search);
    }
    return findPage(list, ['mode', 'asc'], this.#database.tariff, { where });
  }

  create(body: z.infer<typeof CreateTariffSchema>, actor: Actor): Promise<Tariff> {
    const { mode, unit, minimum = 0, isActive = true, ...given } = body;
    if (!UNITS_OF_MODE[mode].includes(unit)) {
      const units = UNITS_OF_MODE[mode].map(unitName).join(' ou ');
      throw AppError.field('unit', `${mode === 'AIR' ? 'Par avion' : 'Par bateau'}, choisissez ${units}`);
    }
    return refuseTakenLabel(
      once(this.#database, actor, async (transaction: Transaction) => {
        const after = await transaction.tariff.create({ data: { mode, unit, minimum, isActive, ...given } });
        await logTariff(transaction, actor, 'created', { after });
        return after;
      }),
    );
  }

  /** What was charged stays as it was. */
  update(id: number, body: z.infer<typeof UpdateTariffSchema>, actor: Actor): Promise<Tariff> {
    return refuseTakenLabel(
      this.#database.$transaction(async (transaction) => {
        const before = await lockTariff(transaction, id);
        const {
          label = before.label,
          price = before.price,
          minimum = before.minimum,
          isActive = before.isActive,
        } = body;
        const after = await transaction.tariff.update({ where: { id }, data: { label, price, minimum, isActive } });
        await logTariff(transaction, actor, 'changed', { before, after });
        return after;
      }),
    );
  }

  async remove(id: number, actor: Actor): Promise<void> {
    try {
      await this.#database.$transaction(async (transaction) => {
        const before = await lockTariff(transaction, id);
        await transaction.tariff.delete({ where: { id } });
        await logTariff(transaction, actor, 'deleted', { before });
      });
    } catch (cause) {
      if (!isForeignKeyViolation(cause)) throw cause;
      throw new AppError('conflict', 'Ce tarif a déjà servi\u00a0: il peut seulement être désactivé.', { cause });
    }
  }
}

async function lockTariff(transaction: Transaction, id: number): Promise<Tariff> {
  await transaction.$queryRaw`SELECT id FROM tariffs WHERE id = ${id} FOR UPDATE`;
  const tariff = await transaction.tariff.findUnique({ where: { id } });
  if (!tariff) throw new AppError('not-found', 'Tarif non trouvé');
  return tariff;
}

const logTariff = changeLogger('tariff', ({ id, ...values }: Tariff) => ({ id, name: values.label, values }));

const refuseTakenLabel = <T>(write: Promise<T>) =>
  refuseDuplicate(write, 'Ce mode de transport a déjà un tarif de ce nom', 'label');
