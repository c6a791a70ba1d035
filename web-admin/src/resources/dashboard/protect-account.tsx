import { TWO_FACTOR_PARAMETER, TwoFactorStateSchema } from '@fasocolis/contracts/two-factor';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Alert, AlertTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { OutlinedButton } from '../../components/text-button.tsx';

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
