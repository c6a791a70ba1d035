import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { modeName } from '@fasocolis/contracts/change-words';
import { type Consignment, unknownInTotals } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import LabelDialog from '../../../components/labels/label-dialog.tsx';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { PrintArea, PrintDialog } from '../../../components/printing.tsx';
import { useClientCodes } from '../../../components/settings.ts';
import { parcelCount } from '../../../components/words.ts';
import { useAllOrders } from './all-orders.ts';

interface PrintDialogsProps {
  consignment: Consignment;
  dialog: 'labels' | 'manifest';
  onClose: () => void;
}

export default function PrintDialogs({ consignment, dialog, onClose }: PrintDialogsProps) {
  const { data: orders, error, refetch } = useAllOrders(consignment);
  if (orders && dialog === 'labels') return <LabelDialog ids={orders.map(({ id }) => id)} onClose={onClose} />;
  return (
    <PrintDialog
      title={dialog === 'labels' ? 'Imprimer les étiquettes' : 'Imprimer le manifeste'}
      isReady={orders !== undefined}
      onClose={onClose}
    >
      {error && <LoadFailure onRetry={refetch}>Les colis n'ont pas pu être chargés. {error.message}</LoadFailure>}
      {!orders && !error && <Loading height={120} />}
      {orders && (
        <>
          <Typography role="status">
            Le manifeste de l'expédition {consignment.code} contient {parcelCount(orders.length)}, sur des pages A4.
          </Typography>
          <ManifestSheets consignment={consignment} orders={orders} />
        </>
      )}
    </PrintDialog>
  );
}

function ManifestSheets({ consignment, orders }: { consignment: Consignment; orders: readonly StaffOrder[] }) {
  const { code, mode, departureCity, carrierNumber, departureDate, expectedArrival } = consignment;
  const { billOfLading, bescNumber } = consignment;
  const codeOf = useClientCodes();
  const facts = [
    modeName(mode),
    `départ de ${departureCity}${departureDate ? ` le ${shortDate(departureDate)}` : ''}`,
    expectedArrival && `arrivée prévue le ${shortDate(expectedArrival)}`,
    carrierNumber && `LTA ou conteneur ${carrierNumber}`,
    billOfLading && `connaissement ${billOfLading}`,
    bescNumber && `BESC ${bescNumber}`,
  ];
  return (
    <PrintArea size="A4 landscape" margin="12mm" isNumbered>
      <Box component="article" aria-label={`Manifeste ${code}`} sx={sheetStyle}>
        <h1>Manifeste {code}</h1>
        <p>
          {PRODUCT_NAME}, {facts.filter(Boolean).join(', ')}
        </p>
        <table>
          <thead>
            <tr>
              {TITLES.map((title) => (
                <th key={title} scope="col" className={QUANTITIES.includes(title) ? 'number' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, reference, weightGrams, volumeCm3, ...order }, index) => (
              <tr key={id}>
                <td>{index + 1}</td>
                <td className="reference">{reference}</td>
                <td>{order.recipientName}</td>
                <td>{order.recipientPhone}</td>
                <td>{order.userId !== null && codeOf(order.userId)}</td>
                <td>{order.contents}</td>
                <td className="number">{order.pieces}</td>
                <td className="number">{weightGrams !== null && writtenWeight(weightGrams)}</td>
                <td className="number">{volumeCm3 !== null && writtenVolume(volumeCm3)}</td>
              </tr>
            ))}
            <tr className="total">
              <th scope="row" colSpan={6}>
                Total&nbsp;: {[parcelCount(consignment.orders), ...unknownInTotals(consignment)].join(', ')}
              </th>
              <td className="number">{consignment.pieces.toLocaleString('fr-FR')}</td>
              <td className="number">{writtenWeight(consignment.weightGrams)}</td>
              <td className="number">{consignment.volumeCm3 > 0 && writtenVolume(consignment.volumeCm3)}</td>
            </tr>
          </tbody>
        </table>
      </Box>
    </PrintArea>
  );
}

const QUANTITIES = ['Pièces', 'Poids', 'Volume'];
const TITLES = ['N°', 'Référence', 'Destinataire', 'Téléphone', 'Code client', 'Contenu', ...QUANTITIES];

/** The head of the table is repeated on each page. */
const sheetStyle = {
  fontSize: '10pt',
  lineHeight: 1.35,
  '& h1': { m: 0, fontSize: '16pt' },
  '& p': { m: 0, mb: '4mm' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& tr': { breakInside: 'avoid' },
  '& :is(th, td)': {
    padding: '1.2mm 1.5mm',
    border: '0.2mm solid #000',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'break-word',
  },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .reference': {
    minWidth: '32mm',
    fontFamily: 'var(--fc-font-reference)',
    fontWeight: 700,
    overflowWrap: 'anywhere',
  },
  '& .total': { fontWeight: 700 },
} as const;
