import { SavedOrderSchema, UnsavedSchema } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useRefreshSession } from '../../shared/session.ts';

const SavedOrdersSchema = z.array(SavedOrderSchema);

/** A user's saved orders, last saved first. Requested at every visit, because their status changes. */
export const savedOrdersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['user', userId, 'saved-orders'],
    queryFn: ({ signal }) => api.get('/api/orders/saved/:userId', SavedOrdersSchema, { params: { userId }, signal }),
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
  });

export function useRemoveSavedOrder(user: User) {
  const refreshSession = useRefreshSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: number) => api.delete('/api/orders/saved/:orderId', UnsavedSchema, { params: { orderId } }),
    onSuccess: async (_, orderId) => {
      const { queryKey } = savedOrdersQuery(user.id);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (orders = []) => orders.filter(({ id }) => id !== orderId));
      queryClient.removeQueries({ queryKey: ['user', user.id, 'saved', orderId] });
      toast({ title: 'Commande supprimée' });
    },
    onError: (error) => {
      toast({ description: 'Impossible de supprimer la commande', variant: 'destructive' });
      if (error instanceof ApiError && error.status === 401) refreshSession();
    },
  });
}
