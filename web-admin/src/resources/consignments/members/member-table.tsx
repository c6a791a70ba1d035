import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenPieces } from '@fasocolis/contracts/pieces';
import { writtenWeight } from '@fasocolis/contracts/reading/measures';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box } from '@mui/material';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { Link } from 'react-router-dom';
import { IconAction } from '../../../components/buttons.tsx';
import { DeleteConfirmation } from '../../../components/delete-confirmation.tsx';
import { ListSearch } from '../../../components/filters.tsx';
import { PartList } from '../../../components/lists.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../../components/record-list.tsx';
import { Section } from '../../../components/screen.tsx';
import { below } from '../../../components/table-style.ts';
import { OutlinedButton } from '../../../components/text-button.tsx';
import { ScanButton } from '../scan-button.tsx';

const Column = RecordColumn<StaffOrder>;

/** In pixels. */
const CARDS_BELOW = 640;

export function MemberTable({ consignment, onAdd }: { consignment: Consignment; onAdd: () => void }) {
  const { id, code, state } = consignment;
  const isOpen = state !== 'closed';
  const refresh = useRefresh();
  const [removed, setRemoved] = useState<StaffOrder>();
  return (
    <Section title="Colis">
      {isOpen && (
        <Box sx={actionsStyle}>
          <OutlinedButton label="Ajouter des colis" icon={Plus} onClick={onAdd} />
          <ScanButton consignment={consignment} mode="load">
            Scanner des colis
          </ScanButton>
        </Box>
      )}
      <PartList
        resource="orders"
        filter={{ consignmentId: id }}
        sort={{ field: 'createdAt', order: 'DESC' }}
        perPage={50}
      >
        <ListSearch sx={{ maxWidth: { sm: 320 } }} />
        <RecordTable<StaffOrder>
          size="small"
          cardsBelow={CARDS_BELOW}
          pageSizes={[50, 100]}
          empty="Aucun colis pour le moment."
          sx={tableStyle}
        >
          <Column
            source="reference"
            cellClassName="cell-name"
            render={(order) => <Link to={`/orders/${order.id}`}>{order.reference}</Link>}
          />
          <Column source="status" cellClassName="cell-state" render={(order) => <StatusBadge order={order} />} />
          <Column source="recipientName" isNamed disableSort render={({ recipientName }) => recipientName ?? ''} />
          <Column source="pieces" isNamed disableSort render={(order) => writtenPieces(order) ?? ''} />
          <Column
            source="weightGrams"
            label="Poids"
            isNamed
            disableSort
            render={({ weightGrams }) => (weightGrams === null ? '' : writtenWeight(weightGrams))}
          />
          {isOpen && (
            <ActionsColumn<StaffOrder>>
              {(order) => (
                <IconAction
                  label={`Retirer ${order.reference}`}
                  icon={CircleMinus}
                  color="error"
                  onClick={() => setRemoved(order)}
                />
              )}
            </ActionsColumn>
          )}
        </RecordTable>
      </PartList>
      {removed && (
        <DeleteConfirmation
          resource={`consignments/${id}/orders`}
          record={removed}
          name={removed.reference}
          verb="Retirer"
          content={`Le colis reste dans les commandes, il ne voyage plus avec l'expédition ${code}.`}
          outcome={{
            success: "Colis retiré de l'expédition",
            failure: (reason) => `Le colis n'a pas pu être retiré\u00a0: ${reason}`,
          }}
          onDeleted={() => {
            setRemoved(undefined);
            refresh();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  );
}

const actionsStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  gap: 1,
  mb: 1,
} as const;

const tableStyle = below(CARDS_BELOW, {
  '& tbody .cell-state': { gridArea: '2 / 1 / auto / -1' },
  '& tbody .cell-actions': { gridArea: '1 / 2' },
});
