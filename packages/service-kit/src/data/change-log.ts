import { hash } from 'node:crypto';
import {
  CHANGE_SUBJECTS,
  type Change,
  type ChangeAction,
  type ChangeSubject,
  type ChangesSchema,
} from '@fasocolis/contracts/changes';
import { boundedText, day } from '@fasocolis/contracts/common';
import type { ListQuerySchema } from '@fasocolis/contracts/lists';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { callerOf } from '../auth/access.ts';
import { AppError } from '../http/errors.ts';
import {
  defineList,
  findPage,
  handleList,
  IdFilterSchema,
  IdsFilterSchema,
  inDays,
  type ListRequestOf,
} from '../http/lists.ts';
import { hasSearched, matchesSearch, type SearchCondition } from './database.ts';

export interface Actor {
  userId: number | null;
  requestId: string | null;
  isAdmin?: boolean;
  idempotencyKey?: string | undefined;
  /** Differs between requests that ask for different things. */
  fingerprint?: (() => string) | undefined;
}

const KEY_MAX = 100;

/** The signed-in caller. @throws AppError `unauthenticated` without one, `bad-request` for a key that is too long */
export function actorOf(request: FastifyRequest): Actor {
  const key = request.headers['idempotency-key'];
  if (Array.isArray(key) || (key !== undefined && key.length > KEY_MAX)) throw new AppError('bad-request');
  const { userId, isAdmin } = callerOf(request);
  return {
    ...{ userId, isAdmin, requestId: request.id },
    ...(key && { idempotencyKey: key, fingerprint: () => fingerprintOf(request) }),
  };
}

const fingerprintOf = ({ method, url, body }: FastifyRequest): string =>
  hash('sha256', JSON.stringify([method, url, body]), 'base64url');

type Values = Record<string, unknown>;

interface ChangeEntry {
  subject: ChangeSubject;
  subjectId: number | string;
  name: string;
  action: ChangeAction;
  before?: Values | null;
  after?: Values | null;
}

interface ChangeLogTransaction {
  $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): Promise<unknown>;
}

/**
 * Records changes in the caller's transaction: only values that differ, and nothing when none differs. A trigger
 * refuses to change or delete entries afterwards.
 */
export async function logChanges(
  transaction: ChangeLogTransaction,
  { userId, requestId }: Actor,
  entries: ChangeEntry[],
): Promise<void> {
  const data = entries.flatMap(({ subjectId, before = null, after = null, ...entry }) => {
    const values = differences(before, after);
    return values ? [{ ...entry, ...values, subjectId: String(subjectId) }] : [];
  });
  if (data.length === 0) return;
  // JSON is one parameter for all entries, of which an import has thousands.
  await transaction.$executeRaw`
    INSERT INTO changes (subject, subject_id, name, action, user_id, before, after, request_id)
    SELECT subject, "subjectId", name, action, ${userId}::int, before, after, ${requestId}
    FROM jsonb_to_recordset(${JSON.stringify(data)}::jsonb)
      AS entry(subject text, "subjectId" text, name text, action text, before jsonb, after jsonb)`;
}

export interface LoggedRow {
  id: number | string;
  name: string;
  values: Values;
}

/**
 * Returns the function that records what happens to one row, see `logChanges`.
 * @param describe what the log says about a row
 */
export const changeLogger =
  <Row>(subject: ChangeSubject, describe: (row: Row) => LoggedRow) =>
  async (
    transaction: ChangeLogTransaction,
    actor: Actor,
    action: ChangeAction,
    { before, after }: { before?: Row | null; after?: Row },
  ): Promise<void> => {
    const [former, present] = [before && describe(before), after && describe(after)];
    const row = present ?? former;
    if (!row) return;
    const values = { before: former?.values ?? null, after: present?.values ?? null };
    await logChanges(transaction, actor, [{ subject, subjectId: row.id, name: row.name, action, ...values }]);
  };

function differences(before: Values | null, after: Values | null) {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) };
  const differ = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (differ.length === 0) return null;
  const only = (values: Values) => Object.fromEntries(differ.map((field) => [field, values[field]]));
  return { before: only(before), after: only(after) };
}

/** A day in a filter, in a range that PostgreSQL's timestamps hold. */
export const logDay = day().check(z.refine((date) => date >= '2000-01-01' && date <= '2100-12-31'));

/** The sort field and filters of a service's change log; `resource` is the path below `/api/`. */
export const changeListSpec = (resource: string) =>
  defineList({
    resource,
    isSearchable: true,
    sortable: ['id'],
    filters: {
      id: IdsFilterSchema,
      subject: z.enum(CHANGE_SUBJECTS),
      subjectId: boundedText(200),
      userId: IdFilterSchema,
      from: logDay,
      to: logDay,
    },
  });

export interface StoredChange extends Omit<Change, 'createdAt'> {
  createdAt: Date;
}

export interface ChangeWhere {
  AND?: ChangeWhere[];
  OR?: (SearchCondition<'searchText'> | { subject: 'setting'; subjectId: { in: string[] } })[];
  id?: { in: number[] } | { lt: number };
  subject?: string;
  subjectId?: string;
  userId?: number;
  createdAt?: { gte?: Date; lt?: Date };
}

const WITHOUT_SEARCH = { searchText: true } as const;

export interface ChangeLogDatabase {
  change: {
    findMany(args: {
      where: ChangeWhere;
      omit?: typeof WITHOUT_SEARCH;
      orderBy: Record<string, 'asc' | 'desc'>[];
      skip: number;
      take: number;
    }): PromiseLike<unknown[]>;
    count(args: { where: ChangeWhere }): PromiseLike<number>;
  };
}

/** The condition for the entries that match a list request. */
export function whereChanges({
  filters: { from, to, ...equal },
  search,
}: Pick<ListRequestOf<ReturnType<typeof changeListSpec>>, 'filters' | 'search'>): ChangeWhere {
  const where: ChangeWhere = { ...equal, ...inDays('createdAt', from, to) };
  if (search) {
    const settings = Object.entries(SETTING_NAMES).flatMap(([key, title]) => (hasSearched(title, search) ? key : []));
    where.OR = matchesSearch('searchText', search);
    if (settings.length > 0) where.OR.push({ subject: 'setting', subjectId: { in: settings } });
  }
  return where;
}

/**
 * Serves a service's change log, newest entries first. `q` has words of the name, or parts of them; a setting is also found by its
 * title.
 * @param ofAdmin the fields that only administrators see
 */
export function registerChangeLog(
  app: FastifyInstance,
  operation: Operation & { query: typeof ListQuerySchema; responses: { 200: typeof ChangesSchema } },
  database: ChangeLogDatabase,
  ofAdmin: readonly string[] = [],
): void {
  const spec = changeListSpec(operation.path.slice('/api/'.length));
  handleList(app, operation, spec, async (list, request) => {
    const hidden = callerOf(request).isAdmin ? [] : ofAdmin;
    const selected = { where: whereChanges(list), omit: WITHOUT_SEARCH };
    const { rows, total } = await findPage(list, ['id', 'desc'], database.change, selected);
    const present = ({ createdAt, before, after, ...row }: StoredChange): Change => ({
      ...row,
      before: without(before, hidden),
      after: without(after, hidden),
      createdAt: createdAt.toISOString(),
    });
    return { rows: (rows as StoredChange[]).map(present), total };
  });
}

const without = <T extends Change['before']>(values: T, fields: readonly string[]) =>
  values && Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)));
