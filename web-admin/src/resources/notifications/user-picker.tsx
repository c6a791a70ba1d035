import type { User } from '@fasocolis/contracts/user';
import { Box, Checkbox, Typography } from '@mui/material';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { FilterLiveForm, useListContext } from 'react-admin';
import { SearchInput } from '../../components/filters.tsx';
import { ListState } from '../../components/list-state.tsx';
import { FRESH_FOR, PartList } from '../../components/lists.tsx';

/** The full name, or the username of a user without one. */
export const fullName = ({ firstName, lastName, username }: Pick<User, 'firstName' | 'lastName' | 'username'>) =>
  `${firstName} ${lastName}`.trim() || username;

interface UserPickerProps {
  chosen: readonly number[];
  onToggle: (id: number) => void;
}

export function UserPicker(props: UserPickerProps) {
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
    <Box component="ul" aria-label="Utilisateurs" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data?.map((user) => (
        <li key={user.id}>
          <Box component="label" sx={optionStyle}>
            <Checkbox checked={chosen.includes(user.id)} onChange={() => onToggle(user.id)} />
            <span>
              <b>{fullName(user)}</b>
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {[`n° ${user.id}`, user.username, user.phone, user.emailVerified || 'non vérifié']
                  .filter((text) => typeof text === 'string' && text !== '')
                  .join(' · ')}
              </Typography>
            </span>
          </Box>
        </li>
      ))}
    </Box>
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
