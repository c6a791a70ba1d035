import { AUTHOR_OF_NOBODY } from '@fasocolis/contracts/change-words';
import type { StaffMember } from '@fasocolis/contracts/team';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { AutocompleteInput, DateInput, FilterLiveForm, ReferenceInput } from 'react-admin';
import { StaffName } from '../../components/people-names.tsx';

/** What all logs are filtered by: a person and days; others stand before and between them. */
export function LogFilters({ first, children }: { first?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={filterStyle}>
      <FilterLiveForm>
        {first}
        <ReferenceInput source="userId" reference="staff">
          <AutocompleteInput label="Personne" optionText={fullName} filterToQuery={toQuery} />
        </ReferenceInput>
        {children}
        <DateInput source="from" label="Du" />
        <DateInput source="to" label="Au" />
      </FilterLiveForm>
    </Box>
  );
}

const fullName = ({ firstName, lastName }: StaffMember) => `${firstName} ${lastName}`;
const toQuery = (q: string) => ({ q });

/** The member of staff, or the number of a customer. */
export function Author({ userId }: { userId: number | null }) {
  if (userId === null) return AUTHOR_OF_NOBODY;
  return <StaffName source="userId" />;
}

const filterStyle = {
  mb: 2,
  '& form': { display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& .ra-input': { flex: '1 1 200px', maxWidth: { sm: 320 } },
} as const;

export const logStyle = {
  '& tbody td': { verticalAlign: 'top', fontSize: 'var(--fc-text-small)' },
} as const;
