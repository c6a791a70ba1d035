import { CHANGE_ACTION_LABELS, CHANGE_SUBJECT_LABELS } from '@fasocolis/contracts/change-labels';
import { AUTHOR_OF_NOBODY, changedName, writtenValues } from '@fasocolis/contracts/change-words';
import type { ListQuerySchema } from '@fasocolis/contracts/lists';
import { type Operation, WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
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
import { streamWorkbook, type WorkbookColumn } from './stream-workbook.ts';

const FILE_NAME = 'journal.xlsx';

const PAGE = 500;

const COLUMNS: WorkbookColumn[] = [
  { header: 'Quand', width: 18, format: 'instant' },
  { header: 'Qui', width: 24 },
  { header: 'Genre', width: 20 },
  { header: 'Quoi', width: 28 },
  { header: 'Action', width: 24 },
  { header: 'Avant', width: 50 },
  { header: 'Après', width: 50 },
];

interface ChangeExport {
  database: ChangeLogDatabase;
  staff: StaffReader;
  /** For logs of orders: the names of their statuses. */
  statusNames?: () => Promise<(status: string) => string>;
}

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
    const workbook = await streamWorkbook<StoredChange>({
      sheet: 'Journal',
      columns: COLUMNS,
      pageAfter: (last) => changesAfter(database, where, last?.id),
      cellsOf: ({ createdAt, userId, action, before, after, ...thing }) => [
        ...[createdAt, userId === null ? AUTHOR_OF_NOBODY : nameOf(userId)],
        ...[CHANGE_SUBJECT_LABELS[thing.subject], changedName(thing), CHANGE_ACTION_LABELS[action]],
        ...[before && writtenValues(before, statusName), after && writtenValues(after, statusName)],
      ],
    });
    reply.header('content-disposition', `attachment; filename="${FILE_NAME}"`).type(WORKBOOK_TYPE);
    return reply.send(workbook);
  });
}

async function changesAfter(database: ChangeLogDatabase, where: ChangeWhere, id?: number): Promise<StoredChange[]> {
  const page = { orderBy: [{ id: 'desc' as const }], skip: 0, take: PAGE };
  const conditions = id === undefined ? where : { AND: [where, { id: { lt: id } }] };
  return (await database.change.findMany({ where: conditions, ...page })) as StoredChange[];
}
