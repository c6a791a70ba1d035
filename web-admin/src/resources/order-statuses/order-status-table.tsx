import type { OrderStatus } from '@fasocolis/contracts/orders';
import { IconButton } from '@mui/material';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type MouseEvent, useState } from 'react';
import { DataTable } from 'react-admin';
import { DeleteConfirmation } from '../../components/delete-confirmation.tsx';

interface OrderStatusTableProps {
  onEdit: (status: OrderStatus) => void;
}

const Column = DataTable.Col<OrderStatus>;

/** The definitions of the surrounding list; a click on a row edits it. */
export function OrderStatusTable({ onEdit }: OrderStatusTableProps) {
  const [doomed, setDoomed] = useState<OrderStatus>();
  // The row has its own click.
  const only = (action: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    action();
  };

  return (
    <>
      <DataTable<OrderStatus>
        bulkActionButtons={false}
        rowClick={(_id, _resource, status) => {
          onEdit(status);
          return false;
        }}
        sx={tableStyle}
      >
        <Column source="displayOrder" label="Ordre" />
        <Column source="code" />
        <Column source="label" />
        <Column
          source="isActive"
          label="Statut"
          render={({ isActive }) => (
            <span className="fc-badge" data-colour={isActive ? 'green' : 'neutral'}>
              {isActive ? 'Actif' : 'Inactif'}
            </span>
          )}
        />
        <Column
          label="Actions"
          disableSort
          cellClassName="cell-actions"
          render={(status) => (
            <>
              <IconButton aria-label={`Modifier ${status.label}`} color="primary" onClick={only(() => onEdit(status))}>
                <Pencil aria-hidden size={20} />
              </IconButton>
              <IconButton
                aria-label={`Supprimer ${status.label}`}
                color="error"
                onClick={only(() => setDoomed(status))}
              >
                <Trash2 aria-hidden size={20} />
              </IconButton>
            </>
          )}
        />
      </DataTable>
      {doomed && (
        <DeleteConfirmation
          resource="order-statuses"
          record={doomed}
          name={doomed.label}
          content="Êtes-vous sûr de vouloir supprimer ce statut de commande ? Cette action est irréversible."
          outcome={{
            success: 'Statut de commande supprimé avec succès',
            failure: 'Échec de la suppression du statut de commande',
          }}
          onDeleted={() => setDoomed(undefined)}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}

const tableStyle = {
  '& tbody .column-code': { fontFamily: 'var(--fc-font-reference)', fontWeight: 700, overflowWrap: 'anywhere' },
  '& .cell-actions': { whiteSpace: 'nowrap' },
  // A phone has no room for five columns: each row becomes a small card, still a table to assistive technology.
  '@media (max-width: 599.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: 1,
      p: 2,
      borderBottom: '1px solid var(--fc-line)',
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': { p: 0, border: 0 },
    '& .column-label': { gridRow: 2, gridColumn: 1 },
    '& .column-code': { gridRow: 1, gridColumn: 1 },
    '& .column-isActive': { gridRow: 1, gridColumn: 2, justifySelf: 'end' },
    '& .column-displayOrder': { gridRow: 3, gridColumn: 1, color: 'text.secondary' },
    '& tbody .column-displayOrder::before': { content: '"Ordre : "' },
    '& .cell-actions': { gridRow: '2 / 4', gridColumn: 2 },
  },
} as const;
