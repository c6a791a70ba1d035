import { SavedLinkSchema, type SavedOrder, SavedOrderSchema, UnsavedSchema } from '@fasocolis/contracts/saved-orders';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { toast } from '@fasocolis/web-kit/toast-store';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { toastRemoved } from '../../shared/undo.ts';

const SavedOrdersSchema = z.array(SavedOrderSchema);

/** A user's saved orders, last saved first. Requested at every visit, because their status changes. */
export const savedOrdersQuery = (userId: number) =>
  queryOptions({
    ...apiQuery(['user', userId, 'saved-orders'], '/api/orders/saved/:userId', SavedOrdersSchema, {
      params: { userId },
    }),
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
  });

type NamedOrder = Pick<SavedOrder, 'id' | 'reference'>;

/** Removes a saved order, which can be undone. */
export function useRemoveSavedOrder(user: User) {
  const queryClient = useQueryClient();
  const { queryKey } = savedOrdersQuery(user.id);
  const restoration = useMutation({
    mutationFn: ({ id: orderId, reference }: NamedOrder) =>
      api.post('/api/orders/save', { orderId, reference }, SavedLinkSchema),
    onSuccess: (_, { id: orderId }) => {
      toast({ title: 'Commande sauvegardée' });
      queryClient.removeQueries({ queryKey: ['user', user.id, 'saved', orderId] });
      return queryClient.invalidateQueries({ queryKey });
    },
    onError: () => toast({ description: 'Impossible de sauvegarder cette commande', variant: 'destructive' }),
  });
  return useMutation({
    mutationFn: ({ id: orderId }: NamedOrder) =>
      api.delete('/api/orders/saved/:orderId', UnsavedSchema, { params: { orderId } }),
    onSuccess: async (_, order) => {
      const { id: orderId } = order;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (orders = []) => orders.filter(({ id }) => id !== orderId));
      queryClient.removeQueries({ queryKey: ['user', user.id, 'saved', orderId] });
      toastRemoved('Commande supprimée', () => restoration.mutate(order));
    },
    onError: () => toast({ description: 'Impossible de supprimer la commande', variant: 'destructive' }),
  });
}
