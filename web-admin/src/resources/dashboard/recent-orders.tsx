import type { Order } from '@fasocolis/contracts/orders';
import { shortDate } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { RecentTable } from './recent-table.tsx';

export function RecentOrders() {
  return (
    <RecentTable<Order>
      label="Commandes récentes"
      columns={[
        {
          label: 'Référence',
          render: ({ reference }) => (
            <Box component="span" sx={{ fontFamily: 'var(--fc-font-reference)', fontWeight: 700 }}>
              {reference}
            </Box>
          ),
        },
        { label: 'Statut', render: ({ status }) => <StatusBadge status={status} /> },
        { label: 'Date', render: ({ createdAt }) => shortDate(createdAt) },
        {
          label: 'Action',
          render: ({ id, reference }) => (
            <Button
              component={Link}
              to={`/orders?edit=${id}`}
              variant="outlined"
              aria-label={`Mettre à jour ${reference}`}
            >
              Mettre à jour
            </Button>
          ),
        },
      ]}
    />
  );
}
