import { OrderSchema } from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

/** More are found by their reference. */
const LISTED = 100;

/** A user's own parcels, newest first. Requested at every visit, because their status changes. */
export const ownParcelsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['user', userId, 'parcels'],
    queryFn: ({ signal }) => {
      const query = { range: JSON.stringify([0, LISTED - 1]) };
      return api.get('/api/orders/user/:userId', z.array(OrderSchema), { params: { userId }, query, signal });
    },
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
  });
