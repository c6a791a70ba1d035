import type { User } from '@fasocolis/contracts/auth';
import { shortDate } from '@fasocolis/web-kit/dates';
import { IconButton } from '@mui/material';
import Eye from 'lucide-react/icons/eye';
import Trash2 from 'lucide-react/icons/trash-2';
import type { MouseEvent } from 'react';
import { DataTable } from 'react-admin';
import { loginMethod } from './login-method.ts';
import { PhoneNumber } from './phone-number.tsx';
import { isDeletable } from './use-delete-user.ts';

interface UserTableProps {
  onView: (user: User) => void;
  onDelete: (user: User) => void;
}

const Column = DataTable.Col<User>;

/** The users of the surrounding list; a click on a row opens the details. */
export function UserTable({ onView, onDelete }: UserTableProps) {
  // The row has its own click.
  const only = (action: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    action();
  };

  return (
    <DataTable<User>
      bulkActionButtons={false}
      rowClick={(_id, _resource, user) => {
        onView(user);
        return false;
      }}
      sx={tableStyle}
    >
      <Column source="id" />
      <Column source="username" />
      <Column source="email" render={({ email }) => email ?? 'N/A'} />
      <Column
        source="phone"
        disableSort
        render={({ phone }) => (phone === null ? 'N/A' : <PhoneNumber value={phone} />)}
      />
      <Column source="createdAt" render={({ createdAt }) => shortDate(createdAt)} />
      <Column source="provider" disableSort render={loginMethod} />
      <Column
        label="Actions"
        disableSort
        cellClassName="cell-actions"
        render={(user) => (
          <>
            <IconButton
              aria-label={`Voir les détails de ${user.username}`}
              color="primary"
              onClick={only(() => onView(user))}
            >
              <Eye aria-hidden size={20} />
            </IconButton>
            {isDeletable(user) && (
              <IconButton aria-label={`Supprimer ${user.username}`} color="error" onClick={only(() => onDelete(user))}>
                <Trash2 aria-hidden size={20} />
              </IconButton>
            )}
          </>
        )}
      />
    </DataTable>
  );
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { px: 1.25, fontSize: 'var(--fc-text-small)' },
  '& .column-username': { minWidth: 120 },
  '& .column-email': { minWidth: 210 },
  '& tbody .column-username': { fontWeight: 700 },
  '& tbody :is(.column-username, .column-email)': { overflowWrap: 'anywhere' },
  '& tbody :is(.column-phone, .column-createdAt, .cell-actions)': { whiteSpace: 'nowrap' },
  // No room for seven columns: each row becomes a small card, still a table to assistive technology.
  '@container (max-width: 879.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: 1,
      p: 2,
      borderBottom: '1px solid var(--fc-line)',
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': { p: 0, border: 0, gridColumn: '1 / -1', fontSize: 'var(--fc-text-base)' },
    '& tbody .column-username': { gridRow: 1, gridColumn: 1, alignSelf: 'center' },
    '& tbody .cell-actions': { gridRow: 1, gridColumn: 2 },
    '& tbody td::before': { color: 'text.secondary' },
    '& .column-id::before': { content: '"ID\\00a0: "' },
    '& .column-email::before': { content: '"Email\\00a0: "' },
    '& .column-phone::before': { content: '"Téléphone\\00a0: "' },
    '& .column-createdAt::before': { content: '"Inscription\\00a0: "' },
    '& .column-provider::before': { content: '"Connexion\\00a0: "' },
  },
} as const;
