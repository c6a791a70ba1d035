import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetDevice } from '../../components/device-memory.ts';

// Fetched beside the call, not before the first picture (decision 0017).
const userSchema = () => import('@fasocolis/contracts/user').then(({ UserSchema }) => UserSchema);
const messageSchema = () => import('@fasocolis/contracts/common').then(({ MessageSchema }) => MessageSchema);

/**
 * Who is signed in. Whatever goes wrong, the person is simply not signed in; a visitor is nobody, which browsers need not
 * report as an error.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: (): Promise<User | null> =>
    api.get('/api/user', userSchema, { prefer: 'handling=lenient' }).catch(() => null),
});

/** The signed-in person, null for a visitor, undefined while it is not known yet. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}

/** Ends the session, forgets everything personal and goes home. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.post('/api/auth/logout', undefined, messageSchema),
    onSuccess: () => {
      queryClient.setQueryData(sessionQuery.queryKey, null);
      queryClient.removeQueries({ queryKey: ['user'] });
      forgetDevice();
      toast({ title: 'Déconnexion réussie' });
      return navigate('/');
    },
    onError: ({ message }) => toast({ title: 'Erreur de déconnexion', description: message, variant: 'destructive' }),
  });
}
