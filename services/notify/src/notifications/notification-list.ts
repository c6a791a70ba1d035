import { searchTerms } from '@fasocolis/contracts/reading/search';
import { escapeLike, oncePerTurn } from '@fasocolis/service-kit/data/database';
import { defineList, IdsFilterSchema, type ListRequestOf, type Page } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Row } from '../audience/notification-row.ts';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

const COLUMNS = { id: 'id', title: 'title', sentAt: 'sent_at' } as const;

export const notificationListSpec = defineList({
  resource: 'notifications',
  isSearchable: true,
  sortable: ['id', 'title', 'sentAt'],
  filters: {
    id: IdsFilterSchema,
    isRead: z.boolean(),
    isGlobal: z.boolean(),
  },
});

export type NotificationListRequest = ListRequestOf<typeof notificationListSpec>;

type ListedRow = Row & { isRead: boolean };
type ListNotifications = (
  reader: { userId: number; registeredAt: Date | null },
  request: NotificationListRequest,
) => Promise<Page<ListedRow>>;

/**
 * Reads one page of a user's notifications and broadcasts, newest first by default, and their number. Broadcasts from before
 * the account existed count as read. In SQL, because
 * each half is read from its index up to the end of the page, however many rows follow; with `OR`, PostgreSQL would read
 * and sort all of them.
 */
export function notificationList(database: Database): ListNotifications {
  const count = async (rows: Prisma.Sql) => {
    const [counted] = await database.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total ${rows}`;
    return counted?.total ?? 0;
  };
  // Broadcasts are counted once for all users.
  const countBroadcasts = oncePerTurn(() => count(Prisma.sql`FROM notifications WHERE target_user_id IS NULL`));

  return async (reader, { sort, offset, limit, search, filters: requested }) => {
    const { field, direction } = sort ?? { field: 'sentAt', direction: 'desc' };
    const order = Prisma.raw(`${COLUMNS[field]} ${direction}, id ${direction}`);
    const { userId } = reader;
    const isEarlier = earlierThan(reader.registeredAt);
    const conditions = conditionsOf({ userId, isEarlier }, requested, search);
    const [forAll, own] = [Prisma.sql`target_user_id IS NULL`, Prisma.sql`target_user_id = ${userId}`].map((target) =>
      Prisma.join([Prisma.sql`FROM notifications n WHERE ${target}`, ...conditions], ' AND '),
    ) as [Prisma.Sql, Prisma.Sql];
    // Each half has one target, but PostgreSQL needs it in the order to use the index for NULL; and for a limit that is a
    // parameter, it would plan to sort the whole half.
    const firstRows = Prisma.raw(`ORDER BY target_user_id ${direction}, ${order.sql} LIMIT ${offset + limit}`);
    const rows = await database.$queryRaw<(ListedRow & { own: number })[]>`
      SELECT id, title, body, target_user_id AS "targetUserId", sent_at AS "sentAt", reference,
        (r.user_id IS NOT NULL OR ${isEarlier}) AS "isRead",
        (SELECT count(*)::int ${own}) AS own
      FROM ((SELECT * ${forAll} ${firstRows}) UNION ALL (SELECT * ${own} ${firstRows})) n
      LEFT JOIN read_receipts r ON r.notification_id = n.id AND r.user_id = ${userId}
      ORDER BY ${order} OFFSET ${offset}::bigint LIMIT ${limit}`;
    // A page that is not full is the last one, so polling clients need no count.
    if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length };
    const broadcasts = await (conditions.length === 0 ? countBroadcasts() : count(forAll));
    return { rows, total: broadcasts + (rows[0]?.own ?? (await count(own))) };
  };
}

const earlierThan = (time: Date | null): Prisma.Sql =>
  time ? Prisma.sql`(n.target_user_id IS NULL AND n.sent_at < ${time})` : Prisma.sql`false`;

function conditionsOf(
  { userId, isEarlier }: { userId: number; isEarlier: Prisma.Sql },
  { id, isRead, isGlobal }: NotificationListRequest['filters'],
  search: string | null,
): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (id !== undefined) conditions.push(Prisma.sql`n.id = ANY(${id.in}::int[])`);
  if (isRead !== undefined) {
    const receipts = Prisma.sql`SELECT FROM read_receipts r WHERE r.notification_id = n.id AND r.user_id = ${userId}`;
    conditions.push(Prisma.sql`(EXISTS (${receipts}) OR ${isEarlier}) = ${isRead}`);
  }
  if (isGlobal !== undefined) conditions.push(Prisma.sql`(target_user_id IS NULL) = ${isGlobal}`);
  if (search) {
    // This is `searchText` in SQL; searches here are rare and small.
    const text = Prisma.sql`lower(regexp_replace(normalize(title, NFD), '[\u0300-\u036f]', '', 'g'))`;
    const alternatives = searchTerms(search).map((terms) =>
      Prisma.join(
        terms.map((term) => Prisma.sql`${text} LIKE ${`%${escapeLike(term)}%`}`),
        ' AND ',
      ),
    );
    conditions.push(Prisma.sql`(${Prisma.join(alternatives, ' OR ')})`);
  }
  return conditions;
}
