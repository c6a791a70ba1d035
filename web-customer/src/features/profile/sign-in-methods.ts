import { SignInMethodsSchema } from '@fasocolis/contracts/auth';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** How the user can sign in. */
export const signInMethodsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['user', userId, 'sign-in-methods'],
    queryFn: ({ signal }) => api.get('/api/user/sign-in-methods', SignInMethodsSchema, { signal }),
    // A provider is linked by signing in with it, which may happen in another window.
    staleTime: 0,
  });
