import type { User } from '@fasocolis/contracts/auth';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { RecentTable } from './recent-table.tsx';

export default function RecentUsers() {
  return (
    <RecentTable<User>
      label="Utilisateurs"
      columns={{
        ID: ({ id }) => id,
        "Nom d'utilisateur": ({ username }) => <b>{username}</b>,
        Email: ({ email }) => email ?? 'N/A',
        "Date d'inscription": ({ createdAt }) => (createdAt ? shortDate(createdAt) : 'N/A'),
        Action: ({ id, username }) => (
          <Button component={Link} to={`/users?view=${id}`} variant="outlined" aria-label={`Voir ${username}`}>
            Voir
          </Button>
        ),
      }}
    />
  );
}
