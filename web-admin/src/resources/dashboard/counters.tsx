import { mondayBefore } from '@fasocolis/contracts/dates';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { MoneySummary } from '@fasocolis/contracts/payments';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { TextButton } from '../../components/text-button.tsx';
import { totalText, useTotal } from '../../components/totals.tsx';

/** The schema is no part of the first load. */
const schema = () => import('@fasocolis/contracts/payments').then(({ MoneySummarySchema }) => MoneySummarySchema);

export function Counters() {
  const [monday] = useState(() => mondayBefore(new Date()).toISOString().slice(0, 10));
  const { data, error, refetch } = useQuery(apiQuery(['payments', 'summary'], '/api/money-summary', schema));
  const amountOf = (name: keyof MoneySummary) => ({ total: data?.[name], error, refetch, words: francsInCard });

  return (
    <Box component="section" aria-label="Chiffres">
      <Box component="ul" className="plain-list" sx={gridStyle}>
        <Counter label="Total des commandes" resource="orders" />
        <Counter label="Commandes en attente" resource="orders" filter={{ ended: false }} />
        <Counter label="Commandes terminées" resource="orders" filter={{ status: 'DELIVERED' }} />
        <Counter label="Colis sans nouvelles" resource="orders" filter={{ silent: true }} />
        <Counter label="À régler" resource="orders" filter={{ toSettle: true }} />
        <Counter label="Paiements signalés" resource="orders" filter={{ reported: true }} />
        <Figure label="À encaisser" to={addressOf('orders', { unpaid: true })} {...amountOf('toCollect')} />
        <Figure
          label="Encaissé cette semaine"
          to={addressOf('payments', { paidFrom: monday })}
          {...amountOf('collectedThisWeek')}
        />
        <Counter label="Total des produits" resource="products" />
        <Counter label="Total des utilisateurs" resource="users" />
      </Box>
    </Box>
  );
}

/** Counts the lines of a list. */
function Counter({ label, resource, filter }: { label: string; resource: string; filter?: Record<string, unknown> }) {
  const { total, error, refetch } = useTotal(resource, filter);
  return <Figure label={label} to={addressOf(resource, filter)} total={total} error={error} refetch={refetch} />;
}

interface FigureProps {
  label: string;
  to: string;
  /** Undefined while it is unknown. */
  total: number | undefined;
  error: Error | null;
  refetch: () => unknown;
  words?: (total: number) => string;
}

function Figure({ label, to, total, error, refetch, words }: FigureProps) {
  const labelId = useId();
  return (
    <Card component="li" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea component={Link} to={to} sx={areaStyle}>
        <Typography id={labelId} component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Box component="span" sx={words ? { ...numberStyle, fontSize: 18 } : numberStyle}>
          {error && (
            <>
              <span aria-hidden>–</span>
              <span className="fc-sr-only">Chiffre indisponible</span>
            </>
          )}
          {!error && (total === undefined ? <Skeleton width={56} /> : (words ?? totalText)(total))}
        </Box>
      </CardActionArea>
      {error && (
        <TextButton label="Réessayer" aria-describedby={labelId} onClick={() => void refetch()} sx={{ m: 1, mt: 0 }} />
      )}
    </Card>
  );
}

/** A large amount needs two lines in a narrow card. */
const francsInCard = (amount: number) => writtenFrancs(amount).replace('\u00a0FCFA', ' FCFA');

const addressOf = (resource: string, filter?: object) =>
  filter ? `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : `/${resource}`;

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' },
  gap: { xs: 1, sm: 2 },
} as const;

const areaStyle = {
  display: 'flex',
  flex: 1,
  flexDirection: { xs: 'row', sm: 'column' },
  alignItems: { xs: 'center', sm: 'start' },
  justifyContent: 'space-between',
  gap: 1,
  px: 2,
  py: { xs: 1, sm: 2 },
} as const;

const numberStyle = {
  fontSize: 'var(--fc-text-huge)',
  fontWeight: 700,
  lineHeight: 1.25,
  fontVariantNumeric: 'tabular-nums',
} as const;
