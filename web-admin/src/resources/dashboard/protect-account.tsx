import { TWO_FACTOR_PARAMETER, TwoFactorStateSchema } from '@fasocolis/contracts/two-factor';
import { api } from '@fasocolis/web-kit/api';
import { Alert, AlertTitle, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';

/** Asks the administrator to switch the second factor on, until it is; the profile is on the customer site. */
export function ProtectAccount() {
  const { data: state } = useQuery({
    queryKey: ['two-factor'],
    queryFn: ({ signal }) => api.get('/api/user/two-factor', TwoFactorStateSchema, { signal }),
  });
  if (!state || state.since) return null;

  return (
    <Alert severity="warning" sx={alertStyle}>
      <AlertTitle component="h2">Protégez le compte administrateur</AlertTitle>
      Activez la validation en deux étapes&nbsp;: un mot de passe volé ne suffit plus pour entrer.
      <Button href={`/profile?${TWO_FACTOR_PARAMETER}`} variant="outlined" sx={{ mt: 1.5, display: 'flex' }}>
        Protéger le compte
      </Button>
    </Alert>
  );
}

const alertStyle = { '& .MuiAlert-message': { flex: 1 } } as const;
