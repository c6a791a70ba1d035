import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface LineProps {
  title: string;
  details: ReactNode;
  amount: number;
  /** How it ended and why, when it does not count. */
  ended: string | undefined;
  action: ReactNode;
}

/** A charge, a payment or a report. */
export function Line({ title, details, amount, ended, action }: LineProps) {
  const struck = ended === undefined ? {} : { textDecoration: 'line-through' };
  return (
    <Box component="li">
      <Box sx={{ fontWeight: 600, ...struck }}>{title}</Box>
      <Box sx={{ gridArea: '2 / 1 / auto / -1', color: 'text.secondary', fontSize: 14 }}>
        {details}
        {ended !== undefined && <div>{ended}</div>}
      </Box>
      <Box
        sx={{
          gridArea: '1 / 2',
          textAlign: 'right',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          ...struck,
        }}
      >
        {amount.toLocaleString('fr-FR')}
      </Box>
      <Box sx={{ gridArea: '1 / 3', minWidth: 40 }}>{ended === undefined && action}</Box>
    </Box>
  );
}

/** The style of a list of lines. */
export const linesStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: 1.5,
    py: 1,
    borderBottom: '1px solid var(--fc-line)',
  },
} as const;
