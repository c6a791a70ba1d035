import type { Order } from '@fasocolis/contracts/orders';
import { IsSavedSchema, SavedLinkSchema, UnsavedSchema } from '@fasocolis/contracts/saved-orders';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { visitQuery } from '@fasocolis/web-kit/api-query';
import { toast } from '@fasocolis/web-kit/toast-store';
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { buttonClass } from '../../shared/button.tsx';
import { isSessionLost, useRefreshSession } from '../../shared/session.ts';
import { toastRemoved } from '../../shared/undo.ts';

export function SaveButton({ order, user }: { order: Order; user: User }) {
  const { data, isPending } = useQuery(savedOrderQuery(user.id, order.id));
  const saveOrder = useSaveOrder({ order, user });
  const isSaved = data?.isSaved ?? false;

  return (
    <button
      type="button"
      className={buttonClass('secondary', 'grow')}
      disabled={isPending || saveOrder.isPending}
      onClick={() => saveOrder.mutate(!isSaved)}
    >
      <Heart aria-hidden size={20} className={isSaved ? 'fill-danger text-danger' : ''} />
      {isSaved ? 'Retirer des favoris' : 'Sauvegarder'}
    </button>
  );
}

/** Personal data is cached under ['user'], so that signing out can delete all of it. */
export const savedOrderQuery = (userId: number, orderId: number) =>
  visitQuery(['user', userId, 'saved', orderId], '/api/orders/saved/check/:orderId', IsSavedSchema, {
    params: { orderId },
  });

class NotSignedIn extends Error {}

interface Saving {
  order: Pick<Order, 'id' | 'reference'>;
  user: Pick<User, 'id'> | null;
}

export function useSaveOrder({ order, user }: Saving) {
  const refreshSession = useRefreshSession();
  const queryClient = useQueryClient();
  const saving: UseMutationResult<Pick<User, 'id'>, Error, boolean> = useMutation({
    mutationFn: async (save: boolean) => {
      if (!user) throw new NotSignedIn();
      const { id: orderId, reference } = order;
      if (save) await api.post('/api/orders/save', { orderId, reference }, SavedLinkSchema);
      else await api.delete('/api/orders/saved/:orderId', UnsavedSchema, { params: { orderId } });
      return user;
    },
    onSuccess: ({ id }, save) => {
      queryClient.setQueryData(savedOrderQuery(id, order.id).queryKey, { isSaved: save });
      if (save) toast({ title: 'Commande sauvegardée' });
      else toastRemoved('Commande retirée', () => saving.mutate(true));
      return queryClient.invalidateQueries({ queryKey: ['user', id, 'saved-orders'] });
    },
    onError: (error, save) => {
      if (error instanceof NotSignedIn || isSessionLost(error)) {
        const description = 'Veuillez connecter pour sauvegarder cette commande';
        toast({ title: 'Non authentifié', description, variant: 'destructive' });
        if (error instanceof NotSignedIn) refreshSession();
        return;
      }
      if (error instanceof ApiError && error.status === 409) {
        toast({ description: error.message, variant: 'destructive' });
        return;
      }
      const description = save
        ? 'Impossible de sauvegarder cette commande'
        : 'Impossible de retirer cette commande des favoris';
      toast({ description, variant: 'destructive' });
    },
  });
  return saving;
}
