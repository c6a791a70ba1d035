import type { User } from '@fasocolis/contracts/user';
import { Box, Chip, Typography } from '@mui/material';
import { useGetMany } from 'react-admin';
import { FRESH_FOR } from '../../components/freshness.ts';
import { fullName } from './full-name.ts';

/** Names beyond these would only push the button off the screen. */
const SHOWN = 20;

interface ChosenUsersProps {
  ids: readonly number[];
  onRemove: (id: number) => void;
}

/** Who is chosen, by name, so that a mistyped id is seen before anything is sent. */
export function ChosenUsers({ ids, onRemove }: ChosenUsersProps) {
  const shown = ids.slice(0, SHOWN);
  const { data = [] } = useGetMany<User>('users', { ids: shown }, { staleTime: FRESH_FOR });
  const names = new Map(data.map((user) => [user?.id, user && fullName(user)]));

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
