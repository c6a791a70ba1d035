import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Screen } from './screen.tsx';

export function NotFound() {
  return (
    <Screen title="Page introuvable">
      <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
        <Typography>La page que vous recherchez n'existe pas.</Typography>
        <Button href="/" variant="contained" color="secondary">
          Retour à l'accueil
        </Button>
      </Box>
    </Screen>
  );
}
