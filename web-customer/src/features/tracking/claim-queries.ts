import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

const parcelSchema = () => import('@fasocolis/contracts/claims').then(({ UnnamedParcelSchema }) => UnnamedParcelSchema);

/** Personal data, see `savedOrderQuery`. */
export const unnamedParcelQuery = (userId: number, number: string) =>
  queryOptions({
    queryKey: ['user', userId, 'unnamed-parcel', number],
    queryFn: ({ signal }) => api.get('/api/unnamed-parcels/:number', parcelSchema, { params: { number }, signal }),
    staleTime: 0,
    retry: false,
  });
