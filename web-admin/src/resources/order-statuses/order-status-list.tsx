import type { OrderStatus } from '@fasocolis/contracts/orders';
import { Button, Card, Skeleton } from '@mui/material';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { ListBase, Pagination, useListContext } from 'react-admin';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { OrderStatusCreateDialog, OrderStatusEditDialog } from './order-status-dialogs.tsx';
import { OrderStatusTable } from './order-status-table.tsx';

export default function OrderStatusList() {
  return (
    <ListBase sort={{ field: 'displayOrder', order: 'ASC' }} perPage={50} storeKey={false}>
      <OrderStatusScreen />
    </ListBase>
  );
}

function OrderStatusScreen() {
  const { total = 0, perPage } = useListContext<OrderStatus>();
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<OrderStatus>();

  return (
    <Screen
      title="Statuts de commande"
      actions={
        <Button
          variant="contained"
          color="secondary"
          startIcon={<Plus aria-hidden size={20} />}
          onClick={() => setCreating(true)}
        >
          Nouveau statut
        </Button>
      }
    >
      <ListState
        skeleton={<Skeleton variant="rounded" height={320} sx={{ borderRadius: 'var(--fc-radius-card)' }} />}
        empty="Aucun statut de commande. Créez le premier."
      >
        <Card>
          <OrderStatusTable onEdit={setEdited} />
        </Card>
        {total > perPage && <Pagination />}
      </ListState>
      {isCreating && <OrderStatusCreateDialog onClose={() => setCreating(false)} />}
      {edited && <OrderStatusEditDialog status={edited} onClose={() => setEdited(undefined)} />}
    </Screen>
  );
}
