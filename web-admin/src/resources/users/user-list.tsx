import type { User } from '@fasocolis/contracts/auth';
import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { FilterLiveForm, ListBase, Pagination, useListContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { FRESH_FOR } from '../../components/freshness.ts';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useIdInAddress } from '../../components/use-id-in-address.ts';
import { ExportButton } from './export-button.tsx';
import { UserDeleteConfirmation } from './user-delete-confirmation.tsx';
import { UserDetailsDialog } from './user-details-dialog.tsx';
import { UserTable } from './user-table.tsx';

export default function UserList() {
  return (
    <ListBase
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={25}
      storeKey={false}
      queryOptions={{ staleTime: FRESH_FOR }}
    >
      <UserScreen />
    </ListBase>
  );
}

function UserScreen() {
  const { isPending, total } = useListContext<User>();
  const { id: viewedId, open: view, close } = useIdInAddress('view');
  const [doomed, setDoomed] = useState<User>();

  return (
    <Screen title="Gestion des Utilisateurs" actions={<ExportButton />}>
      <FilterLiveForm>
        <SearchBar />
      </FilterLiveForm>
      {total !== undefined && (
        <Typography aria-live="polite" sx={{ mb: 2, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {`${total} utilisateur(s) trouvé(s)`}
        </Typography>
      )}
      <ListState
        skeleton={<Skeleton variant="rounded" height={480} sx={{ borderRadius: 'var(--fc-radius-card)' }} />}
        empty="Aucun utilisateur pour le moment."
        canClear={false}
      >
        <Card sx={{ containerType: 'inline-size' }}>
          <UserTable onView={({ id }) => view(id)} onDelete={setDoomed} />
        </Card>
        <Pagination rowsPerPageOptions={[25, 50, 100]} />
      </ListState>
      {viewedId !== undefined && !isPending && (
        <UserDetailsDialog key={viewedId} id={viewedId} onDelete={setDoomed} onClose={close} />
      )}
      {doomed && (
        <UserDeleteConfirmation
          user={doomed}
          onDeleted={() => {
            setDoomed(undefined);
            if (viewedId === doomed.id) close();
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </Screen>
  );
}

function SearchBar() {
  const { setFilters } = useListContext<User>();
  const { setValue } = useFormContext();
  const clear = () => {
    // The field on its own would empty the list's search only after a moment, the search on its own would leave in the
    // field what was typed just now.
    setValue('login', '');
    setFilters({});
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2, maxWidth: 560 }}>
      {/* Not "q", which searches names and phone numbers too: "login" matches username or e-mail only. */}
      <SearchInput source="login" margin="none" sx={{ '& ::-webkit-search-cancel-button': { display: 'none' } }} />
      <Button variant="outlined" onClick={clear} sx={{ flexShrink: 0 }}>
        Effacer
      </Button>
    </Box>
  );
}
