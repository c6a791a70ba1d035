import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOutletContext } from 'react-router-dom';

// Loaded in parallel with the request (decision 0017).
const userSchema = () => import('@fasocolis/contracts/user').then(({ UserSchema }) => UserSchema);

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
