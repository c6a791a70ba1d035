import { ReferenceField, TextField, useFieldValue } from 'react-admin';

/** The name of the member of staff whose id a field of the record has; of a customer, the number. */
export function StaffName({ source }: { source: string }) {
  const id = useFieldValue({ source });
  return (
    <ReferenceField source={source} reference="staff" link={false} emptyText={id == null ? '' : `n° ${id}`}>
      <TextField source="firstName" /> <TextField source="lastName" />
    </ReferenceField>
  );
}
