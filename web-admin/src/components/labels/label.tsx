import { modeName } from '@fasocolis/contracts/change-words';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { pieceCode, shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { QrCode } from '@fasocolis/web-kit/qr-code';
import { Box } from '@mui/material';
import JsBarcode from 'jsbarcode';

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
          <p className="mode">{mode && modeName(mode)}</p>
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

/** The number of the piece is beside the consignment: below it, a name of two lines would leave no height for the bars. */
const factsStyle = {
  display: 'grid',
  gridTemplate: 'auto auto 1fr / minmax(0, 1fr) auto',
  gap: units(1),
  fontSize: units(5),
  // The quiet zone of the QR code.
  pt: units(2),
  '& .recipient': {
    gridColumn: '1 / -1',
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    fontSize: units(5.5),
    fontWeight: 700,
  },
  '& .mode': { gridColumn: '1 / -1' },
  '& .consignment': { fontFamily: 'var(--fc-font-reference)' },
  '& .piece': { alignSelf: 'end', fontSize: units(8), fontWeight: 700 },
} as const;

const referenceStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontWeight: 700,
  textAlign: 'center',
} as const;

/** Printable ASCII; the QR code alone stands for other texts. */
const ENCODABLE = /^[\x20-\x7e]+$/;

/** In modules, on each side. */
const QUIET_ZONE = 10;

/** On a label of 100 mm bars would become narrower than the two dots of a printer with 203 dots per inch. */
const MAX_MODULES = 368;

/** The modules of a Code 128, "1" for black; undefined where it would be unreadable. */
function code128(text: string): string | undefined {
  if (!ENCODABLE.test(text)) return undefined;
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, text, { format: 'CODE128' });
  const modules = target.encodings?.map(({ data }) => data).join('') ?? '';
  return modules.length + 2 * QUIET_ZONE > MAX_MODULES ? undefined : modules;
}

/** A Code 128 without its text, black on white with its quiet zone. It fills its box. */
function Code128({ text }: { text: string }) {
  const modules = code128(text);
  if (!modules) return null;
  const bars = Array.from(
    modules.matchAll(/1+/g),
    ({ 0: bar, index }) => `M${QUIET_ZONE + index} 0h${bar.length}v1h-${bar.length}z`,
  );
  return (
    <svg
      role="img"
      aria-label={`Code-barres ${text}`}
      viewBox={`0 0 ${modules.length + 2 * QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      shapeRendering="crispEdges"
    >
      <path fill="#000" d={bars.join('')} />
    </svg>
  );
}

export const MAX_LABELLED = 200;
export const MAX_LABELS = 1000;

/** One piece of an order, from 1 on. */
export interface ParcelLabel {
  order: StaffOrder;
  piece: number;
  pieces: number;
}

/** One label for each piece, at least one for each order. */
export const labelsOf = (orders: readonly StaffOrder[]): ParcelLabel[] =>
  orders.flatMap((order) => {
    const pieces = order.pieces ?? 1;
    return Array.from({ length: Math.min(pieces, MAX_LABELS + 1) }, (_, index) => ({
      order,
      piece: index + 1,
      pieces,
    }));
  });

/** Where the QR code of a piece leads. The back office is opened under the public address, the host check of the gateway sees to that. */
const shortLink = (reference: string, piece: number): string =>
  new URL(`${shortLinkPath(reference)}?p=${piece}`, location.origin).href;
