import type { User } from '@fasocolis/contracts/user';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { Spinner } from '../../shared/loading.tsx';
import { paths } from '../../shared/paths.ts';

const BACK_OFFICE = '/admin';

interface Props {
  user: User;
  /** Where a guard led to the sign-in page from. */
  address: string | undefined;
}

/** Where a sign-in leads: back to where it was demanded, agents to their work, all others home. */
export function Landing({ user, address = user.isAgent ? BACK_OFFICE : paths.home }: Props) {
  const isOtherSite = address.startsWith(BACK_OFFICE);
  useEffect(() => {
    if (isOtherSite) location.replace(address);
  }, [isOtherSite, address]);
  return isOtherSite ? <Spinner /> : <Navigate to={address} replace />;
}
