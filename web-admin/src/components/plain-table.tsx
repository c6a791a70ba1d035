import { Table, TableBody, TableCell, TableHead, type TableProps, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { tableStyle } from './table-style.ts';

interface PlainTableProps<Row> extends Pick<TableProps, 'size'> {
  label: string;
  columns: Record<string, (row: Row) => ReactNode>;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Below this width, in pixels, each row becomes a card. */
  cardsBelow: number;
  sx: object;
}

/** A table of MUI alone: the first screen would have to load that of react-admin. */
export function PlainTable<Row>({ label, columns, rows, keyOf, cardsBelow, sx, ...table }: PlainTableProps<Row>) {
  return (
    <Table aria-label={label} {...table} sx={[tableStyle(cardsBelow), sx]}>
      <TableHead>
        <TableRow>
          {Object.keys(columns).map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} hover>
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
