import { apiQuery } from '@fasocolis/web-kit/api-query';
import { queryOptions } from '@tanstack/react-query';

const parcelSchema = () => import('@fasocolis/contracts/claims').then(({ UnnamedParcelSchema }) => UnnamedParcelSchema);

/** Personal data, see `savedOrderQuery`. */
export const unnamedParcelQuery = (userId: number, number: string) =>
  queryOptions({
    ...apiQuery(['user', userId, 'unnamed-parcel', number], '/api/unnamed-parcels/:number', parcelSchema, {
      params: { number },
    }),
    staleTime: 0,
    retry: false,
  });
