import { parseUserIds } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { Box, Chip, Typography } from '@mui/material';
import { TextInput, useGetMany } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { FRESH_FOR } from '../../components/lists.tsx';
import { fullName, UserPicker } from './user-picker.tsx';

/** The recipients of a notification that is not a broadcast. Only the text of ids stores them. */
export function Receivers() {
  const { setValue, formState } = useFormContext<{ userIds: string }>();
  const [isGlobal, userIds] = useWatch<{ isGlobal: boolean; userIds: string }, ['isGlobal', 'userIds']>({
    name: ['isGlobal', 'userIds'],
  });
  if (isGlobal) return null;

  const ids = parseUserIds(userIds).filter((id) => Number.isSafeInteger(id) && id > 0);
  const toggle = (id: number) => {
    const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
    setValue('userIds', next.join(','), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };

  return (
    <Box role="group" aria-label="Destinataires" sx={{ my: 1 }}>
      <UserPicker chosen={ids} onToggle={toggle} />
      <TextInput
        source="userIds"
        parse={(text: string) => text}
        helperText="Cochez des utilisateurs ci-dessus, ou saisissez leurs IDs séparés par des virgules."
      />
      <ChosenUsers ids={ids} onRemove={toggle} />
    </Box>
  );
}

/** More names would push the button off the screen. */
const SHOWN = 20;

/** The chosen users by name, so that a mistyped id is noticed before sending. */
function ChosenUsers({ ids, onRemove }: { ids: readonly number[]; onRemove: (id: number) => void }) {
  const shown = ids.slice(0, SHOWN);
  const { data = [] } = useGetMany<User>('users', { ids: shown }, { staleTime: FRESH_FOR });
  const names = new Map(
    data.map((user) => [user?.id, user && `${fullName(user)}${user.emailVerified ? '' : ' (non vérifié)'}`]),
  );

  return (
    <>
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary' }}>
        {ids.length === 0 ? 'Aucun utilisateur sélectionné' : `${ids.length} utilisateur(s) sélectionné(s)`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {shown.map((id) => {
          const name = names.get(id) ?? `n° ${id}`;
          return <Chip key={id} label={name} onDelete={() => onRemove(id)} />;
        })}
        {ids.length > SHOWN && <Chip variant="outlined" label={`et ${ids.length - SHOWN} autre(s)`} />}
      </Box>
    </>
  );
}
