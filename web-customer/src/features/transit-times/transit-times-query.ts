import { TransitTimesSchema } from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** The transit times of the last 90 days; only figures with enough orders. */
export const transitTimesQuery = queryOptions({
  queryKey: ['transit-times'],
  queryFn: ({ signal }) => api.get('/api/transit-times', TransitTimesSchema, { signal }),
});
