import { CreatePopupSchema, POPUP_DEFAULTS, type Popup } from '@fasocolis/contracts/popups';
import { Typography } from '@mui/material';
import { CreateBase, EditBase, useListContext } from 'react-admin';
import { DeleteConfirmation } from '../../components/delete-confirmation.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/outcome.ts';
import { PopupTabs } from './popup-tabs.tsx';

interface DialogProps {
  onClose: () => void;
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

export function PopupCreateDialog({ onClose }: DialogProps) {
  return (
    <CreateBase
      redirect={false}
      mutationOptions={announce({
        title: 'Succès!',
        success: 'Notification popup créée avec succès.',
        failure: (reason) => `Échec de la création de la notification popup: ${reason}.`,
        onSuccess: onClose,
      })}
    >
      <FormDialog
        title="Nouvelle notification popup"
        schema={CreatePopupSchema}
        defaultValues={NEW_POPUP}
        submitLabel="Créer"
        onClose={onClose}
      >
        <PopupTabs />
      </FormDialog>
    </CreateBase>
  );
}

export function PopupEditDialog({ popup, onClose }: DialogProps & { popup: Popup }) {
  const { refetch } = useListContext<Popup>();

  return (
    <EditBase<Popup>
      id={popup.id}
      redirect={false}
      mutationMode="pessimistic"
      queryOptions={{ onError: onClose }}
      mutationOptions={announce({
        title: 'Succès!',
        success: 'Notification popup mise à jour avec succès.',
        failure: (reason) => `Échec de la mise à jour de la notification popup: ${reason}.`,
        onSuccess: () => {
          void refetch();
          onClose();
        },
      })}
      render={({ record }) =>
        record && (
          <FormDialog
            title="Modifier la notification popup"
            schema={CreatePopupSchema}
            submitLabel="Enregistrer"
            onClose={onClose}
          >
            <PopupTabs />
          </FormDialog>
        )
      }
    />
  );
}

export function PopupDeleteConfirmation({ popup, onClose }: DialogProps & { popup: Popup }) {
  return (
    <DeleteConfirmation
      resource="popup-notifications"
      record={popup}
      name={popup.title}
      content={
        <>
          <Typography
            component="span"
            sx={{ display: 'block', mb: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {popup.content}
          </Typography>
          Cette action est irréversible.
        </>
      }
      outcome={{
        title: 'Succès!',
        success: 'Notification popup supprimée avec succès.',
        failure: (reason) => `Échec de la suppression de la notification popup: ${reason}.`,
      }}
      onDeleted={onClose}
      onClose={onClose}
    />
  );
}
