import type { User } from '@fasocolis/contracts/auth';
import { shortDate } from '@fasocolis/web-kit/dates';
import { OutlinedButton } from '../../components/text-button.tsx';
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
          <OutlinedButton to={`/users?view=${id}`} label="Voir" aria-label={`Voir ${username}`} />
        ),
      }}
    />
  );
}
