import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import type { Assignment } from '../../../components/tables/columns.ts';
import { OutlinedButton } from '../../../components/text-button.tsx';
import { IMPORT_COLUMNS, IMPORT_KEYS, type ImportColumn } from './import-columns.ts';
import type { Reading } from './import-lines.ts';

interface ColumnChoiceProps {
  reading: Reading;
  onChoose: (assigned: Assignment<ImportColumn>) => void;
}

export function ColumnChoice({ reading: { columns, assigned }, onChoose }: ColumnChoiceProps) {
  const [choice, setChoice] = useState(assigned);
  const isChanged = IMPORT_KEYS.some((key) => choice[key] !== assigned[key]);
  const choose = (key: ImportColumn, index: number) => {
    const next: Assignment<ImportColumn> = {};
    for (const other of IMPORT_KEYS) {
      const column = choice[other];
      if (other !== key && column !== undefined && column !== index) next[other] = column;
    }
    if (index >= 0) next[key] = index;
    setChoice(next);
  };
  return (
    <Box component="details" open={assigned.reference === undefined} sx={{ mb: 2 }}>
      <Typography component="summary" sx={{ minHeight: 44, display: 'list-item', py: 1.25, cursor: 'pointer' }}>
        Colonnes du fichier
      </Typography>
      <Box sx={gridStyle}>
        {IMPORT_KEYS.map((key) => (
          <TextField
            key={key}
            select
            size="small"
            label={IMPORT_COLUMNS[key].title}
            value={choice[key] ?? -1}
            onChange={({ target }) => choose(key, Number(target.value))}
          >
            <MenuItem value={-1}>Aucune</MenuItem>
            {columns.map(({ index, title }) => (
              <MenuItem key={index} value={index}>
                {title}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
      <OutlinedButton
        label="Utiliser ces colonnes"
        disabled={!isChanged}
        onClick={() => onChoose(choice)}
        sx={{ mt: 1.5 }}
      />
    </Box>
  );
}

const gridStyle = {
  display: 'grid',
  gap: 1.5,
  pt: 1,
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' },
} as const;
