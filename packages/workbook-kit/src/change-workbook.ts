import { CHANGE_ACTION_LABELS, CHANGE_SUBJECT_LABELS } from '@fasocolis/contracts/change-labels';
import { AUTHOR_OF_NOBODY, changedName, writtenValues } from '@fasocolis/contracts/change-words';
import type { ListQuerySchema } from '@fasocolis/contracts/lists';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import {
  type ChangeLogDatabase,
  type ChangeWhere,
  changeListSpec,
  type StoredChange,
  whereChanges,
} from '@fasocolis/service-kit/data/change-log';
import { parseListQuery } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyInstance } from 'fastify';
import { namesOfStaff, type StaffReader } from './staff-names.ts';
import { sendWorkbook, streamWorkbook, type WorkbookColumn } from './stream-workbook.ts';

const PAGE = 500;

interface ChangeExport {
  database: ChangeLogDatabase;
  staff: StaffReader;
  /** For logs of orders: the names of their statuses. */
  statusNames?: () => Promise<(status: string) => string>;
}

/** Serves a service's change log as an Excel workbook, newest entries first. */
export function registerChangeExport(
  app: FastifyInstance,
  operation: Operation & { query: typeof ListQuerySchema },
  { database, staff, statusNames }: ChangeExport,
): void {
  const spec = changeListSpec(operation.path.slice('/api/'.length).replace('/export/excel', ''));
  handle(app, operation, async (request, reply) => {
    const where = whereChanges(parseListQuery(request.query, spec));
    const nameOf = await namesOfStaff(staff, request.id);
    const statusName = await statusNames?.();
    const columns: WorkbookColumn<StoredChange>[] = [
      { header: 'Quand', width: 18, format: 'instant', cell: ({ createdAt }) => createdAt },
      { header: 'Qui', width: 24, cell: ({ userId }) => (userId === null ? AUTHOR_OF_NOBODY : nameOf(userId)) },
      { header: 'Genre', width: 20, cell: ({ subject }) => CHANGE_SUBJECT_LABELS[subject] },
      { header: 'Quoi', width: 28, cell: changedName },
      { header: 'Action', width: 24, cell: ({ action }) => CHANGE_ACTION_LABELS[action] },
      { header: 'Avant', width: 50, cell: ({ before }) => before && writtenValues(before, statusName) },
      { header: 'Après', width: 50, cell: ({ after }) => after && writtenValues(after, statusName) },
    ];
    const pageAfter = (last?: StoredChange) => changesAfter(database, where, last?.id);
    return sendWorkbook(reply, 'journal.xlsx', await streamWorkbook({ sheet: 'Journal', columns, pageAfter }));
  });
}

async function changesAfter(database: ChangeLogDatabase, where: ChangeWhere, id?: number): Promise<StoredChange[]> {
  const page = { orderBy: [{ id: 'desc' as const }], skip: 0, take: PAGE };
  const conditions = id === undefined ? where : { AND: [where, { id: { lt: id } }] };
  return (await database.change.findMany({ where: conditions, ...page })) as StoredChange[];
}
