import { MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import { expect, it } from 'vitest';
import { defineList, parseListQuery } from '../src/http/lists.ts';

it.each([{ range: '[0,999999999]' }, {}])('a page has no more rows than the limit, for the query %j', (query) => {
  const spec = defineList({ resource: 'rows', sortable: ['id'], filters: {} });
  expect(parseListQuery(query, spec).limit).toBe(MAX_LIST_ROWS);
});
