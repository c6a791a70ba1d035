import type { StaffMember } from '@fasocolis/contracts/team';
import type { User } from '@fasocolis/contracts/user';
import { useGetOne, usePermissions } from 'react-admin';

/** The signed-in user; undefined while that is unknown. A session that ends or changes its rights leads away from here. */
export function useUser(): User | undefined {
  return usePermissions<User | undefined>({}, { staleTime: Number.POSITIVE_INFINITY }).permissions;
}

/** Whether the signed-in user is an agent. Only spares agents what the server would refuse. */
export const useIsAgent = (): boolean => useUser()?.isAgent === true;

/** Where the signed-in agent works; undefined for the administrator, and while that is unknown. */
export function useOwnTown(): string | undefined {
  const { id = 0, isAgent = false } = useUser() ?? {};
  return useGetOne<StaffMember>('staff', { id }, { enabled: isAgent }).data?.city;
}
