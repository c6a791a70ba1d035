import type { User } from '@fasocolis/contracts/auth';
import type { StaffMember } from '@fasocolis/contracts/team';
import { useGetMany } from 'react-admin';
import { useIsAgent } from '../providers/use-user.ts';

type Ids = readonly (number | null | undefined)[];

/** Returns the name of a member of staff or, for the administrator, of a customer by the id; otherwise the number. */
export function useNames(staffIds: Ids, customerIds: Ids): (id: number) => string {
  const [ids, others] = [distinct(staffIds), distinct(customerIds)];
  const isAgent = useIsAgent();
  const staff = useGetMany<StaffMember>('staff', { ids }, { enabled: ids.length > 0 });
  // Agents read orders, not the accounts of customers.
  const users = useGetMany<User>('users', { ids: others }, { enabled: others.length > 0 && !isAgent });
  const people = [...(users.data ?? []), ...(staff.data ?? [])];
  const names = new Map(people.map((person) => [person?.id, `${person?.firstName} ${person?.lastName}`]));
  return (id) => names.get(id) ?? `n° ${id}`;
}

const distinct = (ids: Ids) => [...new Set(ids.filter((id) => id != null))];
