import { Box } from '@mui/material';
import { Screen } from '../../components/screen.tsx';
import { Counters } from './counters.tsx';
import { FirstSteps } from './first-steps.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';

export function Dashboard() {
  return (
    <Screen title="Tableau de bord">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <FirstSteps />
        <Counters />
        <QuickActions />
        <RecentActivity />
      </Box>
    </Screen>
  );
}
