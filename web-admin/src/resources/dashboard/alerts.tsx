import { ALERTS, WATCH_STOPPED_MS } from '@fasocolis/contracts/alert-words';
import { TWO_FACTOR_PARAMETER, TwoFactorStateSchema } from '@fasocolis/contracts/two-factor';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OutlinedButton } from '../../components/text-button.tsx';

const REFRESH_MS = 60_000;

/** The schema is no part of the first load. */
const schema = () => import('@fasocolis/contracts/alerts').then(({ AlertsSchema }) => AlertsSchema);

/** The alerts of the server, which the administrator also gets by email; nothing while there is none. */
export function ServerAlerts() {
  const { data, dataUpdatedAt } = useQuery({
    ...apiQuery(['alerts'], '/api/alerts', schema),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return null;
  const { alerts, checkedAt } = data;
  return (
    <>
      {checkedAt !== null && dataUpdatedAt - Date.parse(checkedAt) > WATCH_STOPPED_MS && (
        <ServerAlert title="Le serveur n'est plus surveillé" since={checkedAt}>
          Les emails ne partent peut-être plus non plus&nbsp;: docker compose logs notify-worker.
        </ServerAlert>
      )}
      {alerts.map(({ id, kind, detail, beganAt }) => (
        <ServerAlert key={id} title={ALERTS[kind].title} since={beganAt}>
          {detail} {ALERTS[kind].action}
        </ServerAlert>
      ))}
    </>
  );
}

function ServerAlert({ title, since, children }: { title: string; since: string; children: ReactNode }) {
  return (
    <Alert severity="error">
      <AlertTitle component="h2" sx={{ fontWeight: 700 }}>
        {title}
      </AlertTitle>
      <Typography variant="body2">{children}</Typography>
      <Box component="p" sx={{ m: 0, mt: 0.5, fontSize: 'var(--fc-text-small)', color: 'text.secondary' }}>
        Depuis le {longMoment(since)}
      </Box>
    </Alert>
  );
}

/** Asks the administrator to switch the second factor on, until it is; the profile is on the customer site. */
export function ProtectAccount() {
  const { data: state } = useQuery(apiQuery(['two-factor'], '/api/user/two-factor', TwoFactorStateSchema));
  if (!state || state.since) return null;

  return (
    <Alert severity="warning">
      <AlertTitle component="h2" sx={{ fontWeight: 700 }}>
        Protégez le compte administrateur
      </AlertTitle>
      <Typography variant="body2">
        Activez la validation en deux étapes&nbsp;: un mot de passe volé ne suffit plus pour entrer.
      </Typography>
      <OutlinedButton
        label="Protéger le compte"
        href={`/profile?${TWO_FACTOR_PARAMETER}`}
        sx={{ mt: 1.5, bgcolor: 'background.paper' }}
      />
    </Alert>
  );
}
