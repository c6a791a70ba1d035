import { Box, Button, Typography } from '@mui/material';
import { useId } from 'react';
import { Link } from 'react-router-dom';

const ACTIONS = [
  { label: 'Gérer les commandes', to: '/orders' },
  { label: 'Gérer les produits', to: '/products' },
  { label: 'Gérer les utilisateurs', to: '/users' },
  { label: 'Envoyer une notification', to: '/notifications' },
  { label: 'Gérer les popups', to: '/popup-notifications' },
  { label: 'Gérer les statuts', to: '/order-statuses' },
  { label: 'Paramètres', to: '/settings' },
] as const;

export function QuickActions() {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2" sx={{ mb: 2 }}>
        Actions rapides
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {ACTIONS.map(({ label, to }) => (
          <Button key={to} component={Link} to={to} variant="outlined" sx={buttonStyle}>
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

const buttonStyle = { flex: { xs: '1 1 100%', sm: '0 0 auto' }, bgcolor: 'background.paper' } as const;
