import type { User } from '@fasocolis/contracts/auth';
import { shortDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useId } from 'react';
import { useGetOne } from 'react-admin';
import { loginMethod } from './login-method.ts';
import { PhoneNumber } from './phone-number.tsx';
import { isDeletable } from './use-delete-user.ts';

interface UserDetailsDialogProps {
  id: number;
  onDelete: (user: User) => void;
  /** Also called when there is no such user; nothing has been shown then. */
  onClose: () => void;
}

export function UserDetailsDialog({ id, onDelete, onClose }: UserDetailsDialogProps) {
  const { data: user } = useGetOne<User>('users', { id }, { onError: onClose });
  const titleId = useId();
  if (!user) return null;

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        Détails de l'utilisateur
        <Typography component="span" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {user.username}
        </Typography>
      </DialogTitle>
      <DialogContent>
        <Box component="dl" sx={factsStyle}>
          <Fact name="ID">{user.id}</Fact>
          <Fact name="Nom d'utilisateur">{user.username}</Fact>
          <Fact name="Prénom et nom">{`${user.firstName} ${user.lastName}`.trim() || 'N/A'}</Fact>
          <Fact name="Email">
            {user.email === null ? 'N/A' : <EmailAddress address={user.email} isVerified={user.emailVerified} />}
          </Fact>
          <Fact name="Téléphone">{user.phone === null ? 'N/A' : <PhoneNumber value={user.phone} />}</Fact>
          <Fact name="Date d'inscription">{shortDate(user.createdAt)}</Fact>
          <Fact name="Dernière connexion">{`${shortDate(user.updatedAt)}, ${timeGmt(user.updatedAt)}`}</Fact>
          <Fact name="Méthode de connexion">{loginMethod(user)}</Fact>
          {user.providerId && <Fact name="Identifiant externe">{user.providerId}</Fact>}
        </Box>
        <Typography component="h3" sx={{ mt: 3, fontWeight: 700 }}>
          Activité récente
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>L'activité récente apparaîtra ici.</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
        {isDeletable(user) && (
          <Button
            variant="outlined"
            color="error"
            startIcon={<Trash2 aria-hidden size={20} />}
            onClick={() => onDelete(user)}
          >
            Supprimer
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EmailAddress({ address, isVerified }: { address: string; isVerified: boolean }) {
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
      <span>{address}</span>
      <span className="fc-badge" data-colour={isVerified ? 'green' : 'neutral'}>
        {isVerified ? 'Vérifié' : 'Non vérifié'}
      </span>
    </Box>
  );
}

const factsStyle = {
  display: 'grid',
  m: 0,
  fontVariantNumeric: 'tabular-nums',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: { sm: '200px minmax(0, 1fr)' },
    columnGap: 2,
    py: 1.25,
    borderBottom: '1px solid var(--fc-line)',
  },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, fontWeight: 600, overflowWrap: 'anywhere' },
} as const;
