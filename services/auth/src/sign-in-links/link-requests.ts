import { defineList, findPage, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import type { Database } from '../database.ts';

export const linkRequestListSpec = defineList({
  resource: 'sign-in-link-requests',
  sortable: ['id', 'linkRequestedAt'],
  filters: {},
});

/** The users who wait for a sign-in link. A number that is verified no longer gets none. */
export async function listLinkRequests(database: Database, list: ListRequestOf<typeof linkRequestListSpec>) {
  const where = { linkRequestedAt: { not: null }, verifiedPhone: { not: null } };
  const { rows, total } = await findPage(list, ['linkRequestedAt', 'asc'], database.user, { where });
  const requests = rows.flatMap(({ id, firstName, lastName, verifiedPhone: phone, linkRequestedAt }) =>
    phone && linkRequestedAt
      ? [{ id, name: `${firstName} ${lastName}`.trim(), phone, requestedAt: linkRequestedAt.toISOString() }]
      : [],
  );
  return { rows: requests, total };
}
