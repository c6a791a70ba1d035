import { modeName } from '@fasocolis/contracts/change-words';
import { type Consignment, type Totals, unknownInTotals } from '@fasocolis/contracts/consignments';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { useRefresh, useUpdate } from 'react-admin';
import { ExportButton } from '../../../components/export-button.tsx';
import { outcomeToasts } from '../../../components/outcome.ts';
import { Facts } from '../../../components/record-view.tsx';
import { Section } from '../../../components/screen.tsx';
import { useClientCodePrefix } from '../../../components/settings.ts';
import { OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { parcelCount } from '../../../components/words.ts';
import { StateBadge } from '../consignment-words.tsx';

/** The dialogs of a consignment, as in its address. */
type ConsignmentDialog = 'edit' | 'labels' | 'manifest' | 'delete';

interface ConsignmentFactsProps {
  consignment: Consignment;
  onOpen: (dialog: ConsignmentDialog) => void;
}

/** What is known of the parcels, and what is not. */
function totalWords(totals: Totals): string {
  const { orders, pieces, weightGrams, volumeCm3 } = totals;
  const known = [
    parcelCount(orders),
    pieces > 0 && `${pieces.toLocaleString('fr-FR')} pièce${pieces > 1 ? 's' : ''}`,
    weightGrams > 0 && writtenWeight(weightGrams),
    volumeCm3 > 0 && writtenVolume(volumeCm3),
  ];
  return [...known, ...unknownInTotals(totals)].filter(Boolean).join(', ');
}

export function ConsignmentFacts({ consignment, onOpen }: ConsignmentFactsProps) {
  const { id, code, state, departureDate, expectedArrival, orders, closedAt, due, paid, cost } = consignment;
  const prefix = useClientCodePrefix();
  const isEmpty = orders === 0;
  return (
    <Section title="Expédition">
      <Facts sx={factsStyle}>
        {{
          État: <StateBadge state={state} />,
          Transport: modeName(consignment.mode),
          'Ville de départ': consignment.departureCity,
          'LTA ou conteneur': consignment.carrierNumber ?? undefined,
          Connaissement: consignment.billOfLading ?? undefined,
          BESC: consignment.bescNumber ?? undefined,
          Départ: departureDate ? shortDate(departureDate) : undefined,
          'Arrivée prévue': expectedArrival ? shortDate(expectedArrival) : undefined,
          Total: totalWords(consignment),
          Dû: due > 0 ? writtenFrancs(due) : undefined,
          Payé: due > 0 ? writtenFrancs(paid) : undefined,
          Reste: due > 0 ? writtenFrancs(due - paid) : undefined,
          Coût: cost == null ? undefined : writtenFrancs(cost),
          Marge: cost == null ? undefined : writtenFrancs(due - cost),
          'Clôturée le': closedAt ? shortDate(closedAt) : undefined,
        }}
      </Facts>
      <Box sx={actionsStyle}>
        <OutlinedButton label="Modifier" onClick={() => onOpen('edit')} />
        <OutlinedButton label="Imprimer les étiquettes" disabled={isEmpty} onClick={() => onOpen('labels')} />
        <OutlinedButton label="Imprimer le manifeste" disabled={isEmpty} onClick={() => onOpen('manifest')} />
        <ExportButton
          variant="outlined"
          address={`/api/consignments/${id}/export/excel${prefix ? `?clientCodePrefix=${prefix}` : ''}`}
          fileName={`manifeste-${code.replaceAll(/[^A-Za-z0-9.-]/g, '-')}.xlsx`}
          success="Le manifeste a été exporté."
        />
        <CloseButton consignment={consignment} />
        {isEmpty && state === 'preparing' && (
          <TextButton label="Supprimer" color="error" onClick={() => onOpen('delete')} />
        )}
      </Box>
    </Section>
  );
}

function CloseButton({ consignment }: { consignment: Consignment }) {
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const isClosed = consignment.state === 'closed';
  const toggle = () =>
    update(
      'consignments',
      { id: consignment.id, data: { closed: !isClosed }, previousData: consignment },
      {
        mutationMode: 'pessimistic',
        ...outcomeToasts({
          success: isClosed ? 'Expédition rouverte' : 'Expédition clôturée',
          onSuccess: refresh,
        }),
      },
    );
  return (
    <OutlinedButton label={isClosed ? 'Rouvrir' : 'Clôturer'} disabled={isPending} onClick={() => void toggle()} />
  );
}

const factsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' },
  columnGap: 2,
  rowGap: 1.5,
  '& > div': { display: { xs: 'grid', sm: 'block' }, gridTemplateColumns: '120px minmax(0, 1fr)' },
  '& dt': { fontSize: 'var(--fc-text-small)' },
} as const;

const actionsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(210px, 1fr))' },
  gap: 1,
  mt: 2,
  '& .MuiButton-root': { px: 1, fontSize: { xs: 'var(--fc-text-small)', sm: 'inherit' } },
} as const;
