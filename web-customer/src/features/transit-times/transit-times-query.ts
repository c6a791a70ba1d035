import { TransitTimesSchema } from '@fasocolis/contracts/transit-times';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

export const transitTimesQuery = queryOptions({
  queryKey: ['transit-times'],
  queryFn: ({ signal }) => api.get('/api/transit-times', TransitTimesSchema, { signal }),
});
