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
import type { JudgedLine } from './use-import.ts';

/** Rows per page: a phone needs seconds to draw two thousand. */
const PAGE = 50;

const OUTCOMES = { ready: 'Prête', created: 'Créée', refused: 'Refusée' };

export function ImportTable({ lines }: { lines: readonly JudgedLine[] }) {
  const refused = lines.filter(({ outcome }) => outcome === 'refused');
  const [onlyRefused, setOnlyRefused] = useState(false);
  const [page, setPage] = useState(1);
  const shown = onlyRefused ? refused : lines;
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
      <Table size="small" sx={tableStyle}>
        <TableHead>
          <TableRow>
            <TableCell>Ligne</TableCell>
            <TableCell>Référence</TableCell>
            <TableCell>Livraison estimée</TableCell>
            <TableCell>Client</TableCell>
            <TableCell>Résultat</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.slice((page - 1) * PAGE, page * PAGE).map((line) => (
            <TableRow key={line.line}>
              <TableCell className="cell-line">{line.line}</TableCell>
              <TableCell className="cell-reference">{line.reference}</TableCell>
              <TableCell>{line.estimatedDelivery}</TableCell>
              <TableCell>{line.client}</TableCell>
              <TableCell className="cell-outcome" sx={line.outcome === 'refused' ? { color: 'error.main' } : undefined}>
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

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& .cell-reference': { minWidth: 140, fontFamily: 'var(--fc-font-reference)', fontWeight: 700 },
  // No room for five columns: each line becomes a small card, still a table to assistive technology.
  '@media (max-width: 599.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': { display: 'block', py: 1, borderBottom: '1px solid var(--fc-line)' },
    '& tbody td': { display: 'block', p: 0, border: 0 },
    '& tbody td:empty': { display: 'none' },
    '& .cell-line': { color: 'text.secondary' },
    '& .cell-line::before': { content: '"Ligne\\00a0"' },
  },
} as const;
