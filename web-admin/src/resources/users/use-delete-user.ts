import { ADMIN_ID, type User } from '@fasocolis/contracts/auth';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useDelete } from 'react-admin';

/** Whether a user may be deleted at all: the principal administrator never. */
export const isDeletable = ({ id }: Pick<User, 'id'>): boolean => id !== ADMIN_ID;

/** Deletes a user, says how it went and brings every list of users up to date. */
export function useDeleteUser({ onDeleted }: { onDeleted: () => void }) {
  const queryClient = useQueryClient();
  const [remove, { isPending }] = useDelete<User>('users', undefined, {
    mutationMode: 'pessimistic',
    onSuccess: () => {
      toast({
        title: 'Utilisateur supprimé',
        description: "L'utilisateur et toutes ses données associées ont été supprimés.",
      });
      void queryClient.invalidateQueries({ queryKey: ['users', 'getList'] });
      onDeleted();
    },
    onError: () =>
      toast({
        title: 'Échec de la suppression',
        description: "Une erreur s'est produite lors de la suppression de l'utilisateur.",
        variant: 'destructive',
      }),
  });

  const deleteUser = (user: User) => {
    if (isDeletable(user)) {
      void remove('users', { id: user.id, previousData: user });
    } else {
      toast({
        title: 'Action non autorisée',
        description: "L'administrateur principal ne peut pas être supprimé",
        variant: 'destructive',
      });
    }
  };

  return { deleteUser, isPending };
}
