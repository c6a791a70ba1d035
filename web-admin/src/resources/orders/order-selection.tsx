import type { Order } from '@fasocolis/contracts/orders';
import { Box, Button, Checkbox, FormControlLabel, IconButton, Menu, MenuItem, Typography } from '@mui/material';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useListContext } from 'react-admin';
import { orderCount } from '../../components/words.ts';
import type { bulkActions } from './bulk/bulk-actions.tsx';
import { BulkDialog } from './bulk/bulk-dialog.tsx';
import { MAX_SELECTED, useSelectAll } from './use-select-all.ts';

const LabelDialog = lazy(() => import('../../components/labels/label-dialog.tsx'));

/** Selects or unselects this page; the selection on other pages stays. */
export function SelectPage() {
  const { data = [], selectedIds, onSelect, onUnselectItems } = useListContext<Order>();
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

const ACTIONS: { action: keyof typeof bulkActions; label: string }[] = [
  { action: 'status', label: 'Changer le statut' },
  { action: 'date', label: 'Changer la date' },
  { action: 'news', label: 'Donner des nouvelles' },
];

export function SelectionBar() {
  const { selectedIds, onSelect, onUnselectItems } = useListContext<Order>();
  const [action, setAction] = useState<keyof typeof bulkActions>();
  const [isPrinting, setPrinting] = useState(false);

  return (
    <>
      <p className="fc-sr-only" role="status">
        {selectedIds.length > 0 && orderCount(selectedIds.length, 'sélectionnée')}
      </p>
      {selectedIds.length > 0 && (
        <Box component="section" aria-label="Sélection" sx={barStyle}>
          <IconButton aria-label="Tout désélectionner" title="Tout désélectionner" onClick={() => onUnselectItems()}>
            <X aria-hidden size={20} />
          </IconButton>
          <Box component="span" sx={{ flex: 1, minWidth: 180, fontWeight: 600 }}>
            {orderCount(selectedIds.length, 'sélectionnée')}
          </Box>
          <SelectFound />
          {ACTIONS.map(({ action: name, label }, index) => (
            <Button key={name} variant={index === 0 ? 'contained' : 'outlined'} onClick={() => setAction(name)}>
              {label}
            </Button>
          ))}
          <MoreActions>
            <MenuItem onClick={() => setAction('consignment')}>Mettre dans une expédition</MenuItem>
            <MenuItem onClick={() => setPrinting(true)}>Imprimer les étiquettes</MenuItem>
          </MoreActions>
        </Box>
      )}
      {isPrinting && (
        <Suspense>
          <LabelDialog ids={selectedIds} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {action && (
        <BulkDialog
          action={action}
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

function MoreActions({ children }: { children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<ChevronUp aria-hidden size={18} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Autres actions
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} onClick={close}>
        {children}
      </Menu>
    </>
  );
}

/** Selects all orders that match the filter, when these are more than the selection. */
function SelectFound() {
  const { selectedIds, total = 0 } = useListContext<Order>();
  const { selectAll, isPending } = useSelectAll();
  if (selectedIds.length >= total) return null;
  if (total > MAX_SELECTED) {
    return <Typography variant="body2">Filtrez davantage pour tout sélectionner.</Typography>;
  }
  return (
    <Button disabled={isPending} onClick={selectAll}>
      Sélectionner les {orderCount(total, 'trouvée')}
    </Button>
  );
}

const barStyle = {
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
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
