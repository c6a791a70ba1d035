import { AutocompleteInput, ReferenceInput } from 'react-admin';
import { fullName } from './words.ts';

/** A filter of a list by the member of staff who did something. */
export function StaffInput({ label }: { label: string }) {
  return (
    <ReferenceInput source="userId" reference="staff">
      <AutocompleteInput label={label} optionText={fullName} />
    </ReferenceInput>
  );
}
