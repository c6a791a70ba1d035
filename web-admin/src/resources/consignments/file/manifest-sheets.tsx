import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenWeight } from '@fasocolis/contracts/reading/measures';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { modeName } from '../../../components/change-words.ts';
import { PrintArea } from '../../../components/print-area.tsx';
import { parcelCount } from '../../../components/words.ts';

const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0);

export function ManifestSheets({ consignment, orders }: { consignment: Consignment; orders: readonly StaffOrder[] }) {
  const { code, mode, departureCity, carrierNumber, departureDate, expectedArrival } = consignment;
  const facts = [
    modeName(mode),
    `départ de ${departureCity}${departureDate ? ` le ${shortDate(departureDate)}` : ''}`,
    expectedArrival && `arrivée prévue le ${shortDate(expectedArrival)}`,
    carrierNumber && `LTA ou conteneur ${carrierNumber}`,
  ];
  return (
    <PrintArea size="A4" margin="12mm">
      <Box component="article" aria-label={`Manifeste ${code}`} sx={sheetStyle}>
        <h1>Manifeste {code}</h1>
        <p>
          {PRODUCT_NAME}, {facts.filter(Boolean).join(', ')}
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">N°</th>
              <th scope="col">Référence</th>
              <th scope="col">Destinataire</th>
              <th scope="col">Téléphone</th>
              <th scope="col" className="number">
                Pièces
              </th>
              <th scope="col" className="number">
                Poids
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, reference, recipientName, recipientPhone, pieces, weightGrams }, index) => (
              <tr key={id}>
                <td>{index + 1}</td>
                <td className="reference">{reference}</td>
                <td>{recipientName}</td>
                <td>{recipientPhone}</td>
                <td className="number">{pieces}</td>
                <td className="number">{weightGrams !== null && writtenWeight(weightGrams)}</td>
              </tr>
            ))}
            <tr className="total">
              <th scope="row" colSpan={4}>
                Total : {parcelCount(orders.length)}
              </th>
              <td className="number">{sum(orders.map(({ pieces }) => pieces)).toLocaleString('fr-FR')}</td>
              <td className="number">{writtenWeight(sum(orders.map(({ weightGrams }) => weightGrams)))}</td>
            </tr>
          </tbody>
        </table>
      </Box>
    </PrintArea>
  );
}

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
    overflowWrap: 'anywhere',
  },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .reference': { fontFamily: 'var(--fc-font-reference)', fontWeight: 700 },
  '& .total': { fontWeight: 700 },
} as const;
