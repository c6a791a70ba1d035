import type { Consignment } from '@fasocolis/contracts/consignments';
import { Box, TextField, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { LeftOut, StepState, TableDrop } from '../../../components/tables/line-steps.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { parcelCount } from '../../../components/words.ts';
import { takeFocus, WorkDialog } from '../../../components/work-dialog.tsx';
import { type CheckedLine, isUnnamed, typedLines, useAdding } from './use-adding.ts';

interface AddDialogProps {
  consignment: Consignment;
  onAdded: () => void;
  onClose: () => void;
}

export function AddDialog({ consignment, onAdded, onClose }: AddDialogProps) {
  const { step, check, confirmUnnamed, readList, add, restart } = useAdding(consignment, onAdded);
  const [text, setText] = useState('');
  const lines = 'lines' in step ? step.lines : [];
  const ready = lines.filter(({ outcome }) => outcome === 'ready').length;
  const unnamed = lines.filter((line) => line.outcome === 'refused' && isUnnamed(line)).length;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void check(typedLines(text));
  };

  return (
    <WorkDialog
      title={`Ajouter des colis à ${consignment.code}`}
      isBusy={step.name === 'working'}
      fillsPhone
      onClose={onClose}
      actions={
        <>
          {step.name === 'preview' && <TextButton label="Corriger la liste" onClick={restart} />}
          <TextButton
            label={step.name === 'result' ? 'Fermer' : 'Annuler'}
            disabled={step.name === 'working'}
            onClick={onClose}
          />
          {step.name === 'choose' && <MainButton label="Vérifier" type="submit" form="members" />}
          {step.name === 'preview' && ready > 0 && (
            <MainButton label={`Ajouter ${parcelCount(ready)}`} onClick={() => void add(step)} />
          )}
        </>
      }
    >
      <StepState step={step} />
      {step.name === 'choose' && (
        <Box component="form" id="members" onSubmit={submit}>
          <TextField
            inputRef={takeFocus}
            multiline
            fullWidth
            minRows={4}
            maxRows={12}
            label="Références"
            helperText="Une par ligne. Vous pouvez coller une liste."
            value={text}
            onChange={({ target }) => setText(target.value)}
            sx={{ mb: 2 }}
          />
          <TableDrop hint="Excel (.xlsx) ou CSV, ou déposez-le ici" onFile={(file) => void readList(file)} />
        </Box>
      )}
      {'leftOut' in step && <LeftOut sentences={step.leftOut} />}
      {lines.length > 0 && (
        <>
          <Typography role="status" sx={{ mb: 1, fontWeight: 600 }}>
            {summary(lines)}
          </Typography>
          {step.name === 'preview' && unnamed > 0 && (
            <OutlinedButton
              label={unnamed > 1 ? `Ajouter aussi les ${unnamed} colis sans nom` : 'Ajouter aussi le colis sans nom'}
              onClick={() => void confirmUnnamed(step)}
              sx={{ mb: 1 }}
            />
          )}
          <RefusedLines lines={lines.filter(({ outcome }) => outcome === 'refused')} />
        </>
      )}
    </WorkDialog>
  );
}

function summary(lines: readonly CheckedLine[]): string {
  const count = (wanted: CheckedLine['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length;
  const [ready, added, already, refused] = [count('ready'), count('added'), count('already'), count('refused')];
  const parts = [
    added > 0 && `${added} ajouté${added > 1 ? 's' : ''}`,
    ready > 0 && `${ready} prêt${ready > 1 ? 's' : ''}`,
    already > 0 && `${already} déjà dans l'expédition`,
    refused > 0 && `${refused} refusé${refused > 1 ? 's' : ''}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function RefusedLines({ lines }: { lines: readonly CheckedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Box component="ul" className="plain-list" aria-label="Lignes refusées" sx={listStyle}>
      {lines.map(({ line, reference, message }) => (
        <li key={line}>
          <span>Ligne {line}</span>
          <b>{reference}</b>
          <Box component="span" sx={{ color: 'error.main' }}>
            {message}
          </Box>
        </li>
      ))}
    </Box>
  );
}

const listStyle = {
  '& li': {
    display: 'grid',
    gridTemplateColumns: { xs: 'auto 1fr', sm: '80px minmax(0, 1fr) minmax(0, 1.4fr)' },
    columnGap: 2,
    py: 0.75,
    borderBottom: '1px solid var(--fc-line)',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
  '& b': { fontFamily: 'var(--fc-font-reference)' },
  '& li > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const;
