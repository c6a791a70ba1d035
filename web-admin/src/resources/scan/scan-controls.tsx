import type { Consignment } from '@fasocolis/contracts/consignments';
import type { ScanMode } from '@fasocolis/contracts/scans';
import { Box, MenuItem, TextField } from '@mui/material';
import type { SubmitEvent } from 'react';
import { useGetList } from 'react-admin';
import { MainButton } from '../../components/text-button.tsx';
import { MODES } from './scan-words.ts';
import { useWedgedField } from './use-wedge.ts';

export type ChosenConsignment = Pick<Consignment, 'id' | 'code'>;

interface ScanControlsProps {
  mode: ScanMode;
  onMode: (mode: ScanMode) => void;
  consignment: ChosenConsignment | null;
  /** Null for an arrival that is not counted with one. */
  onConsignment: (consignment: ChosenConsignment | null) => void;
  onCode: (text: string) => void;
}

/** What scans do, and the field for references that cannot be scanned: within reach of the thumb. */
export function ScanControls({ mode, onMode, consignment, onConsignment, onCode }: ScanControlsProps) {
  const field = useWedgedField(onCode);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    field.submit();
  };
  return (
    <Box component="form" onSubmit={submit} className="row" sx={controlsStyle}>
      <TextField
        select
        size="small"
        label="Mode"
        value={mode}
        onChange={({ target }) => onMode(target.value as ScanMode)}
        sx={{ flex: '1 1 160px' }}
      >
        {MODES.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {(mode === 'load' || mode === 'arrive') && (
        <ConsignmentChoice isOptional={mode === 'arrive'} chosen={consignment} onChoose={onConsignment} />
      )}
      <Box sx={{ display: 'flex', flex: '1 1 100%', gap: 1 }}>
        <TextField
          size="small"
          label="Référence"
          value={field.value}
          onChange={({ target }) => field.setValue(target.value)}
          sx={{ flex: 1 }}
          slotProps={{
            htmlInput: {
              ...{ autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 250 },
              onKeyDown: field.press,
            },
          }}
        />
        <MainButton label="Valider" type="submit" />
      </Box>
    </Box>
  );
}

interface ConsignmentChoiceProps {
  isOptional: boolean;
  chosen: ChosenConsignment | null;
  onChoose: (consignment: ChosenConsignment | null) => void;
}

function ConsignmentChoice({ isOptional, chosen, onChoose }: ConsignmentChoiceProps) {
  const { data = [] } = useGetList<Consignment>('consignments', {
    filter: { open: true },
    sort: { field: 'createdAt', order: 'DESC' },
    pagination: { page: 1, perPage: 100 },
  });
  // Without a network the list is missing, and the one chosen before is still the right one.
  const options: ChosenConsignment[] = chosen && !data.some(({ id }) => id === chosen.id) ? [chosen, ...data] : data;
  return (
    <TextField
      select
      size="small"
      label="Expédition"
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const next = options.find(({ id }) => id === Number(target.value));
        if (next || isOptional) onChoose(next ? { id: next.id, code: next.code } : null);
      }}
      {...(isOptional && { slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } })}
      sx={{ flex: '1 1 140px' }}
    >
      {isOptional && <MenuItem value="">Toutes</MenuItem>}
      {options.map(({ id, code }) => (
        <MenuItem key={id} value={id}>
          {code}
        </MenuItem>
      ))}
    </TextField>
  );
}

const controlsStyle = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  p: 1.5,
  bgcolor: 'background.paper',
  borderTop: '1px solid var(--fc-line)',
  '& .MuiInputBase-root': { minHeight: 44 },
  '& .MuiFormControl-root': { m: 0, minWidth: 0 },
} as const;
