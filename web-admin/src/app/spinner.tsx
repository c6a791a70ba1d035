import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

export function Spinner() {
  return (
    <Box role="status" data-testid="spinner" sx={{ display: 'grid', placeItems: 'center', height: '100%', p: 4 }}>
      <CircularProgress aria-hidden size={48} />
      <span className="fc-sr-only">Chargement en cours</span>
    </Box>
  );
}
