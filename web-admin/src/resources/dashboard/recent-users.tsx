import type { User } from '@fasocolis/contracts/auth';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { RecentTable } from './recent-table.tsx';

export function RecentUsers() {
  return (
    <RecentTable<User>
      label="Utilisateurs"
      columns={[
        { label: 'ID', render: ({ id }) => id },
        {
          label: "Nom d'utilisateur",
          render: ({ username }) => (
            <Box component="span" sx={{ fontWeight: 700 }}>
              {username}
            </Box>
          ),
        },
        { label: 'Email', render: ({ email }) => email ?? 'N/A' },
        { label: "Date d'inscription", render: ({ createdAt }) => (createdAt ? shortDate(createdAt) : 'N/A') },
        {
          label: 'Action',
          render: ({ id, username }) => (
            <Button component={Link} to={`/users?view=${id}`} variant="outlined" aria-label={`Voir ${username}`}>
              Voir
            </Button>
          ),
        },
      ]}
    />
  );
}
