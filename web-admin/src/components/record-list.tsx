import { MAX_COUNTED } from '@fasocolis/contracts/lists';
import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  type DataTableColumnProps,
  type DataTableProps,
  Pagination,
  type RaRecord,
  useListContext,
  useTranslateLabel,
} from 'react-admin';
import { Badge } from './badge.tsx';
import { ListState, type ListStateProps } from './list-state.tsx';
import { tableStyle } from './table-style.ts';
import { totalText } from './totals.tsx';

type StateProps = Omit<ListStateProps, 'skeleton' | 'children'>;

interface RecordGridProps<Row> extends StateProps {
  minWidth: number;
  /** The height of a card that is being loaded, in pixels. */
  height: number;
  above?: ReactNode;
  children: (row: Row) => ReactNode;
}

export function RecordGrid<Row extends RaRecord>({
  minWidth,
  height,
  above,
  children,
  ...state
}: RecordGridProps<Row>) {
  const { data } = useListContext<Row>();
  const gridStyle = {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))`,
    gap: 2,
  };
  return (
    <ListState {...state} skeleton={{ height, count: 4, sx: gridStyle }}>
      {above}
      <Box component="ul" className="plain-list" sx={gridStyle}>
        {data?.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </Box>
      <Pages sizes={[12, 24, 48, 96]} />
    </ListState>
  );
}

interface RecordTableProps<Row extends RaRecord>
  extends Pick<StateProps, 'empty' | 'emptyTitle' | 'canClear'>,
    Pick<DataTableProps<Row>, 'rowSx' | 'sx' | 'storeKey' | 'hiddenColumns' | 'size'> {
  /** Whether the rows scroll below the header, which stays visible. */
  isLong?: boolean;
  pageSizes?: number[];
  above?: ReactNode;
  /** Below this width, in pixels, each row becomes a card. */
  cardsBelow?: number;
  onOpen?: (row: Row) => void;
  children: ReactNode;
}

export function RecordTable<Row extends RaRecord>({
  cardsBelow = 880,
  isLong = false,
  pageSizes = [25, 50, 100],
  above,
  onOpen,
  sx = {},
  children,
  empty,
  emptyTitle,
  canClear,
  ...table
}: RecordTableProps<Row>) {
  return (
    <ListState empty={empty} emptyTitle={emptyTitle} canClear={canClear} skeleton={{ height: 400 }}>
      {above}
      <Card
        sx={{
          containerType: 'inline-size',
          overflow: 'auto',
          ...(isLong && { maxHeight: { md: 'calc(100vh - 96px)' } }),
        }}
      >
        <DataTable<Row>
          bulkActionButtons={false}
          rowClick={
            onOpen
              ? (_id, _resource, row) => {
                  onOpen(row as Row);
                  return false;
                }
              : false
          }
          {...table}
          sx={[tableStyle(cardsBelow), ...(Array.isArray(sx) ? sx : [sx])]}
        >
          {children}
        </DataTable>
      </Card>
      <Pages sizes={pageSizes} />
    </ListState>
  );
}

interface ColumnProps<Row extends RaRecord> extends Omit<DataTableColumnProps<Row>, 'resource'> {
  /** Whether a card names the value as the header of the table does. */
  isNamed?: boolean;
}

export function RecordColumn<Row extends RaRecord>({ isNamed = false, ...column }: ColumnProps<Row>) {
  const name = useTranslateLabel()(column);
  return <DataTable.Col<Row> {...column} {...(isNamed && { 'data-label': name })} />;
}

/** The last column: its buttons do not open the row. */
export function ActionsColumn<Row extends RaRecord>({ children }: { children: (row: Row) => ReactNode }) {
  return (
    <DataTable.Col<Row>
      label="Actions"
      disableSort
      cellClassName="cell-actions"
      onClick={(event) => event.stopPropagation()}
      render={children}
    />
  );
}

function Pages({ sizes }: { sizes: number[] }) {
  const { total = 0 } = useListContext();
  if (total <= Math.min(...sizes)) return null;
  return (
    <Pagination rowsPerPageOptions={sizes} {...(total === MAX_COUNTED + 1 && { labelDisplayedRows: uncounted })} />
  );
}

const uncounted = ({ from, to }: { from: number; to: number }) => `${from}-${to} sur ${totalText(MAX_COUNTED + 1)}`;

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return <Badge label={isActive ? 'Actif' : 'Inactif'} colour={isActive ? 'green' : 'neutral'} />;
}
