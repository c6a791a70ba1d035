import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

const schema = () => import('@fasocolis/contracts/pickup-points').then(({ PickupPointsSchema }) => PickupPointsSchema);

/** Where parcels are picked up, in each town. */
export const pickupPointsQuery = queryOptions({
  queryKey: ['pickup-points'],
  queryFn: ({ signal }) => api.get('/api/pickup-points', schema, { signal }),
});
