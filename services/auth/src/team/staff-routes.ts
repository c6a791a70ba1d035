import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { teamOperations } from '@fasocolis/contracts/operations/team';
import type { StaffMember } from '@fasocolis/contracts/team';
import { hasSearched } from '@fasocolis/service-kit/data/database';
import { defineList, handleList, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';

const staffListSpec = defineList({
  resource: 'staff',
  isSearchable: true,
  sortable: ['id', 'firstName', 'lastName'],
  filters: { id: IdsFilterSchema },
});

/** The names of those who act in the back office, for files and change logs. */
export const staffRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(app, teamOperations.listStaff, staffListSpec, (list) => findStaff(database, list));

  handle(app, accountOperations.listStaffNames, () => readStaff(database));
};

export async function readStaff(database: Database): Promise<StaffMember[]> {
  const [present, former] = await Promise.all([
    database.user.findMany({
      where: { OR: [{ role: 'ADMIN' }, { joinedAt: { not: null } }] },
      select: { id: true, firstName: true, lastName: true, city: true },
    }),
    database.formerAgent.findMany(),
  ]);
  return [
    ...present.map(({ city, ...names }) => ({ ...names, ...(city !== null && { city }) })),
    ...former.map(({ userId: id, ...names }) => ({ id, ...names })),
  ];
}

/** Few enough to be sorted and searched here, across present accounts and deleted ones. */
async function findStaff(
  database: Database,
  { filters: { id: listed }, search, sort, offset, limit }: ListRequestOf<typeof staffListSpec>,
) {
  const { field, direction } = sort ?? { field: 'id', direction: 'asc' };
  const rows = (await readStaff(database))
    .filter(({ id }) => listed === undefined || listed.in.includes(id))
    .filter((member) => search === null || hasSearched(fullName(member), search))
    .toSorted((a, b) => compare(a[field], b[field]) || a.id - b.id);
  if (direction === 'desc') rows.reverse();
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

const fullName = ({ firstName, lastName }: StaffMember) => `${firstName} ${lastName}`;

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'fr');
