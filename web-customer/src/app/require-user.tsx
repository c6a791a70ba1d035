import { loadable } from '@fasocolis/web-kit/loadable';
import { lazy, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../shared/loading.tsx';
import { paths } from '../shared/paths.ts';
import { useRefreshSession, useUser } from '../shared/session.ts';

const NeedsNetwork = lazy(() => import('../shared/needs-network.tsx'));

export const LaterScreen = loadable(() => import('./later-screens.tsx'));

/** Shows the screens inside to signed-in users only, with the user as the outlet's context. */
export function RequireUser() {
  const user = useUser();
  const refreshSession = useRefreshSession();
  const { pathname, search } = useLocation();
  // While the session is being read. A failure is one of the screen.
  useEffect(() => void LaterScreen.load().catch(() => {}), []);
  // Signing out removes the user and navigates home: a navigation in progress takes precedence.
  const isLeaving = pathname !== location.pathname;
  if (user === undefined || (user === null && isLeaving)) return <Spinner />;
  // Without a network the session is unknown.
  if (user === null && !navigator.onLine) return <NeedsNetwork onRetry={refreshSession} />;
  return user ? <Outlet context={user} /> : <Navigate to={paths.auth} replace state={{ from: pathname + search }} />;
}
