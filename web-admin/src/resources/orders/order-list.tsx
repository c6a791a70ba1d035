import type { Order } from '@fasocolis/contracts/orders';
import { Box, Button, Skeleton } from '@mui/material';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense } from 'react';
import { FilterLiveForm, ListBase, Pagination, SelectInput, SortButton, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useIdInAddress } from '../../components/use-id-in-address.ts';
import { useDialogInAddress } from '../../components/use-parameter-in-address.ts';
import { OrderCard } from './order-card.tsx';
import { OrderCreateDialog } from './order-create-dialog.tsx';
import { SelectionBar, SelectPage } from './order-selection.tsx';
import { OrderUpdateDialog } from './order-update-dialog.tsx';
import { useStatusOptions } from './use-status-options.ts';

const ImportDialog = lazy(() => import('./import/import-dialog.tsx'));

export default function OrderList() {
  return (
    // No stored parameters: they would overwrite an address that was opened on purpose.
    <ListBase sort={{ field: 'createdAt', order: 'DESC' }} perPage={24} storeKey={false}>
      <OrderScreen />
    </ListBase>
  );
}

function OrderScreen() {
  const { data, isPending, selectedIds, onToggleItem } = useListContext<Order>();
  const { isOpen: isCreating, open: create, close: closeCreation } = useDialogInAddress('create');
  const { isOpen: isImporting, open: importFile, close: closeImport } = useDialogInAddress('import');
  const { id: editedId, open: edit, close } = useIdInAddress('edit');

  return (
    <Screen
      title="Gestion des Commandes"
      actions={
        <>
          <Button component={Link} to="/order-statuses" variant="outlined">
            Statuts de commande
          </Button>
          <Button variant="outlined" startIcon={<Upload aria-hidden size={20} />} onClick={importFile}>
            Importer
          </Button>
          <Button variant="contained" color="secondary" startIcon={<Plus aria-hidden size={20} />} onClick={create}>
            Nouvelle commande
          </Button>
        </>
      }
    >
      <OrderToolbar />
      <ListState skeleton={<OrderSkeleton />} empty="Aucune commande pour le moment. Créez la première.">
        <SelectPage />
        <Box component="ul" sx={gridStyle}>
          {data?.map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                isSelected={selectedIds.includes(order.id)}
                onToggle={() => onToggleItem(order.id)}
                onEdit={() => edit(order.id)}
              />
            </li>
          ))}
        </Box>
        <Pagination rowsPerPageOptions={[12, 24, 48, 96]} />
      </ListState>
      <SelectionBar />
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={closeImport} />
        </Suspense>
      )}
      {isCreating && <OrderCreateDialog onClose={closeCreation} />}
      {editedId !== undefined && !isPending && <OrderUpdateDialog key={editedId} id={editedId} onClose={close} />}
    </Screen>
  );
}

function OrderToolbar() {
  const options = useStatusOptions();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        mb: 2,
        '& form': { display: 'flex', flex: 1, flexWrap: 'wrap', columnGap: 2 },
        '& .ra-input': { flex: '1 1 200px', maxWidth: { sm: 320 } },
      }}
    >
      <FilterLiveForm>
        <SearchInput source="q" />
        <SelectInput source="status" choices={options} emptyText="Tous les statuts" helperText={false} />
      </FilterLiveForm>
      <SortButton fields={['createdAt', 'updatedAt', 'estimatedDelivery', 'reference', 'status']} />
    </Box>
  );
}

function OrderSkeleton() {
  return (
    <Box sx={gridStyle}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} variant="rounded" height={300} sx={{ borderRadius: 'var(--fc-radius-card)' }} />
      ))}
    </Box>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;
