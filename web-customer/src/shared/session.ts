import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { type ToastMessage, toast } from '@fasocolis/web-kit/toast-store';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate, useOutletContext } from 'react-router-dom';
import { readPushState } from './push-state.ts';

// Loaded in parallel with the request (decision 0017).
const userSchema = () => import('@fasocolis/contracts/user').then(({ UserSchema }) => UserSchema);
const messageSchema = () => import('@fasocolis/contracts/common').then(({ MessageSchema }) => MessageSchema);

/**
 * The signed-in user, null after any failure. With this preference the gateway sends 204 to visitors, so that the
 * console has no error.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: (): Promise<User | null> =>
    api.get('/api/user', userSchema, { prefer: 'handling=lenient' }).catch(() => null),
});

/** The signed-in user; null for a visitor, undefined while loading. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}

/** The user, on screens that only signed-in users reach. */
export const useSignedInUser = () => useOutletContext<User>();

/** Returns a stable function that fetches the session again: the account has changed, or the session may have ended. */
export function useRefreshSession(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries(sessionQuery), [queryClient]);
}

/** Returns a function for after the session: deletes personal data from cache and device, and leads home with a message. */
export function useLeave() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (message: ToastMessage) => {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    queryClient.removeQueries({ queryKey: ['user'] });
    forgetDevice();
    void leaveAccount();
    toast(message);
    return navigate('/');
  };
}

/** Ends the session and leaves. */
export function useSignOut() {
  const leave = useLeave();
  return useMutation({
    mutationFn: () => api.post('/api/auth/logout', undefined, messageSchema),
    onSuccess: () => leave({ title: 'Déconnexion réussie' }),
    onError: ({ message }) => toast({ title: 'Erreur de déconnexion', description: message, variant: 'destructive' }),
  });
}

/** This browser is no longer told about the account; it still is about parcels that it follows. */
async function leaveAccount(): Promise<void> {
  const { accountId } = readPushState();
  if (accountId === null) return;
  const { follow } = await import('./push.ts');
  await follow({ userId: accountId }, false).catch(() => {});
}

/** In localStorage: the orders last seen on this device. */
export const PARCELS_KEY = 'fasocolis:parcels';

export function forgetDevice(): void {
  try {
    localStorage.removeItem(PARCELS_KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
