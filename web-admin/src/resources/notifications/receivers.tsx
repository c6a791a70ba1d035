import { parseUserIds } from '@fasocolis/contracts/notifications';
import { Box } from '@mui/material';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChosenUsers } from './chosen-users.tsx';
import { UserPicker } from './user-picker.tsx';

/** Whom a notification that is not for everybody goes to. The text of ids is the only place where that is kept. */
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
