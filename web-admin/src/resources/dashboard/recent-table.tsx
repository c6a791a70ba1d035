import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { tableStyle } from '../../components/table-style.ts';

interface RecentTableProps<Row> {
  label: string;
  columns: Record<string, (row: Row) => ReactNode>;
}

/** The rows of the surrounding list. Not react-admin's table, which the first screen would have to load. */
export function RecentTable<Row extends RaRecord>({ label, columns }: RecentTableProps<Row>) {
  const { data } = useListContext<Row>();
  return (
    <Table aria-label={label} sx={[tableStyle(560), cellStyle]}>
      <TableHead>
        <TableRow>
          {Object.keys(columns).map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {data?.map((row) => (
          <TableRow key={row.id} hover>
            {Object.entries(columns).map(([name, render]) => (
              <TableCell key={name} {...(name !== 'Action' && { 'data-label': name })}>
                {render(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const cellStyle = {
  '& :is(th, td)': { py: 1 },
  '& tbody td': { overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;
