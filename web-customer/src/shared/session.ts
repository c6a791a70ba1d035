import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOutletContext } from 'react-router-dom';
import { noteSession } from './forget-device.ts';

// Loaded in parallel with the request (decision 0017).
export const userSchema = () => import('@fasocolis/contracts/user').then(({ UserSchema }) => UserSchema);

/** The responses to a visitor and to a session that has ended. */
export const NO_SESSION = [204, 401];

/** Whether a call failed because the session has ended. After a mutation, the session is fetched again. */
export const isSessionLost = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/** The key of what is known of parcels: their owners see more than others. */
export const TRACKING_KEY = ['tracking'] as const;

const SESSION = ['session'];

/**
 * The signed-in user; after a failure the one that was known before, or null at load. With this preference the gateway sends 204
 * to visitors, so that the console has no error.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION,
  async queryFn({ client }): Promise<User | null> {
    try {
      const user = await api.get('/api/user', userSchema, { prefer: 'handling=lenient' });
      noteSession(user.id);
      return user;
    } catch (error) {
      // Other failures say nothing about the session.
      if (!(error instanceof ApiError && NO_SESSION.includes(error.status)))
        return client.getQueryData(SESSION) ?? null;
      noteSession(null);
      return null;
    }
  },
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
