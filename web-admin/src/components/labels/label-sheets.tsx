import { Box } from '@mui/material';
import { PrintArea } from '../printing.tsx';
import { Label } from './label.tsx';
import type { ParcelLabel } from './parcel-labels.ts';

/** On a roll of labels, or four on a sheet to cut, enlarged to its quarters. */
export const FORMATS = {
  roll: { name: 'Étiquettes de 100 × 60 mm', page: '100mm 60mm', perPage: 1 },
  a4: { name: 'A4, quatre par feuille', page: '297mm 210mm', perPage: 4 },
} as const;
export type Format = keyof typeof FORMATS;

export function LabelSheets({ labels, format }: { labels: readonly ParcelLabel[]; format: Format }) {
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
