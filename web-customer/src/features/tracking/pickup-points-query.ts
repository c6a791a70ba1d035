import { apiQuery } from '@fasocolis/web-kit/api-query';

const schema = () => import('@fasocolis/contracts/pickup-points').then(({ PickupPointsSchema }) => PickupPointsSchema);

/** Where parcels are picked up, in each town. */
export const pickupPointsQuery = apiQuery(['pickup-points'], '/api/pickup-points', schema);
