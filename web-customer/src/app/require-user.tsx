import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../components/paths.ts';
import { Spinner } from '../components/spinner.tsx';
import { useUser } from '../features/session/session.ts';

/** Lets only signed-in people to the screens inside; hands them the person as the outlet's context. */
export function RequireUser() {
  const user = useUser();
  const { pathname } = useLocation();
  // Signing out forgets the person and leads home at once: a navigation already under way goes first.
  const isLeaving = pathname !== location.pathname;
  if (user === undefined || (user === null && isLeaving)) return <Spinner />;
  return user ? <Outlet context={user} /> : <Navigate to={paths.auth} replace />;
}
