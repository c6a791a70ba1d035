import type { CreateMilestoneDefinitionSchema, UpdateMilestoneDefinitionSchema } from '@fasocolis/contracts/milestones';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { refuseDuplicate, whereSearched } from '@fasocolis/service-kit/data/database';
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
import type { MilestoneDefinition, Prisma } from '../generated/prisma/client.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';

export const milestoneDefinitionListSpec = defineList({
  resource: 'milestone-definitions',
  isSearchable: true,
  sortable: ['id', 'mode', 'label', 'position', 'isActive'],
  filters: { id: IdsFilterSchema, mode: z.enum(TRANSPORT_MODES), isActive: z.boolean() },
});

const NOT_FOUND = 'Définition de jalon non trouvée';

interface Dependencies {
  database: Database;
  statuses: KnownStatuses;
}

export class MilestoneDefinitionService {
  readonly #database: Database;
  readonly #statuses: KnownStatuses;

  constructor({ database, statuses }: Dependencies) {
    this.#database = database;
    this.#statuses = statuses;
  }

  async list(list: ListRequestOf<typeof milestoneDefinitionListSpec>): Promise<Page<MilestoneDefinition>> {
    const where: Prisma.MilestoneDefinitionWhereInput = { ...list.filters };
    if (list.search) {
      const rows = await this.#database.milestoneDefinition.findMany({ select: { id: true, label: true } });
      const named = rows.map(({ id, label: text }) => ({ id, text }));
      where.AND = whereSearched(named, list.search);
    }
    return findPage(list, ['position', 'asc'], this.#database.milestoneDefinition, { where });
  }

  async create(body: z.infer<typeof CreateMilestoneDefinitionSchema>, actor: Actor): Promise<MilestoneDefinition> {
    await this.#statuses.selectableLabel(body.status);
    const { places = [], defaultPlace = null, isActive = true, opensPickup = false, ...given } = body;
    assertPlace(defaultPlace, places);
    const data = { ...given, places, defaultPlace, isActive, opensPickup };
    return refuseTakenLabel(
      once(this.#database, actor, async (transaction: Transaction) => {
        const after = await transaction.milestoneDefinition.create({ data });
        await logDefinition(transaction, actor, 'created', { after });
        return after;
      }),
    );
  }

  /** Recorded milestones keep what they were. */
  async update(
    id: number,
    body: z.infer<typeof UpdateMilestoneDefinitionSchema>,
    actor: Actor,
  ): Promise<MilestoneDefinition> {
    if (body.status !== undefined) await this.#statuses.selectableLabel(body.status);
    return refuseTakenLabel(
      this.#database.$transaction(async (transaction) => {
        const before = await lockDefinition(transaction, id);
        const { label = before.label, status = before.status, position = before.position } = body;
        const { defaultPlace = before.defaultPlace, places = before.places } = body;
        const { isActive = before.isActive, opensPickup = before.opensPickup } = body;
        assertPlace(defaultPlace, places);
        const data = { label, status, position, defaultPlace, places, isActive, opensPickup };
        const after = await transaction.milestoneDefinition.update({ where: { id }, data });
        await logDefinition(transaction, actor, 'changed', { before, after });
        return after;
      }),
    );
  }

  /** Recorded milestones stay. */
  async remove(id: number, actor: Actor): Promise<void> {
    await this.#database.$transaction(async (transaction) => {
      const before = await lockDefinition(transaction, id);
      await transaction.milestoneDefinition.delete({ where: { id } });
      await logDefinition(transaction, actor, 'deleted', { before });
    });
  }
}

/** Locked first: one that another request deletes meanwhile could not be updated. */
async function lockDefinition(transaction: Transaction, id: number): Promise<MilestoneDefinition> {
  await transaction.$queryRaw`SELECT id FROM milestone_definitions WHERE id = ${id} FOR UPDATE`;
  const definition = await transaction.milestoneDefinition.findUnique({ where: { id } });
  if (!definition) throw new AppError('not-found', NOT_FOUND);
  return definition;
}

function assertPlace(defaultPlace: string | null, places: string[]): void {
  if (defaultPlace === null || places.length === 0 || places.includes(defaultPlace)) return;
  throw AppError.field('defaultPlace', 'Le lieu par défaut doit être un des lieux à choisir');
}

const logDefinition = changeLogger('milestone-definition', ({ id, places, ...values }: MilestoneDefinition) => ({
  id,
  name: values.label,
  values: { ...values, places: places.join(', ') || null },
}));

const refuseTakenLabel = <T>(write: Promise<T>) =>
  refuseDuplicate(write, 'Ce mode de transport a déjà un jalon de ce nom', 'label');
