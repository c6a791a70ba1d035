import { AUTHOR_OF_NOBODY } from '@fasocolis/contracts/change-words';
import type { StaffMember } from '@fasocolis/contracts/team';
import type { ReactNode } from 'react';
import { AutocompleteInput, DateInput, ReferenceInput } from 'react-admin';
import { Filters } from '../../components/filters.tsx';
import { StaffName } from '../../components/people-names.tsx';

/** What all logs are filtered by: a person and days; others stand before and between them. */
export function LogFilters({ first, children }: { first?: ReactNode; children: ReactNode }) {
  return (
    <Filters sx={{ mb: 2, '& form': { alignItems: 'normal' } }}>
      {first}
      <ReferenceInput source="userId" reference="staff">
        <AutocompleteInput label="Personne" optionText={fullName} filterToQuery={toQuery} />
      </ReferenceInput>
      {children}
      <DateInput source="from" label="Du" />
      <DateInput source="to" label="Au" />
    </Filters>
  );
}

const fullName = ({ firstName, lastName }: StaffMember) => `${firstName} ${lastName}`;
const toQuery = (q: string) => ({ q });

/** The member of staff, or the number of a customer. */
export function Author({ userId }: { userId: number | null }) {
  if (userId === null) return AUTHOR_OF_NOBODY;
  return <StaffName source="userId" />;
}

export const logStyle = {
  '& tbody td': { verticalAlign: 'top', fontSize: 'var(--fc-text-small)' },
} as const;
