import { modeName } from '@fasocolis/contracts/change-words';
import { pieceCode } from '@fasocolis/contracts/reading/reference';
import { QrCode } from '@fasocolis/web-kit/qr-code';
import { Box } from '@mui/material';
import { Code128 } from './code-128.tsx';
import { type ParcelLabel, shortLink } from './parcel-labels.ts';

/** The height of a label, whose width is 100 units. The parent sets the unit as `--label-unit`. */
const HEIGHT = 60;
const TEXT_WIDTH = 92;
/** The width of a character in a monospaced font, in font sizes. */
const CHARACTER_WIDTH = 0.62;
/** Font sizes whose capitals are at least 2.5 mm high on a label of 100 mm. */
const SMALLEST = 3.6;
const LARGEST = 11;

const units = (size: number) => `calc(${size} * var(--label-unit))`;

const referenceSize = (reference: string) =>
  Math.min(LARGEST, Math.max(SMALLEST, TEXT_WIDTH / (CHARACTER_WIDTH * reference.length)));

/** The label of one piece, in the proportions of 100 x 60 mm. */
export function Label({ order, piece, pieces }: ParcelLabel) {
  const { reference, recipientName, mode, consignment } = order;
  return (
    <Box component="article" aria-label={`Étiquette ${reference} ${piece}/${pieces}`} sx={labelStyle}>
      <Box sx={{ display: 'grid', gridTemplateColumns: `${units(33)} minmax(0, 1fr)`, gap: units(2) }}>
        <QrCode text={shortLink(reference, piece)} label={`QR code du colis ${reference}`} />
        <Box sx={factsStyle}>
          <p className="recipient">{recipientName}</p>
          <p>{mode && modeName(mode)}</p>
          <p className="consignment">{consignment?.code}</p>
          <p className="piece">
            {piece}/{pieces}
          </p>
        </Box>
      </Box>
      <Box component="p" sx={referenceStyle} style={{ fontSize: units(referenceSize(reference)) }}>
        {reference}
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, maxHeight: units(12) }}>
        <Code128 text={pieceCode(reference, piece)} />
      </Box>
    </Box>
  );
}

const labelStyle = {
  display: 'flex',
  flexDirection: 'column',
  gap: units(1),
  width: units(100),
  height: units(HEIGHT),
  px: units(4),
  py: units(2),
  overflow: 'hidden',
  bgcolor: '#fff',
  color: '#000',
  '& p': { m: 0, lineHeight: 1.15, overflowWrap: 'anywhere' },
  '& svg': { display: 'block' },
} as const;

const factsStyle = {
  display: 'flex',
  flexDirection: 'column',
  gap: units(1),
  fontSize: units(5),
  // The quiet zone of the QR code.
  pt: units(2),
  '& .recipient': {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    fontSize: units(5.5),
    fontWeight: 700,
  },
  '& .consignment': { fontFamily: 'var(--fc-font-reference)' },
  '& .piece': { mt: 'auto', fontSize: units(8), fontWeight: 700, textAlign: 'right' },
} as const;

const referenceStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontWeight: 700,
  textAlign: 'center',
} as const;
