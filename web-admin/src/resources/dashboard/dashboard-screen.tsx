import { TransitTimesSchema } from '@fasocolis/contracts/transit-times';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { TransitTimesChart } from '@fasocolis/web-kit/transit-times-chart';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { useIsPhone } from '../../components/use-room.ts';
import { useIsAgent } from '../../providers/use-user.ts';
import { ProtectAccount, ServerAlerts } from './alerts.tsx';
import { Counters } from './counters.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentActivity } from './recent-activity.tsx';

/** Agents start with the list of orders, on a phone with the scanner. */
export function Dashboard() {
  const isPhone = useIsPhone();
  if (useIsAgent()) return <Navigate to={isPhone ? '/scan' : '/orders'} replace />;
  return (
    <Screen title="Tableau de bord">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <ServerAlerts />
        <ProtectAccount />
        <FirstSteps />
        <Counters />
        <QuickActions />
        <RecentActivity />
        <TransitTimes />
      </Box>
    </Screen>
  );
}

const ACTIONS = [
  { label: 'Gérer les commandes', to: '/orders' },
  { label: 'Gérer les produits', to: '/products' },
  { label: 'Gérer les utilisateurs', to: '/users' },
  { label: 'Envoyer une notification', to: '/notifications' },
  { label: 'Gérer les popups', to: '/popup-notifications' },
  { label: 'Gérer les statuts', to: '/order-statuses' },
  { label: 'Paramètres', to: '/settings' },
] as const;

function QuickActions() {
  return (
    <Box component="section" aria-labelledby="quick-actions">
      <Typography id="quick-actions" variant="h2" sx={{ mb: 2 }}>
        Actions rapides
      </Typography>
      <div className="row">
        {ACTIONS.map(({ label, to }) => (
          <OutlinedButton key={to} to={to} label={label} sx={buttonStyle} />
        ))}
      </div>
    </Box>
  );
}

const buttonStyle = { flex: { xs: '1 1 100%', sm: '0 0 auto' }, bgcolor: 'background.paper' } as const;

function TransitTimes() {
  const { data, isPending, refetch } = useQuery(apiQuery(['transit-times'], '/api/transit-times', TransitTimesSchema));
  return (
    <Section title="Nos délais">
      {isPending && <Loading height={200} />}
      {!isPending && !data && <LoadFailure onRetry={refetch}>Les délais n'ont pas pu être chargés.</LoadFailure>}
      {data && data.length > 0 && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))', gap: 4 }}>
          <TransitTimesChart times={data} />
        </Box>
      )}
      {data?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          Il faut 20 colis d'un même transport arrivés en 90 jours pour les mesurer.
        </Typography>
      )}
    </Section>
  );
}
