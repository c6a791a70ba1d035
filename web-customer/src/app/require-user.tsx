import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../components/paths.ts';
import { Spinner } from '../components/spinner.tsx';
import { sessionQuery, useUser } from '../features/session/session.ts';

const NeedsNetwork = lazy(() => import('../components/needs-network.tsx'));

/** Lets only signed-in people to the screens inside; hands them the person as the outlet's context. */
export function RequireUser() {
  const user = useUser();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  // Signing out forgets the person and leads home at once: a navigation already under way goes first.
  const isLeaving = pathname !== location.pathname;
  if (user === undefined || (user === null && isLeaving)) return <Spinner />;
  // Without a network it is not known who is signed in.
  if (user === null && !navigator.onLine)
    return <NeedsNetwork onRetry={() => void queryClient.invalidateQueries(sessionQuery)} />;
  return user ? <Outlet context={user} /> : <Navigate to={paths.auth} replace />;
}
