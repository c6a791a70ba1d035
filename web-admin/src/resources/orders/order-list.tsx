import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows3 from 'lucide-react/icons/rows-3';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense } from 'react';
import { ColumnsButton, SortButton, useListContext, useStore } from 'react-admin';
import { useDialogInAddress } from '../../components/address.ts';
import { CreateButton } from '../../components/buttons.tsx';
import { ListExport } from '../../components/export-button.tsx';
import { Loading } from '../../components/list-state.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { RecordGrid } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { useTotal } from '../../components/totals.tsx';
import { useIsAgent } from '../../providers/use-user.ts';
import { OrderCard } from './order-card.tsx';
import { ActiveFilters, OrderFilters } from './order-filters.tsx';
import { createForm, updateForm } from './order-forms.tsx';
import { SelectionBar, SelectPage } from './order-selection.tsx';
import { OrderTable, TABLE_KEY } from './order-table.tsx';
import { SearchHints } from './search-hints.tsx';

const ImportDialog = lazy(() => import('./import/import-dialog.tsx'));

const EMPTY = 'Aucune commande pour le moment. Créez la première.';

type View = 'cards' | 'table';

/** Above this number of orders the table is shown first. */
const MAX_CARDS = 50;

export default function OrderList() {
  return (
    <ScreenList sort={{ field: 'createdAt', order: 'DESC' }} perPage={24}>
      <OrderScreen />
    </ScreenList>
  );
}

function OrderScreen() {
  const { selectedIds, onToggleItem } = useListContext<StaffOrder>();
  const isAgent = useIsAgent();
  const dialogs = useRecordDialogs<StaffOrder>();
  const importing = useDialogInAddress('import');
  const [chosenView, setView] = useStore<View | null>('look.orders.view', null);
  const { total, error } = useTotal('orders');
  const view = chosenView ?? firstView(total, error !== null);

  return (
    <Screen
      title="Gestion des Commandes"
      actions={
        <>
          {!isAgent && <OutlinedButton to="/order-statuses" label="Statuts de commande" />}
          <OutlinedButton label="Importer" icon={Upload} onClick={importing.open} />
          <CreateButton onClick={dialogs.creation.open}>Nouvelle commande</CreateButton>
        </>
      }
    >
      <Box className="row centred" sx={{ mb: 2 }}>
        <OrderFilters />
        <ListExport fileName="commandes.xlsx" success="Les commandes ont été exportées." />
        {view && <ViewSwitch view={view} onChange={setView} />}
        {view === 'table' && <ColumnsButton storeKey={TABLE_KEY} />}
        {view === 'cards' && (
          <SortButton fields={['createdAt', 'updatedAt', 'estimatedDelivery', 'reference', 'status']} />
        )}
      </Box>
      <ActiveFilters />
      <SearchHints />
      {!view && <Loading height={300} count={4} />}
      {view === 'table' && <OrderTable empty={EMPTY} above={<SelectPage />} />}
      {view === 'cards' && (
        <RecordGrid<StaffOrder> minWidth={420} height={300} empty={EMPTY} above={<SelectPage />}>
          {(order) => (
            <OrderCard
              order={order}
              isSelected={selectedIds.includes(order.id)}
              onToggle={() => onToggleItem(order.id)}
              onEdit={() => dialogs.edit.open(order.id)}
            />
          )}
        </RecordGrid>
      )}
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

/** Undefined while the number of orders is. */
function firstView(total: number | undefined, isUnknown: boolean): View | undefined {
  if (total === undefined && !isUnknown) return undefined;
  return (total ?? 0) > MAX_CARDS ? 'table' : 'cards';
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Affichage"
      value={view}
      onChange={(_event, next: View | null) => next && onChange(next)}
    >
      <ToggleButton value="cards" aria-label="Cartes" sx={toggleStyle}>
        <LayoutGrid aria-hidden size={20} />
      </ToggleButton>
      <ToggleButton value="table" aria-label="Tableau" sx={toggleStyle}>
        <Rows3 aria-hidden size={20} />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

const toggleStyle = { width: 44, height: 44 } as const;
