import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Alert, Box, FormControlLabel, MenuItem, Radio, RadioGroup, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useGetMany, useStore } from 'react-admin';
import { LoadFailure, Loading } from '../list-state.tsx';
import { PrintArea, PrintDialog } from '../printing.tsx';
import { orderCount } from '../words.ts';
import { Label, labelsOf, MAX_LABELLED, MAX_LABELS, type ParcelLabel } from './label.tsx';

export default function LabelDialog({ ids: all, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [start, setStart] = useState(0);
  const ids = all.slice(start, start + MAX_LABELLED);
  const { data, error, isPending, refetch } = useGetMany<StaffOrder>('orders', { ids });
  const labels = labelsOf(data?.filter(Boolean) ?? []);
  const [format, setFormat] = useStore<Format>('look.labels.format', 'roll');
  const refusal =
    labels.length > MAX_LABELS && `Ces commandes ont plus de ${MAX_LABELS} pièces. Choisissez-en moins à la fois.`;
  const [first] = labels;
  const isReady = first !== undefined && !refusal;

  return (
    <PrintDialog title="Imprimer les étiquettes" isReady={isReady} onClose={onClose}>
      {all.length > MAX_LABELLED && <PartChoice count={all.length} start={start} onChange={setStart} />}
      {refusal && <Alert severity="error">{refusal}</Alert>}
      {error && <LoadFailure onRetry={refetch}>Les commandes n'ont pas pu être chargées. {error.message}</LoadFailure>}
      {isPending && <Loading height={240} />}
      {isReady && (
        <>
          <Typography role="status" sx={{ mb: 1 }}>
            {labels.length} étiquette{labels.length > 1 && 's'} pour {orderCount(ids.length)}, une par pièce.
          </Typography>
          <FormatChoice format={format} onChange={setFormat} />
          <Box sx={previewStyle}>
            <Label {...first} />
          </Box>
          <LabelSheets labels={labels} format={format} />
        </>
      )}
    </PrintDialog>
  );
}

function PartChoice({ count, start, onChange }: { count: number; start: number; onChange: (start: number) => void }) {
  const starts = Array.from({ length: Math.ceil(count / MAX_LABELLED) }, (_, part) => part * MAX_LABELLED);
  return (
    <TextField
      select
      label="Commandes"
      value={start}
      onChange={({ target }) => onChange(Number(target.value))}
      sx={{ mb: 2 }}
    >
      {starts.map((first) => (
        <MenuItem key={first} value={first}>
          {first + 1} à {Math.min(first + MAX_LABELLED, count)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  const titleId = useId();
  return (
    <Box sx={{ mb: 2 }}>
      <Typography id={titleId} sx={{ fontWeight: 600 }}>
        Papier
      </Typography>
      <RadioGroup aria-labelledby={titleId} value={format} onChange={(_event, next) => onChange(next as Format)}>
        {Object.entries(FORMATS).map(([value, { name }]) => (
          <FormControlLabel key={value} value={value} label={name} control={<Radio />} />
        ))}
      </RadioGroup>
    </Box>
  );
}

const previewStyle = {
  // As wide as a phone without the margins of a dialog, and never wider than the label on paper.
  '--label-unit': 'min(1vw - 1px, 5px)',
  width: 'fit-content',
  border: '1px solid var(--fc-line)',
  borderRadius: '4px',
  overflow: 'hidden',
} as const;

/** On a roll of labels, or four on a sheet to cut, enlarged to its quarters. */
const FORMATS = {
  roll: { name: 'Étiquettes de 100 × 60 mm', page: '100mm 60mm', perPage: 1 },
  a4: { name: 'A4, quatre par feuille', page: '297mm 210mm', perPage: 4 },
} as const;
type Format = keyof typeof FORMATS;

function LabelSheets({ labels, format }: { labels: readonly ParcelLabel[]; format: Format }) {
  const { page, perPage } = FORMATS[format];
  const sheets = Array.from({ length: Math.ceil(labels.length / perPage) }, (_, sheet) =>
    labels.slice(sheet * perPage, (sheet + 1) * perPage),
  );
  return (
    <PrintArea size={page}>
      {sheets.map((sheet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet has no other name.
        <Box key={index} sx={format === 'a4' ? a4Style : rollStyle}>
          {sheet.map((label) => (
            <Label key={`${label.order.id}-${label.piece}`} {...label} />
          ))}
        </Box>
      ))}
    </PrintArea>
  );
}

const sheetStyle = { overflow: 'hidden', breakAfter: 'page', '&:last-child': { breakAfter: 'auto' } } as const;

const rollStyle = { ...sheetStyle, width: '100mm', height: '60mm', '--label-unit': '1mm' } as const;

/** The dashed lines show where to cut. A sheet of the full height would continue on a page of its own when it is rounded. */
const a4Style = {
  ...sheetStyle,
  display: 'grid',
  grid: '1fr 1fr / 1fr 1fr',
  placeItems: 'center',
  width: '297mm',
  height: '209mm',
  '--label-unit': '1.4mm',
  backgroundImage:
    'repeating-linear-gradient(90deg, #000 0 2mm, transparent 0 5mm), repeating-linear-gradient(#000 0 2mm, transparent 0 5mm)',
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'center',
  backgroundSize: '100% 0.3mm, 0.3mm 100%',
} as const;
