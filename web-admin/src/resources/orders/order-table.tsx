import { kindWords } from '@fasocolis/contracts/change-words';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { ORDER_FIELDS, type OrderField, type OrderFieldName } from '@fasocolis/contracts/order-fields';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenPieces } from '@fasocolis/contracts/pieces';
import { shortDate } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Checkbox } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { below, from } from '../../components/table-style.ts';
import { daysSince } from '../../components/words.ts';

const Column = RecordColumn<StaffOrder>;

export const TABLE_KEY = 'look.orders.table';

/** The columns after reference and status. */
const COLUMNS = [
  'recipientName',
  'recipientPhone',
  'mode',
  'pieces',
  'weightGrams',
  'volumeCm3',
  'contents',
  'estimatedDelivery',
  'lastEventAt',
  'createdAt',
  'latestUpdate',
  'userId',
] as const satisfies (OrderFieldName & keyof StaffOrder)[];

const HIDDEN_AT_FIRST = [
  'recipientPhone',
  'pieces',
  'weightGrams',
  'volumeCm3',
  'contents',
  'createdAt',
  'latestUpdate',
  'userId',
  'rest',
];

/** In pixels. */
const CARDS_BELOW = 720;

const restWords = ({ due, paid }: StaffOrder) => (due > paid ? writtenFrancs(due - paid) : '');

const words = (value: string | number | null, kind: OrderField['kind']) =>
  value === null ? '' : kindWords(value, kind);

export function OrderTable({ empty, above }: { empty: string; above: ReactNode }) {
  const navigate = useNavigate();
  return (
    <RecordTable<StaffOrder>
      isLong
      size="small"
      cardsBelow={CARDS_BELOW}
      pageSizes={[24, 48, 96]}
      storeKey={TABLE_KEY}
      hiddenColumns={HIDDEN_AT_FIRST}
      empty={empty}
      above={above}
      onOpen={({ id }) => void navigate(`/orders/${id}`)}
      sx={tableStyle}
    >
      <Column
        label={<span className="fc-sr-only">Sélection</span>}
        cellClassName="cell-select"
        onClick={(event) => event.stopPropagation()}
        render={SelectOrder}
      />
      <Column
        source="reference"
        cellClassName="cell-name"
        render={({ id, reference }) => (
          <Link to={`/orders/${id}`} onClick={(event) => event.stopPropagation()}>
            {reference}
          </Link>
        )}
      />
      <Column source="status" cellClassName="cell-state" render={statusAndPieces} />
      {COLUMNS.map((source) => {
        const { label, kind, isSortable }: OrderField = ORDER_FIELDS[source];
        return (
          <Column
            key={source}
            source={source}
            data-label={label}
            disableSort={isSortable !== true}
            render={(order) => (source === 'lastEventAt' ? lastEvent(order) : words(order[source], kind))}
          />
        );
      })}
      <Column source="rest" label="Reste" isNamed disableSort cellClassName="cell-amount" render={restWords} />
    </RecordTable>
  );
}

/** A check box with an accessible name, which that of react-admin's own component lacks. */
function SelectOrder({ id, reference }: StaffOrder) {
  const { selectedIds, onToggleItem } = useListContext<StaffOrder>();
  return (
    <Checkbox
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': `Sélectionner ${reference}` } }}
    />
  );
}

function lastEvent(order: StaffOrder) {
  if (!order.isSilent) return shortDate(order.lastEventAt);
  return (
    <>
      {shortDate(order.lastEventAt)}
      <span className="silent">{`sans nouvelles, ${daysSince(order.lastEventAt)}\u00a0j`}</span>
    </>
  );
}

/** Under the status: the column of pieces is hidden at first. */
function statusAndPieces(order: StaffOrder) {
  return (
    <>
      <StatusBadge order={order} />
      {order.passedPieces && <span className="pieces">{writtenPieces(order)}</span>}
    </>
  );
}

const tableStyle = {
  '& :is(th, td)': { px: 1, py: 0.5, fontSize: 'var(--fc-text-small)' },
  '& .cell-select': { width: 44 },
  '& .cell-select .MuiCheckbox-root': { width: 44, height: 44, m: -0.5 },
  '& .pieces': { display: 'block', fontWeight: 600, color: 'var(--fc-amber)' },
  '& .silent': { display: 'block', minWidth: 104, whiteSpace: 'normal', fontWeight: 600, color: '#92400e' },
  ...from(CARDS_BELOW, {
    '& thead th': { position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' },
    '& tbody tr': { height: 40 },
    '& tbody td': { whiteSpace: 'nowrap' },
    // At 1280 px all columns that are shown at first fit beside the sidebar.
    '& tbody :is(.cell-name, .column-recipientName)': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& tbody .cell-name': { minWidth: 150 },
    '& tbody .column-recipientName': { minWidth: 120 },
    '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
    '& tbody .column-latestUpdate': { minWidth: 240, whiteSpace: 'normal' },
  }),
  ...below(CARDS_BELOW, {
    '& tbody tr': { gridTemplateColumns: '44px minmax(0, 1fr)' },
    '& tbody .cell-select': { gridArea: '1 / 1 / span 2' },
    '& tbody .cell-name': { gridArea: '1 / 2' },
    '& tbody .cell-state': { gridArea: '2 / 2' },
  }),
} as const;
