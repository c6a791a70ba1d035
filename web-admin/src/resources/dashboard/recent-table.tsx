import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

interface RecentTableProps<Row> {
  label: string;
  columns: { label: string; render: (row: Row) => ReactNode }[];
}

/** The few rows of the surrounding list; where there is no room for columns each row becomes a small card. */
export function RecentTable<Row extends RaRecord>({ label, columns }: RecentTableProps<Row>) {
  const { data } = useListContext<Row>();
  return (
    <Table aria-label={label} sx={tableStyle}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column.label}>{column.label}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {data?.map((row) => (
          <TableRow key={row.id} hover>
            {columns.map((column) => (
              <TableCell key={column.label} data-label={column.label}>
                {column.render(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { px: 1.5, py: 1 },
  '& tbody td': { overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '@container (max-width: 559.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': { display: 'grid', gap: 0.5, py: 1.5, borderBottom: '1px solid var(--fc-line)' },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: 2,
      p: 0,
      border: 0,
      textAlign: 'end',
    },
    '& tbody td::before': { content: 'attr(data-label)', color: 'text.secondary', textAlign: 'start' },
    '& tbody td:last-of-type::before': { content: 'none' },
    '& tbody td:last-of-type .MuiButton-root': { flex: 1, mt: 0.5 },
  },
} as const;
