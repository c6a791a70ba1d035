import type { User } from '@fasocolis/contracts/user';
import { AutocompleteInput, ReferenceInput } from 'react-admin';
import { customerName } from '../../components/people-names.tsx';

/** The owner of orders, found as in the list of users. */
export default function ClientFilter() {
  return (
    <ReferenceInput source="userId" reference="users" sort={{ field: 'username', order: 'ASC' }} perPage={20}>
      <AutocompleteInput
        label="Client"
        optionText={(user?: User) => (user ? customerName(user) : '')}
        filterToQuery={(text: string) => (text ? { q: text } : {})}
      />
    </ReferenceInput>
  );
}
