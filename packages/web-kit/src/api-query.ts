import type { PathOf, ResponseOf } from '@fasocolis/contracts/operations/client';
import { type DataTag, type QueryKey, queryOptions, type UnusedSkipTokenOptions } from '@tanstack/react-query';
import { type CallOptions, call, type Rest, type SchemaFor } from './api.ts';

type ApiQuery<T> = UnusedSkipTokenOptions<T> & { queryKey: DataTag<QueryKey, T, Error> };

/** The query of a GET of the API, with the types of `api.get`. A request whose result is no longer needed is aborted. */
export const apiQuery = <Path extends PathOf<'GET'>, T>(
  queryKey: QueryKey,
  path: Path,
  schema: SchemaFor<ResponseOf<'GET', Path>, T>,
  ...[options]: Rest<'GET', Path>
): ApiQuery<T> =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call<T>('GET', path, schema, undefined, { ...(options as CallOptions), signal }),
  });

/** The query of what changes elsewhere: it is requested at every visit. */
export const visitQuery = <Path extends PathOf<'GET'>, T>(
  queryKey: QueryKey,
  path: Path,
  schema: SchemaFor<ResponseOf<'GET', Path>, T>,
  ...options: Rest<'GET', Path>
): ApiQuery<T> => ({ ...apiQuery(queryKey, path, schema, ...options), staleTime: 0 });
