import { TransitTimesSchema } from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** How long parcels of the last 90 days took; only what enough parcels support. */
export const transitTimesQuery = queryOptions({
  queryKey: ['transit-times'],
  queryFn: ({ signal }) => api.get('/api/transit-times', TransitTimesSchema, { signal }),
});
