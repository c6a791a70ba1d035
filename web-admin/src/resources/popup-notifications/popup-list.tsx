import type { Popup } from '@fasocolis/contracts/popups';
import { PopupProvider } from '@fasocolis/web-kit/popup-context';
import { Box, Button, Skeleton } from '@mui/material';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { ListBase, Pagination, useListContext } from 'react-admin';
import { FRESH_FOR } from '../../components/freshness.ts';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { PopupCard } from './popup-card.tsx';
import { PopupCreateDialog, PopupDeleteConfirmation, PopupEditDialog } from './popup-dialogs.tsx';

export default function PopupList() {
  return (
    <ListBase
      sort={{ field: 'id', order: 'DESC' }}
      perPage={24}
      storeKey={false}
      queryOptions={{ staleTime: FRESH_FOR }}
    >
      <PopupProvider>
        <PopupScreen />
      </PopupProvider>
    </ListBase>
  );
}

function PopupScreen() {
  const { data, total = 0, perPage } = useListContext<Popup>();
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<Popup>();
  const [doomed, setDoomed] = useState<Popup>();
  const createButton = (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<Plus aria-hidden size={20} />}
      onClick={() => setCreating(true)}
    >
      Créer une notification popup
    </Button>
  );

  return (
    <Screen title="Gestion des Notifications Popup" actions={data?.length !== 0 && createButton}>
      <ListState
        skeleton={<PopupSkeleton />}
        empty="Aucune notification popup"
        emptyAction={createButton}
        failure="Une erreur est survenue lors du chargement des notifications popup. Veuillez réessayer."
      >
        <Box component="ul" sx={gridStyle}>
          {data?.map((popup) => (
            <li key={popup.id}>
              <PopupCard popup={popup} onEdit={() => setEdited(popup)} onDelete={() => setDoomed(popup)} />
            </li>
          ))}
        </Box>
        {total > perPage && <Pagination />}
      </ListState>
      {isCreating && <PopupCreateDialog onClose={() => setCreating(false)} />}
      {edited && <PopupEditDialog popup={edited} onClose={() => setEdited(undefined)} />}
      {doomed && <PopupDeleteConfirmation popup={doomed} onClose={() => setDoomed(undefined)} />}
    </Screen>
  );
}

function PopupSkeleton() {
  return (
    <Box sx={gridStyle}>
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} variant="rounded" height={360} sx={{ borderRadius: 'var(--fc-radius-card)' }} />
      ))}
    </Box>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 360px), 1fr))',
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;
