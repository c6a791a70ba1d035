import type { StaffOrder } from '@fasocolis/contracts/orders';
import { type News, NewsSchema } from '@fasocolis/contracts/tell-customers';
import { ApiError } from '@fasocolis/web-kit/api';
import { Typography } from '@mui/material';
import { useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from '../form-dialog.tsx';
import { outcomeToasts } from '../outcome.ts';
import { tellCustomers } from './telling.tsx';
import { TellingInputs } from './telling-inputs.tsx';

/** "Dire au client" for one order. */
export function TellDialog({ order, onTold, onClose }: { order: StaffOrder; onTold: () => void; onClose: () => void }) {
  // Another change is not overwritten while the form is open.
  const [{ id, updatedAt: unchangedSince }] = useState(order);
  const toasts = outcomeToasts({
    success: 'Commande mise à jour avec succès',
    failure: 'Échec de la mise à jour de la commande',
    onSuccess: () => {
      onTold();
      onClose();
    },
  });
  const save = async (values: FieldValues) => {
    try {
      const [result] = await tellCustomers({ ...(values as News), orderIds: [id], unchangedSince });
      if (result?.outcome === 'done') return toasts.onSuccess();
      return { root: { serverError: result?.message ?? '' } };
    } catch (error) {
      toasts.onError(error);
      return error instanceof ApiError ? error.errors : undefined;
    }
  };
  const title = (
    <>
      Dire au client
      <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {order.reference}
      </Typography>
    </>
  );
  return (
    <SaveContextProvider value={{ save, saving: false }}>
      <FormDialog title={title} schema={NewsSchema} submitLabel="Enregistrer" onClose={onClose}>
        <TellingInputs />
      </FormDialog>
    </SaveContextProvider>
  );
}
