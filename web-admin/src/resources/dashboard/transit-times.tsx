import { TransitTimesSchema } from '@fasocolis/contracts/transit-times';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { TransitTimesChart } from '@fasocolis/web-kit/transit-times-chart';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { Section } from '../../components/screen.tsx';

export function TransitTimes() {
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
