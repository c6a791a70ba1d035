import { Box, Typography } from '@mui/material';
import { Screen } from './screen.tsx';
import { MainButton } from './text-button.tsx';

export function NotFound() {
  return (
    <Screen title="Page introuvable">
      <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
        <Typography>La page que vous recherchez n'existe pas.</Typography>
        <MainButton label="Retour à l'accueil" href="/" />
      </Box>
    </Screen>
  );
}
