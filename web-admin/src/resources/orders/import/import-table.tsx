import {
  Box,
  Checkbox,
  FormControlLabel,
  Pagination,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useState } from 'react';
import { tableStyle } from '../../../components/table-style.ts';
import { IMPORT_COLUMNS, IMPORT_KEYS } from './import-columns.ts';
import type { CheckedLine } from './use-import.ts';

/** Rows per page: a phone needs seconds to draw two thousand. */
const PAGE = 50;

const OUTCOMES = { ready: 'Prête', created: 'Créée', completed: 'Complétée', refused: 'Refusée' };

export function ImportTable({ lines }: { lines: readonly CheckedLine[] }) {
  const refused = lines.filter(({ outcome }) => outcome === 'refused');
  const [onlyRefused, setOnlyRefused] = useState(false);
  const [page, setPage] = useState(1);
  const shown = onlyRefused ? refused : lines;
  const columns = IMPORT_KEYS.filter((key) => lines.some((line) => line[key]));
  const pages = Math.ceil(shown.length / PAGE);

  return (
    <>
      {refused.length > 0 && refused.length < lines.length && (
        <FormControlLabel
          label="Seulement les lignes à corriger"
          control={
            <Checkbox
              checked={onlyRefused}
              onChange={(_event, checked) => {
                setOnlyRefused(checked);
                setPage(1);
              }}
              sx={{ width: 44, height: 44 }}
            />
          }
        />
      )}
      <Table size="small" sx={[tableStyle(560), cellStyle]}>
        <TableHead>
          <TableRow>
            <TableCell>Ligne</TableCell>
            {columns.map((key) => (
              <TableCell key={key}>{IMPORT_COLUMNS[key].title}</TableCell>
            ))}
            <TableCell>Résultat</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.slice((page - 1) * PAGE, page * PAGE).map((line) => (
            <TableRow key={line.line}>
              <TableCell data-label="Ligne">{line.line}</TableCell>
              {columns.map((key) => (
                <TableCell
                  key={key}
                  {...(key === 'reference' ? { className: 'cell-name' } : { 'data-label': IMPORT_COLUMNS[key].title })}
                >
                  {line[key]}
                </TableCell>
              ))}
              <TableCell sx={line.outcome === 'refused' ? { color: 'error.main' } : undefined}>
                {line.message ?? OUTCOMES[line.outcome]}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {pages > 1 && (
        <Box sx={{ display: 'flex', justifyContent: 'center', mt: 2 }}>
          <Pagination
            aria-label="Pages du fichier"
            count={pages}
            page={page}
            onChange={(_event, next) => setPage(next)}
            getItemAriaLabel={(type, number) => (type === 'page' ? `Page ${number}` : PAGE_BUTTONS[type])}
          />
        </Box>
      )}
    </>
  );
}

const PAGE_BUTTONS = {
  first: 'Première page',
  last: 'Dernière page',
  next: 'Page suivante',
  previous: 'Page précédente',
  'start-ellipsis': '',
  'end-ellipsis': '',
};

const cellStyle = {
  '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& .cell-name': { minWidth: 140, fontFamily: 'var(--fc-font-reference)' },
} as const;
