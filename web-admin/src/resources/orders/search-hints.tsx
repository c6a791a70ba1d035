import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box } from '@mui/material';
import { useGetList, useListContext } from 'react-admin';
import { useLookAlike } from '../../components/look-alike.ts';
import { OutlinedButton } from '../../components/text-button.tsx';

/** What else a search finds: archived parcels and, when it finds nothing, a reference that looks alike. */
export function SearchHints() {
  const { filterValues, setFilters, total, isPending } = useListContext<StaffOrder>();
  const text = String(filterValues.q ?? filterValues.recipient ?? '').trim();
  const isSearch = text !== '' && filterValues.archived === undefined;
  const archived = useGetList<StaffOrder>(
    'orders',
    {
      filter: { ...filterValues, archived: true },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'DESC' },
    },
    { enabled: isSearch },
  );
  const isMissed = isSearch && !isPending && total === 0 && filterValues.q !== undefined;
  const suggestion = useLookAlike(text, isMissed);
  const count = isSearch ? (archived.total ?? 0) : 0;
  if (count === 0 && !suggestion) return null;
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      {suggestion && (
        <OutlinedButton
          label={`Vouliez-vous dire ${suggestion}\u00a0?`}
          onClick={() => setFilters({ ...filterValues, q: suggestion })}
        />
      )}
      {count > 0 && (
        <OutlinedButton
          label={count === 1 ? '1 colis archivé' : `${count} colis archivés`}
          onClick={() => setFilters({ ...filterValues, archived: true })}
        />
      )}
    </Box>
  );
}
