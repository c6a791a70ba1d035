import { Box, CircularProgress } from '@mui/material';

export function Spinner() {
  return (
    <Box role="status" data-testid="spinner" sx={{ display: 'grid', placeItems: 'center', height: '100%', p: 4 }}>
      <CircularProgress aria-hidden size={48} />
      <span className="fc-sr-only">Chargement en cours</span>
    </Box>
  );
}
