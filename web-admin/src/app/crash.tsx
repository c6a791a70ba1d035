import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

/** Stands for the whole back office after a fault of its own, outside of its theme. */
export function Crash() {
  return (
    <Box component="main" sx={{ display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 640, mx: 'auto', p: 4 }}>
      <Typography component="h1" variant="h5">
        Cet écran ne peut pas s'afficher.
      </Typography>
      <Typography>Une erreur est survenue. Rechargez la page pour continuer.</Typography>
      <Button variant="contained" onClick={() => location.reload()}>
        Recharger la page
      </Button>
    </Box>
  );
}
