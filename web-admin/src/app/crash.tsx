import { forgetFailures } from '@fasocolis/web-kit/loadable';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useResetErrorBoundaryOnLocationChange } from 'react-admin';

/** Replaces the whole back office after an unexpected error, without its theme. */
export function Crash() {
  return (
    <Box component="main" sx={{ display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 640, mx: 'auto', p: 4 }}>
      <Box role="alert" sx={{ display: 'grid', gap: 3 }}>
        <Typography component="h1" variant="h5">
          Cet écran ne peut pas s'afficher.
        </Typography>
        <Typography>Une erreur est survenue. Rechargez la page pour continuer.</Typography>
      </Box>
      <Button variant="contained" onClick={() => location.reload()}>
        Recharger la page
      </Button>
    </Box>
  );
}

/** Replaces a screen after an unexpected error, or when its code did not arrive; the next address tries again. */
export function ScreenCrash({ resetErrorBoundary }: { resetErrorBoundary: (cause?: unknown) => void }) {
  useEffect(forgetFailures, []);
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <Crash />;
}
