import { useGetList } from 'react-admin';

/** One row is the least that can be asked for: only the total counts. */
const COUNT_ONLY = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' } } as const;

/** How many records of a resource there are, without loading them; `total` is undefined while that is not known. */
export function useTotal(resource: string, filter: Record<string, unknown> = {}) {
  const { total, error, refetch } = useGetList(resource, { ...COUNT_ONLY, filter });
  return { total, error, refetch };
}
