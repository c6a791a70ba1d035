import type { Order } from '@fasocolis/contracts/orders';
import { Box, Button } from '@mui/material';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense } from 'react';
import { FilterLiveForm, ListBase, SelectInput, SortButton, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useDialogInAddress } from '../../components/address.ts';
import { CreateButton } from '../../components/buttons.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { RecordGrid } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { OrderCard } from './order-card.tsx';
import { createForm, updateForm } from './order-forms.tsx';
import { SelectionBar, SelectPage } from './order-selection.tsx';
import { useStatusOptions } from './status-options.ts';

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
  const { selectedIds, onToggleItem } = useListContext<Order>();
  const dialogs = useRecordDialogs<Order>();
  const importing = useDialogInAddress('import');

  return (
    <Screen
      title="Gestion des Commandes"
      actions={
        <>
          <Button component={Link} to="/order-statuses" variant="outlined">
            Statuts de commande
          </Button>
          <Button variant="outlined" startIcon={<Upload aria-hidden size={20} />} onClick={importing.open}>
            Importer
          </Button>
          <CreateButton onClick={dialogs.creation.open}>Nouvelle commande</CreateButton>
        </>
      }
    >
      <OrderToolbar />
      <RecordGrid<Order>
        minWidth={420}
        height={300}
        empty="Aucune commande pour le moment. Créez la première."
        above={<SelectPage />}
      >
        {(order) => (
          <OrderCard
            order={order}
            isSelected={selectedIds.includes(order.id)}
            onToggle={() => onToggleItem(order.id)}
            onEdit={() => dialogs.edit.open(order.id)}
          />
        )}
      </RecordGrid>
      <SelectionBar />
      {importing.isOpen && (
        <Suspense>
          <ImportDialog onClose={importing.close} />
        </Suspense>
      )}
      <RecordDialogs dialogs={dialogs} create={createForm} edit={updateForm} />
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
