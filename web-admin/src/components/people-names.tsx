import type { StaffMember } from '@fasocolis/contracts/team';
import type { User } from '@fasocolis/contracts/user';
import { ReferenceField, TextField, useFieldValue, useGetMany } from 'react-admin';
import { useIsAgent } from '../providers/use-user.ts';
import { fullName } from './words.ts';

type Customer = Pick<User, 'firstName' | 'lastName' | 'emailVerified' | 'phoneVerified'>;

/** The name of a customer, with a mark while neither address nor number is verified: such an owner is shown no pick-up code. */
export const customerName = (customer: Customer): string =>
  `${fullName(customer)}${customer.emailVerified || customer.phoneVerified ? '' : ' (non vérifié)'}`;

/** The name of the member of staff whose id a field of the record has; of a customer, the number. */
export function StaffName({ source }: { source: string }) {
  const id = useFieldValue({ source });
  return (
    <ReferenceField source={source} reference="staff" link={false} emptyText={id == null ? '' : `n° ${id}`}>
      <TextField source="firstName" /> <TextField source="lastName" />
    </ReferenceField>
  );
}

type Ids = readonly (number | null | undefined)[];

/** Returns the name of a member of staff or, for the administrator, of a customer by the id; otherwise the number. */
export function useNames(staffIds: Ids, customerIds: Ids): (id: number) => string {
  const [ids, others] = [distinct(staffIds), distinct(customerIds)];
  const isAgent = useIsAgent();
  const staff = useGetMany<StaffMember>('staff', { ids }, { enabled: ids.length > 0 });
  // Agents read orders, not the accounts of customers.
  const users = useGetMany<User>('users', { ids: others }, { enabled: others.length > 0 && !isAgent });
  const people = [...(users.data ?? []), ...(staff.data ?? [])];
  const names = new Map(people.map((person) => [person?.id, person && fullName(person)]));
  return (id) => names.get(id) ?? `n° ${id}`;
}

const distinct = (ids: Ids) => [...new Set(ids.filter((id) => id != null))];
