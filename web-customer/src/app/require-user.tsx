import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../shared/loading.tsx';
import { paths } from '../shared/paths.ts';
import { useRefreshSession, useUser } from '../shared/session.ts';

const NeedsNetwork = lazy(() => import('../shared/needs-network.tsx'));

/** Lets only signed-in people to the screens inside; hands them the person as the outlet's context. */
export function RequireUser() {
  const user = useUser();
  const refreshSession = useRefreshSession();
  const { pathname } = useLocation();
  // Signing out forgets the person and leads home at once: a navigation already under way goes first.
  const isLeaving = pathname !== location.pathname;
  if (user === undefined || (user === null && isLeaving)) return <Spinner />;
  // Without a network it is not known who is signed in.
  if (user === null && !navigator.onLine) return <NeedsNetwork onRetry={refreshSession} />;
  return user ? <Outlet context={user} /> : <Navigate to={paths.auth} replace />;
}
