import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box } from '@mui/material';
import { useListContext } from 'react-admin';
import { useLookAlike } from '../../components/look-alike.ts';
import { OutlinedButton } from '../../components/text-button.tsx';
import { useTotal } from '../../components/totals.tsx';

/** What else a search finds: archived parcels and, when it finds nothing, a reference that looks alike. */
export function SearchHints() {
  const { filterValues, setFilters, total, isPending } = useListContext<StaffOrder>();
  const text = String(filterValues.q ?? filterValues.recipient ?? '').trim();
  const isSearch = text !== '' && filterValues.archived === undefined;
  const archived = useTotal('orders', { ...filterValues, archived: true }, { enabled: isSearch });
  const isMissed = isSearch && !isPending && total === 0 && filterValues.q !== undefined;
  const suggestion = useLookAlike(text, isMissed);
  const count = isSearch ? (archived.total ?? 0) : 0;
  if (count === 0 && !suggestion) return null;
  return (
    <Box role="status" className="row" sx={{ mb: 2 }}>
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
