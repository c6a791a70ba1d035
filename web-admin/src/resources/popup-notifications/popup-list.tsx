import { CreatePopupSchema, POPUP_DEFAULTS, type Popup } from '@fasocolis/contracts/popups';
import { PopupProvider } from '@fasocolis/web-kit/popup';
import { Box } from '@mui/material';
import { useListContext } from 'react-admin';
import { CreateButton } from '../../components/buttons.tsx';
import { FRESH_FOR, ScreenList } from '../../components/lists.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { RecordGrid } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { PopupCard } from './popup-card.tsx';
import { PopupTabs } from './popup-tabs.tsx';

export default function PopupList() {
  return (
    <ScreenList sort={{ field: 'id', order: 'DESC' }} perPage={24} queryOptions={{ staleTime: FRESH_FOR }}>
      <PopupProvider>
        <PopupScreen />
      </PopupProvider>
    </ScreenList>
  );
}

function PopupScreen() {
  const { data } = useListContext<Popup>();
  const dialogs = useRecordDialogs<Popup>();
  const createButton = <CreateButton onClick={dialogs.creation.open}>Créer une notification popup</CreateButton>;
  return (
    <Screen title="Gestion des Notifications Popup" actions={data?.length !== 0 && createButton}>
      <RecordGrid<Popup>
        minWidth={360}
        height={360}
        empty="Aucune notification popup"
        emptyAction={createButton}
        failure="Une erreur est survenue lors du chargement des notifications popup. Veuillez réessayer."
      >
        {(popup) => (
          <PopupCard
            popup={popup}
            onEdit={() => dialogs.edit.open(popup.id)}
            onDelete={() => dialogs.setRemoved(popup)}
          />
        )}
      </RecordGrid>
      <RecordDialogs
        dialogs={dialogs}
        create={{
          ...form,
          title: 'Nouvelle notification popup',
          defaultValues: NEW_POPUP,
          outcome: outcome('créée', 'création'),
        }}
        edit={{
          ...form,
          title: 'Modifier la notification popup',
          outcome: outcome('mise à jour', 'mise à jour'),
        }}
        remove={{
          resource: 'popup-notifications',
          name: ({ title }) => title,
          content: ({ content }) => (
            <>
              <Box component="span" sx={{ display: 'block', mb: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {content}
              </Box>
              Cette action est irréversible.
            </>
          ),
          outcome: outcome('supprimée', 'suppression'),
        }}
      />
    </Screen>
  );
}

const NEW_POPUP = {
  ...POPUP_DEFAULTS,
  title: '',
  content: '',
  imageUrl: null,
  buttonLink: null,
  startDate: null,
  endDate: null,
};

const form = { schema: CreatePopupSchema, children: <PopupTabs /> };

const outcome = (done: string, change: string) => ({
  title: 'Succès!',
  success: `Notification popup ${done} avec succès.`,
  failure: (reason: string) => `Échec de la ${change} de la notification popup: ${reason}.`,
});
