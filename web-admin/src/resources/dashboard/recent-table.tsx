import type { ComponentProps } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { PlainTable } from '../../components/plain-table.tsx';

type RecentTableProps<Row> = Pick<ComponentProps<typeof PlainTable<Row>>, 'label' | 'columns'>;

/** The rows of the surrounding list. */
export function RecentTable<Row extends RaRecord>(props: RecentTableProps<Row>) {
  const { data = [] } = useListContext<Row>();
  return <PlainTable {...props} rows={data} keyOf={({ id }) => id} cardsBelow={560} sx={cellStyle} />;
}

const cellStyle = {
  '& :is(th, td)': { py: 1 },
  '& tbody td': { overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;
