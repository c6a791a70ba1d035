import { type Order, StaffOrderSchema } from '@fasocolis/contracts/orders';
import { type HandOver, HandOverSchema } from '@fasocolis/contracts/pickup';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Alert, Box, Button, Typography } from '@mui/material';
import Camera from 'lucide-react/icons/camera';
import { useRef, useState } from 'react';
import { SaveContextProvider, TextInput } from 'react-admin';
import { type FieldValues, useController } from 'react-hook-form';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ImagePreview } from '../../components/image-preview.tsx';
import { shrinkPhoto } from './shrink-photo.ts';

interface HandOverDialogProps {
  reference: string;
  /** Undefined without a network. */
  order: Order | undefined;
  onDone: (order: Order) => void;
  /** Called without a network: the hand-over has to be kept, which it cannot be with its photo. */
  onKeep: (handOver: Omit<HandOver, 'photo'>) => void;
  onClose: () => void;
}

export function HandOverDialog({ reference, order, onDone, onKeep, onClose }: HandOverDialogProps) {
  const [isReadingPhoto, setReadingPhoto] = useState(false);

  const save = async (values: FieldValues) => {
    const { photo, ...handOver } = values as HandOver;
    if (!order) return onKeep(handOver);
    try {
      onDone(
        await api.post('/api/handovers/:orderId', { ...handOver, ...(photo && { photo }) }, StaffOrderSchema, {
          params: { orderId: order.id },
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) return onKeep(handOver);
      return error.errors ?? { root: { serverError: error.serverMessage ?? error.message } };
    }
  };

  return (
    <SaveContextProvider value={{ save, saving: isReadingPhoto }}>
      <FormDialog
        title={`Remettre ${reference}`}
        schema={HandOverSchema}
        submitLabel="Remettre"
        pendingLabel={isReadingPhoto ? 'Lecture de la photo…' : 'Enregistrement…'}
        worksOffline
        onClose={onClose}
      >
        {order ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
            <Typography sx={{ fontWeight: 700 }}>{order.recipientName ?? 'Destinataire inconnu'}</Typography>
            <StatusBadge order={order} />
          </Box>
        ) : (
          <Alert severity="info" sx={{ mb: 2 }}>
            Hors ligne&nbsp;: la remise est gardée sur cet appareil, sans photo, et le code sera vérifié avec le réseau.
          </Alert>
        )}
        <TextInput
          source="code"
          label="Code de retrait"
          parse={(text: string) => text.replace(/\s/g, '') || undefined}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } }}
          helperText="Six chiffres, dans le message que le client a reçu."
        />
        <TextInput
          source="reason"
          label="Ou raison de remettre sans code"
          helperText={"Par exemple\u00a0: carte d'identité présentée."}
        />
        <TextInput source="receiverName" label="Remis à" isRequired helperText="Prénom et nom." />
        {order && <PhotoInput onReading={setReadingPhoto} />}
      </FormDialog>
    </SaveContextProvider>
  );
}

/** While a photo is being read the form cannot be sent: it would be sent without the photo. */
function PhotoInput({ onReading }: { onReading: (isReading: boolean) => void }) {
  const { field } = useController<Record<string, string | null>>({ name: 'photo', defaultValue: null });
  const chooser = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    onReading(true);
    const photo = await shrinkPhoto(file).catch(() => undefined);
    onReading(false);
    setUnreadable(photo === undefined);
    if (photo) field.onChange(photo);
  };
  return (
    <Box role="group" aria-label="Photo" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {field.value && <ImagePreview url={field.value} />}
      {isUnreadable && <Alert severity="error">Cette photo ne peut pas être lue. Prenez-en une autre.</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<Camera aria-hidden size={20} />}
          onClick={() => chooser.current?.click()}
        >
          {field.value ? 'Reprendre la photo' : 'Ajouter une photo'}
        </Button>
        {field.value && (
          <Button color="error" onClick={() => field.onChange(null)}>
            Retirer la photo
          </Button>
        )}
      </Box>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo de la remise"
        onChange={({ target }) => void take(target.files?.[0])}
      />
    </Box>
  );
}
