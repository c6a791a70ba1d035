import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

const orderSchema = () => import('@fasocolis/contracts/orders').then(({ OrderSchema }) => OrderSchema);
const orderEventsSchema = () =>
  import('@fasocolis/contracts/orders').then(({ OrderEventsSchema }) => OrderEventsSchema);
const orderPath = (reference: string) => `/api/orders/${encodeURIComponent(reference)}`;

/** What anybody who knows a reference may see. Never fresh: every search asks the server again. */
export const trackingQueries = {
  all: ['tracking'] as const,
  order: (reference: string) =>
    queryOptions({
      queryKey: [...trackingQueries.all, reference, 'order'],
      queryFn: ({ signal }) => api.get(orderPath(reference), orderSchema, { signal }),
      enabled: reference !== '',
      staleTime: 0,
      meta: { errorMessage: 'Impossible de trouver une commande avec ce numéro de référence' },
    }),
  events: (reference: string) =>
    queryOptions({
      queryKey: [...trackingQueries.all, reference, 'events'],
      queryFn: ({ signal }) => api.get(`${orderPath(reference)}/events`, orderEventsSchema, { signal }),
      enabled: reference !== '',
      staleTime: 0,
    }),
};
