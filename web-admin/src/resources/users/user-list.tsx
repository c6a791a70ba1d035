import { CorrectUserSchema, type User } from '@fasocolis/contracts/auth';
import { loginMethod } from '@fasocolis/contracts/login-method';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import Eye from 'lucide-react/icons/eye';
import Trash2 from 'lucide-react/icons/trash-2';
import { FilterLiveForm, TextInput, useListContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { IconAction } from '../../components/buttons.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { SearchInput } from '../../components/filters.tsx';
import { FRESH_FOR, ScreenList } from '../../components/lists.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { UserDetailsDialog } from './user-details-dialog.tsx';
import { isDeletable, PhoneNumber, removal } from './user-facts.tsx';

const Column = RecordColumn<User>;

export default function UserList() {
  return (
    <ScreenList sort={{ field: 'createdAt', order: 'DESC' }} perPage={25} queryOptions={{ staleTime: FRESH_FOR }}>
      <UserScreen />
    </ScreenList>
  );
}

function UserScreen() {
  const { isPending, total } = useListContext<User>();
  const dialogs = useRecordDialogs<User>();
  const { id: viewedId, open: view, close } = dialogs.view;
  return (
    <Screen title="Gestion des Utilisateurs" actions={EXPORT}>
      <FilterLiveForm>
        <SearchBar />
      </FilterLiveForm>
      {total !== undefined && (
        <Typography aria-live="polite" sx={{ mb: 2, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {`${total} utilisateur(s) trouvé(s)`}
        </Typography>
      )}
      <RecordTable<User>
        empty="Aucun utilisateur pour le moment."
        canClear={false}
        onOpen={({ id }) => view(id)}
        sx={tableStyle}
      >
        <Column source="id" isNamed />
        <Column source="username" cellClassName="cell-name" />
        <Column source="email" isNamed render={({ email }) => email ?? 'N/A'} />
        <Column source="phone" isNamed disableSort render={({ phone }) => <PhoneNumber value={phone} />} />
        <Column source="createdAt" data-label="Inscription" render={({ createdAt }) => shortDate(createdAt)} />
        <Column source="provider" data-label="Connexion" disableSort render={loginMethod} />
        <ActionsColumn<User>>
          {(user) => (
            <>
              <IconAction label={`Voir les détails de ${user.username}`} icon={Eye} onClick={() => view(user.id)} />
              {isDeletable(user) && (
                <IconAction
                  label={`Supprimer ${user.username}`}
                  icon={Trash2}
                  color="error"
                  onClick={() => dialogs.setRemoved(user)}
                />
              )}
            </>
          )}
        </ActionsColumn>
      </RecordTable>
      {viewedId !== undefined && !isPending && (
        <UserDetailsDialog
          key={viewedId}
          id={viewedId}
          onEdit={() => dialogs.edit.open(viewedId)}
          onDelete={dialogs.setRemoved}
          onClose={close}
        />
      )}
      <RecordDialogs dialogs={dialogs} edit={userCorrection} remove={removal} />
    </Screen>
  );
}

function SearchBar() {
  const { setFilters } = useListContext<User>();
  const { setValue } = useFormContext();
  const clear = () => {
    // Both are cleared: the field alone would clear the search after a delay, the search alone would leave the field
    // filled.
    setValue('login', '');
    setFilters({});
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2, maxWidth: 560 }}>
      {/* "login" matches username or email only; "q" would search names and phone numbers too. */}
      <SearchInput source="login" margin="none" sx={{ '& ::-webkit-search-cancel-button': { display: 'none' } }} />
      <OutlinedButton label="Effacer" onClick={clear} sx={{ flexShrink: 0 }} />
    </Box>
  );
}

const EXPORT = (
  <ExportButton
    variant="contained"
    color="secondary"
    address="/api/users/export/excel"
    fileName="utilisateurs.xlsx"
    success="La liste des utilisateurs a été exportée avec succès."
  />
);

const tableStyle = {
  '& :is(th, td)': { px: 1.25, fontSize: 'var(--fc-text-small)' },
  '& .column-username': { minWidth: 120 },
  '& .column-email': { minWidth: 210 },
  '& tbody :is(.column-username, .column-email)': { overflowWrap: 'anywhere' },
  '& tbody .column-phone': { whiteSpace: 'nowrap' },
} as const;

/** What the administrator corrects in an account. Another number has to be verified again. */
const userCorrection = {
  title: "Modifier l'utilisateur",
  schema: CorrectUserSchema,
  outcome: {
    success: 'Utilisateur mis à jour',
    failure: (reason: string) => `Rien n'a été enregistré\u00a0: ${reason}`,
  },
  children: (
    <>
      <TextInput source="firstName" label="Prénom" isRequired />
      <TextInput source="lastName" label="Nom" isRequired />
      <PhoneInput source="phone" label="Téléphone" />
    </>
  ),
};
