import { forgetFailures } from '@fasocolis/web-kit/loadable';
import { Box, Typography } from '@mui/material';
import { useEffect } from 'react';
import { useResetErrorBoundaryOnLocationChange } from 'react-admin';
import { TextButton } from '../components/text-button.tsx';

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
      <TextButton label="Recharger la page" variant="contained" onClick={() => location.reload()} />
    </Box>
  );
}

/** Replaces a screen after an unexpected error, or when its code did not arrive; the next address tries again. */
export function ScreenCrash({ resetErrorBoundary }: { resetErrorBoundary: (cause?: unknown) => void }) {
  useEffect(forgetFailures, []);
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <Crash />;
}
