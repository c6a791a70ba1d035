import type { CreateMilestoneDefinitionSchema, UpdateMilestoneDefinitionSchema } from '@fasocolis/contracts/milestones';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { refuseDuplicate, whereSearched } from '@fasocolis/service-kit/data/database';
import { givenFields, loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { MilestoneDefinition, Prisma } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';

export const milestoneDefinitionListSpec = defineList({
  resource: 'milestone-definitions',
  isSearchable: true,
  sortable: ['id', 'mode', 'label', 'position', 'isActive'],
  filters: { id: IdsFilterSchema, mode: z.enum(TRANSPORT_MODES), isActive: z.boolean() },
});

export async function listMilestoneDefinitions(
  database: Database,
  list: ListRequestOf<typeof milestoneDefinitionListSpec>,
) {
  const where: Prisma.MilestoneDefinitionWhereInput = { ...list.filters };
  if (list.search) {
    const named = await database.milestoneDefinition.findMany({ select: { id: true, label: true } });
    where.AND = whereSearched(named, 'label', list.search);
  }
  return findPage(list, ['position', 'asc'], database.milestoneDefinition, { where });
}

export async function createMilestoneDefinition(
  { database, statuses }: Dependencies,
  body: z.infer<typeof CreateMilestoneDefinitionSchema>,
  actor: Actor,
): Promise<MilestoneDefinition> {
  await statuses.selectableLabel(body.status);
  const { places = [], defaultPlace = null, isActive = true, opensPickup = false, ...given } = body;
  assertPlace(defaultPlace, places);
  const data = { ...given, places, defaultPlace, isActive, opensPickup };
  return refuseTakenLabel(
    definitions.create(database, actor, (transaction) => transaction.milestoneDefinition.create({ data })),
  );
}

/** Recorded milestones keep what they were. */
export async function updateMilestoneDefinition(
  { database, statuses }: Dependencies,
  id: number,
  body: z.infer<typeof UpdateMilestoneDefinitionSchema>,
  actor: Actor,
): Promise<MilestoneDefinition> {
  if (body.status !== undefined) await statuses.selectableLabel(body.status);
  const data = givenFields(body);
  return refuseTakenLabel(
    definitions.change(database, id, actor, (transaction, before) => {
      const { defaultPlace, places } = { ...before, ...data };
      assertPlace(defaultPlace, places);
      return transaction.milestoneDefinition.update({ where: { id }, data });
    }),
  );
}

/** Recorded milestones stay. */
export function removeMilestoneDefinition(database: Database, id: number, actor: Actor): Promise<void> {
  return definitions.remove(database, id, actor);
}

function assertPlace(defaultPlace: string | null, places: string[]): void {
  if (defaultPlace === null || places.length === 0 || places.includes(defaultPlace)) return;
  throw AppError.field('defaultPlace', 'Le lieu par défaut doit être un des lieux à choisir');
}

const definitions = loggedRows({
  subject: 'milestone-definition',
  notFound: 'Définition de jalon non trouvée',
  model: (transaction: Transaction) => transaction.milestoneDefinition,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM milestone_definitions WHERE id = ${id} FOR UPDATE`,
  describe: ({ id, places, ...values }: MilestoneDefinition) => ({
    id,
    name: values.label,
    values: { ...values, places: places.join(', ') || null },
  }),
});

const refuseTakenLabel = <T>(write: Promise<T>) =>
  refuseDuplicate(write, 'Ce mode de transport a déjà un jalon de ce nom', 'label');
