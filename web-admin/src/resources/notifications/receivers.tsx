import { parseUserIds } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { Box, Checkbox, Chip, Typography } from '@mui/material';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { FilterLiveForm, TextInput, useGetMany, useListContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { SearchInput } from '../../components/filters.tsx';
import { ListState } from '../../components/list-state.tsx';
import { FRESH_FOR, PartList } from '../../components/lists.tsx';
import { fullName } from '../../components/words.ts';

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
    data.map((user) => [user?.id, user && `${nameOf(user)}${user.emailVerified ? '' : ' (non vérifié)'}`]),
  );

  return (
    <>
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary' }}>
        {ids.length === 0 ? 'Aucun utilisateur sélectionné' : `${ids.length} utilisateur(s) sélectionné(s)`}
      </Typography>
      <Box className="row" sx={{ mt: 1 }}>
        {shown.map((id) => {
          const name = names.get(id) ?? `n° ${id}`;
          return <Chip key={id} label={name} onDelete={() => onRemove(id)} />;
        })}
        {ids.length > SHOWN && <Chip variant="outlined" label={`et ${ids.length - SHOWN} autre(s)`} />}
      </Box>
    </>
  );
}

/** The full name, or the username of a user without one. */
const nameOf = (user: User) => fullName(user) || user.username;

interface UserPickerProps {
  chosen: readonly number[];
  onToggle: (id: number) => void;
}

function UserPicker(props: UserPickerProps) {
  return (
    <PartList
      resource="users"
      sort={{ field: 'username', order: 'ASC' }}
      perPage={50}
      queryOptions={{ staleTime: FRESH_FOR }}
    >
      <FilterLiveForm formComponent={SearchArea}>
        <SearchInput />
      </FilterLiveForm>
      <Box sx={boxStyle}>
        <ListState skeleton={{ height: 200 }} empty="Aucun utilisateur." canClear={false}>
          <UserOptions {...props} />
        </ListState>
      </Box>
      <Overflow />
    </PartList>
  );
}

/** A search without a form: forms cannot be nested, and Enter in the search must not submit. */
function SearchArea({ children }: Pick<HTMLAttributes<HTMLFormElement>, 'children' | 'onSubmit'>) {
  const stay = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return <Box onKeyDown={stay}>{children}</Box>;
}

function UserOptions({ chosen, onToggle }: UserPickerProps) {
  const { data } = useListContext<User>();
  return (
    <ul className="plain-list" aria-label="Utilisateurs">
      {data?.map((user) => (
        <li key={user.id}>
          <Box component="label" sx={optionStyle}>
            <Checkbox checked={chosen.includes(user.id)} onChange={() => onToggle(user.id)} />
            <span>
              <b>{nameOf(user)}</b>
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {[`n° ${user.id}`, user.username, user.phone, user.emailVerified || 'non vérifié']
                  .filter((text) => typeof text === 'string' && text !== '')
                  .join(' · ')}
              </Typography>
            </span>
          </Box>
        </li>
      ))}
    </ul>
  );
}

function Overflow() {
  const { data = [], total = 0 } = useListContext<User>();
  if (data.length === 0 || total <= data.length) return null;
  return (
    <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
      Les {data.length} premiers sur {total}. Précisez la recherche pour voir les autres.
    </Typography>
  );
}

const boxStyle = {
  boxSizing: 'border-box',
  height: '15rem',
  mb: 1,
  overflowY: 'auto',
  border: '1px solid var(--fc-control-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;

const optionStyle = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  px: 1,
  py: 0.5,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&:hover': { bgcolor: 'background.default' },
} as const;
