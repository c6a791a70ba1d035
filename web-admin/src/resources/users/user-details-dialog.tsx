import type { User } from '@fasocolis/contracts/auth';
import { loginMethod } from '@fasocolis/contracts/login-method';
import { CreditSchema } from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { shortDate, shortMoment } from '@fasocolis/web-kit/dates';
import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../components/badge.tsx';
import { DeleteButton, EditButton } from '../../components/buttons.tsx';
import { LoadFailure } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { creditQuery } from '../../components/payments.tsx';
import { Facts, RecordView } from '../../components/record-view.tsx';
import { useClientCodes } from '../../components/settings.ts';
import { SignInLinkButton } from '../../components/sign-in-link.tsx';
import { fullName } from '../../components/words.ts';
import { WithSubtitle } from '../../components/work-dialog.tsx';
import { isDeletable, PhoneNumber } from './user-facts.tsx';

interface UserDetailsDialogProps {
  id: number;
  onEdit: () => void;
  onDelete: (user: User) => void;
  onClose: () => void;
}

export function UserDetailsDialog({ id, onEdit, onDelete, onClose }: UserDetailsDialogProps) {
  const codeOf = useClientCodes();
  return (
    <RecordView<User>
      resource="users"
      id={id}
      title={({ username }) => <WithSubtitle subtitle={username}>Détails de l'utilisateur</WithSubtitle>}
      actions={(user) => (
        <>
          <EditButton onClick={onEdit} />
          {isDeletable(user) && <DeleteButton onClick={() => onDelete(user)} />}
        </>
      )}
      onClose={onClose}
    >
      {(user) => (
        <>
          <Facts>
            {{
              ID: user.id,
              'Code client': codeOf(user.id),
              "Nom d'utilisateur": user.username,
              'Prénom et nom': fullName(user) || 'N/A',
              Email: <EmailAddress user={user} />,
              Téléphone: <Phone user={user} />,
              "Date d'inscription": shortDate(user.createdAt),
              'Dernière connexion': shortMoment(user.updatedAt),
              'Méthode de connexion': loginMethod(user),
              'Identifiant externe': user.providerId ?? undefined,
            }}
          </Facts>
          {user.phone && !user.isAdmin && user.isAgent !== true && (
            <SignInLinkButton phone={user.phone} name={fullName(user)} sx={{ mt: 2 }} />
          )}
          {!user.isAdmin && <CreditSwitch userId={user.id} />}
          <Typography component="h3" sx={{ mt: 3, fontWeight: 700 }}>
            Activité récente
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>L'activité récente apparaîtra ici.</Typography>
        </>
      )}
    </RecordView>
  );
}

function Phone({ user: { phone, phoneVerified } }: { user: User }) {
  if (phone === null) return 'N/A';
  return (
    <Box component="span" sx={verifiableStyle}>
      <PhoneNumber value={phone} />
      <Verification isVerified={phoneVerified === true} />
    </Box>
  );
}

const Verification = ({ isVerified }: { isVerified: boolean }) => (
  <Badge label={isVerified ? 'Vérifié' : 'Non vérifié'} colour={isVerified ? 'green' : 'neutral'} />
);

const verifiableStyle = { display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 } as const;

function EmailAddress({ user: { email, emailVerified } }: { user: User }) {
  if (email === null) return 'N/A';
  return (
    <Box component="span" sx={verifiableStyle}>
      <span>{email}</span>
      <Verification isVerified={emailVerified} />
    </Box>
  );
}

/** Whether the parcels of a user are handed over with a rest. */
function CreditSwitch({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const credit = creditQuery(userId);
  const { data, error, refetch } = useQuery(credit);
  const { mutate, isPending } = useMutation({
    mutationFn: (hasCredit: boolean) =>
      api.patch('/api/credits/:userId', { hasCredit }, CreditSchema, { params: { userId } }),
    ...outcomeToasts({ success: 'Crédit mis à jour' }),
  });
  if (error) return <LoadFailure onRetry={refetch}>Le crédit n'a pas pu être chargé.</LoadFailure>;
  return (
    <>
      <FormControlLabel
        sx={{ mt: 2 }}
        control={
          <Switch
            checked={data?.hasCredit ?? false}
            disabled={!data || isPending}
            onChange={(_event, hasCredit) =>
              mutate(hasCredit, { onSuccess: (saved) => queryClient.setQueryData(credit.queryKey, saved) })
            }
          />
        }
        label="Crédit"
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Ses colis lui sont remis même s'il reste à payer.
      </Typography>
    </>
  );
}
