import { mondayBefore } from '@fasocolis/contracts/dates';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { MoneySummary } from '@fasocolis/contracts/payments';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Button, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { totalText, useTotal } from '../../components/totals.tsx';

/** The schema is no part of the first load. */
const schema = () => import('@fasocolis/contracts/payments').then(({ MoneySummarySchema }) => MoneySummarySchema);

export function Counters() {
  const [monday] = useState(() => mondayBefore(new Date()).toISOString().slice(0, 10));
  const orders = useTotal('orders');
  const pending = useTotal('orders', PENDING);
  const delivered = useTotal('orders', { status: 'DELIVERED' });
  const silent = useTotal('orders', { silent: true });
  const toSettle = useTotal('orders', { toSettle: true });
  const reported = useTotal('orders', { reported: true });
  const products = useTotal('products');
  const users = useTotal('users');
  const { data, error, refetch } = useQuery(apiQuery(['payments', 'summary'], '/api/money-summary', schema));
  const amountOf = (name: keyof MoneySummary) => ({ total: data?.[name], error, refetch });

  return (
    <Box component="section" aria-label="Chiffres">
      <Box component="ul" sx={gridStyle}>
        <Counter label="Total des commandes" to="/orders" {...orders} />
        <Counter label="Commandes en attente" to={addressOf('orders', PENDING)} {...pending} />
        <Counter label="Commandes terminées" to={DELIVERED_ORDERS} {...delivered} />
        <Counter label="Colis sans nouvelles" to={SILENT_ORDERS} {...silent} />
        <Counter label="À régler" to={ORDERS_TO_SETTLE} {...toSettle} />
        <Counter label="Paiements signalés" to={REPORTED_ORDERS} {...reported} />
        <Counter label="À encaisser" to={UNPAID_ORDERS} {...amountOf('toCollect')} words={francsInCard} />
        <Counter
          label="Encaissé cette semaine"
          to={addressOf('payments', { paidFrom: monday })}
          {...amountOf('collectedThisWeek')}
          words={francsInCard}
        />
        <Counter label="Total des produits" to="/products" {...products} />
        <Counter label="Total des utilisateurs" to="/users" {...users} />
      </Box>
    </Box>
  );
}

interface Total {
  /** Undefined while it is unknown. */
  total: number | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface CounterProps extends Total {
  label: string;
  to: string;
  words?: (total: number) => string;
}

function Counter({ label, to, total, error, refetch, words }: CounterProps) {
  const labelId = useId();
  return (
    <Card component="li" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea component={Link} to={to} sx={areaStyle}>
        <Typography id={labelId} component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Box component="span" sx={words ? { ...numberStyle, fontSize: 18 } : numberStyle}>
          <Value total={total} error={error} words={words ?? totalText} />
        </Box>
      </CardActionArea>
      {error && (
        <Button aria-describedby={labelId} onClick={() => void refetch()} sx={{ m: 1, mt: 0 }}>
          Réessayer
        </Button>
      )}
    </Card>
  );
}

type ValueProps = Pick<Total, 'total' | 'error'> & { words: (total: number) => string };

function Value({ total, error, words }: ValueProps): ReactNode {
  if (error) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="fc-sr-only">Chiffre indisponible</span>
      </>
    );
  }
  if (total === undefined) return <Skeleton width={56} />;
  return words(total);
}

/** A large amount needs two lines in a narrow card. */
const francsInCard = (amount: number) => writtenFrancs(amount).replace('\u00a0FCFA', ' FCFA');

const addressOf = (resource: string, filter: object) =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
const PENDING = { ended: false };
const DELIVERED_ORDERS = addressOf('orders', { status: 'DELIVERED' });
const SILENT_ORDERS = addressOf('orders', { silent: true });
const ORDERS_TO_SETTLE = addressOf('orders', { toSettle: true });
const REPORTED_ORDERS = addressOf('orders', { reported: true });
const UNPAID_ORDERS = addressOf('orders', { unpaid: true });

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' },
  gap: { xs: 1, sm: 2 },
  m: 0,
  p: 0,
  listStyle: 'none',
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
