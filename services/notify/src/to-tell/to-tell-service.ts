import type { ChangeAction } from '@fasocolis/contracts/changes';
import { searchTerms } from '@fasocolis/contracts/reading/search';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { escapeLike } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import { lockToTell, markTold, reopen, stopTelling } from '../audience/people-to-tell.ts';
import { type PersonRow as Row, WITH_CHANGES } from '../audience/person-presenter.ts';
import type { Database, Transaction } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export const toTellListSpec = defineList({
  resource: 'to-tell',
  isSearchable: true,
  sortable: ['id', 'toldAt'],
  optional: ['toldAt'],
  filters: {
    id: IdsFilterSchema,
    told: z.boolean(),
    orderId: IdFilterSchema,
  },
});
type ToTellListRequest = ListRequestOf<typeof toTellListSpec>;

export function listPeopleToTell(database: Database, list: ToTellListRequest) {
  const where = whereListed(list);
  return findPage(list, ['id', 'asc'], database.personToTell, { where, include: WITH_CHANGES });
}

export function tellPerson(database: Database, id: number, upTo: number, actor: Actor): Promise<Row> {
  const byUserId = actor.userId;
  return changePerson(database, id, async (transaction, person) => {
    if (person.toldAt) throw new AppError('conflict', 'Cette personne est déjà notée comme prévenue.');
    const told = new Set(person.changes.flatMap((change) => (change.id <= upTo ? [change.id] : [])));
    if (!(await markTold(transaction, person, { told, byUserId }))) throw new AppError('validation');
    await logPerson(transaction, actor, 'told', id);
  });
}

export function undoTellPerson(database: Database, id: number, actor: Actor): Promise<Row> {
  return changePerson(database, id, async (transaction, person) => {
    if (!person.toldAt) return;
    if (person.toldBy === null) throw new AppError('conflict', 'Ce message est parti par WhatsApp.');
    if (!(await reopen(transaction, person)))
      throw new AppError('conflict', 'Cette personne ne veut plus être prévenue.');
    await logPerson(transaction, actor, 'telling-undone', id);
  });
}

export async function stopTellingPerson(database: Database, id: number, actor: Actor): Promise<void> {
  await changePerson(database, id, async (transaction, { phone }) => {
    await stopTelling(transaction, phone, { at: new Date(), byUserId: actor.userId });
    await logPerson(transaction, actor, 'telling-stopped', id);
  });
}

/** By number: name and phone are personal. */
const logPerson = (transaction: Transaction, actor: Actor, action: ChangeAction, id: number) =>
  logChanges(transaction, actor, [{ subject: 'person-to-tell', subjectId: id, name: `n° ${id}`, action }]);

function changePerson(
  database: Database,
  id: number,
  work: (transaction: Transaction, row: Row) => Promise<void>,
): Promise<Row> {
  return database.$transaction(async (transaction) => {
    await lockToTell(transaction);
    const find = () => transaction.personToTell.findUnique({ where: { id }, include: WITH_CHANGES });
    const before = await find();
    if (!before) throw new AppError('not-found', 'Personne non trouvée');
    await work(transaction, before);
    return (await find()) ?? before;
  });
}

function whereListed({
  filters: { told, orderId, ...equal },
  search,
}: ToTellListRequest): Prisma.PersonToTellWhereInput {
  const where: Prisma.PersonToTellWhereInput = { ...equal };
  if (told !== undefined) where.toldAt = told ? { not: null } : null;
  // The product's own message is on its way.
  const conditions: Prisma.PersonToTellWhereInput[] =
    told === false ? [{ OR: [{ delivery: null }, { delivery: { state: { not: 'PENDING' } } }] }] : [];
  if (orderId !== undefined) conditions.push({ changes: { some: { orderId } } });
  if (search !== null) {
    const holds = (term: string): Prisma.PersonToTellWhereInput => {
      const contains = escapeLike(term);
      return { OR: [{ changes: { some: { searchText: { contains } } } }, { phone: { contains } }] };
    };
    conditions.push({ OR: searchTerms(search).map((terms) => ({ AND: terms.map(holds) })) });
  }
  return { ...where, AND: conditions };
}
