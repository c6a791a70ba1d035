import { MAX_COUNTED } from '@fasocolis/contracts/lists';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box, Checkbox, FormControlLabel, IconButton, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { BulkDialog } from '../../components/bulk/bulk-run.tsx';
import type { BulkAction } from '../../components/bulk/use-bulk.ts';
import { allRows } from '../../components/lists.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { telling } from '../../components/telling.tsx';
import { OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { orderCount } from '../../components/words.ts';
import { joining } from './joining.tsx';

const LabelDialog = lazy(() => import('../../components/labels/label-dialog.tsx'));

/** The limit of orders per action: the total of more is unknown. */
const MAX_SELECTED = MAX_COUNTED;

/** Selects or unselects this page; the selection on other pages stays. */
export function SelectPage() {
  const { data = [], selectedIds, onSelect, onUnselectItems } = useListContext<StaffOrder>();
  const ids = data.map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id));
  const isWhole = chosen.length === ids.length;
  const others = selectedIds.filter((id) => !ids.includes(id));

  return (
    <FormControlLabel
      label="Tout sélectionner sur cette page"
      control={
        <Checkbox
          checked={isWhole}
          indeterminate={chosen.length > 0 && !isWhole}
          onChange={() => {
            if (isWhole && others.length === 0) onUnselectItems();
            else onSelect(isWhole ? others : [...others, ...ids]);
          }}
          sx={{ width: 44, height: 44 }}
        />
      }
      sx={{ mb: 1, ml: 0 }}
    />
  );
}

const ACTIONS = { telling, joining } satisfies Record<string, BulkAction>;

export function SelectionBar() {
  const { selectedIds, onSelect, onUnselectItems } = useListContext<StaffOrder>();
  const [action, setAction] = useState<keyof typeof ACTIONS>();
  const [isPrinting, setPrinting] = useState(false);

  return (
    <>
      <p className="fc-sr-only" role="status">
        {selectedIds.length > 0 && orderCount(selectedIds.length, 'sélectionnée')}
      </p>
      {selectedIds.length > 0 && (
        <Box component="section" aria-label="Sélection" className="row centred" sx={barStyle}>
          <IconButton aria-label="Tout désélectionner" title="Tout désélectionner" onClick={() => onUnselectItems()}>
            <X aria-hidden size={20} />
          </IconButton>
          <Box component="span" sx={{ flex: 1, minWidth: 180, fontWeight: 600 }}>
            {orderCount(selectedIds.length, 'sélectionnée')}
          </Box>
          <SelectFound />
          <TextButton label="Dire au client" variant="contained" onClick={() => setAction('telling')} />
          <OutlinedButton label="Mettre dans une expédition" onClick={() => setAction('joining')} />
          <OutlinedButton label="Imprimer les étiquettes" onClick={() => setPrinting(true)} />
        </Box>
      )}
      {isPrinting && (
        <Suspense>
          <LabelDialog ids={selectedIds} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {action && (
        <BulkDialog
          action={ACTIONS[action]}
          ids={selectedIds}
          onClose={(remaining) => {
            setAction(undefined);
            onSelect(remaining);
          }}
        />
      )}
    </>
  );
}

/** Selects all orders that match the filter, when these are more than the selection. */
function SelectFound() {
  const { selectedIds, total = 0 } = useListContext<StaffOrder>();
  const { selectAll, isPending } = useSelectAll();
  if (selectedIds.length >= total) return null;
  if (total > MAX_SELECTED) {
    return <Typography variant="body2">Filtrez davantage pour tout sélectionner.</Typography>;
  }
  return (
    <TextButton label={`Sélectionner les ${orderCount(total, 'trouvée')}`} disabled={isPending} onClick={selectAll} />
  );
}

const barStyle = {
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  mt: 2,
  p: 1,
  '& .MuiButton-root': { flex: { xs: '1 1 40%', sm: '0 0 auto' }, px: { xs: 1, sm: 2 } },
  bgcolor: 'background.paper',
  border: '1px solid',
  borderColor: 'primary.main',
  borderRadius: 'var(--fc-radius-card)',
  boxShadow: '0 4px 16px rgb(17 24 39 / 0.16)',
  fontVariantNumeric: 'tabular-nums',
} as const;

function useSelectAll() {
  const { filterValues: filter, sort, onSelect } = useListContext<StaffOrder>();
  const dataProvider = useDataProvider();
  const { mutate, isPending } = useMutation({
    mutationFn: () => allRows<StaffOrder>(dataProvider, 'orders', { filter, sort }, MAX_SELECTED),
    onSuccess: (orders) => onSelect(orders.map(({ id }) => id)),
    onError: outcomeToasts({ failure: "La sélection n'a pas pu être faite. Réessayez." }).onError,
  });
  return { selectAll: () => mutate(), isPending };
}
