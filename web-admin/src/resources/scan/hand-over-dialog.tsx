import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { type Order, StaffOrderSchema } from '@fasocolis/contracts/orders';
import { HandOverSchema } from '@fasocolis/contracts/pickup';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { shrinkPhoto } from '@fasocolis/web-kit/shrink-photo';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Alert, Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import Camera from 'lucide-react/icons/camera';
import { useRef, useState } from 'react';
import { SaveContextProvider, TextInput } from 'react-admin';
import { type FieldValues, useController } from 'react-hook-form';
import type * as z from 'zod/mini';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ImagePreview } from '../../components/image-preview.tsx';
import { PaymentInputs } from '../../components/payments/payment-inputs.tsx';
import { useIsAgent } from '../../providers/use-user.ts';

/** The longer side of a photo, in pixels: a name on a paper stays readable. */
const LONGEST = 1600;

type HandOver = z.infer<typeof HandOverSchema>;

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
  const rest = order && 'due' in order ? order.due - order.paid : 0;
  const [payment] = useState(() => ({ id: randomUuid(), method: 'cash', ...(rest > 0 && { amount: rest }) }));

  const save = async (values: FieldValues) => {
    const { photo, payment: taken, ...others } = values as HandOver;
    const handOver = { ...others, ...(taken && { payment: taken }) };
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
        defaultValues={{ payment: rest > 0 ? payment : null }}
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
        <PaymentPart rest={order && rest} payment={payment} />
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

interface PaymentPartProps {
  /** Undefined without a network. */
  rest: number | undefined;
  payment: object;
}

/** What is left to pay, and the payment that is taken with the hand-over. */
function PaymentPart({ rest, payment }: PaymentPartProps) {
  const isAgent = useIsAgent();
  const { field } = useController({ name: 'payment' });
  if (rest !== undefined && rest <= 0) return null;
  return (
    <Box role="group" aria-label="Paiement" sx={{ mb: 1 }}>
      {rest !== undefined && (
        <Typography sx={{ fontSize: 22, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
          Reste à payer&nbsp;: {writtenFrancs(rest)}
        </Typography>
      )}
      <FormControlLabel
        control={<Checkbox checked={Boolean(field.value)} />}
        label="Le client paie maintenant"
        onChange={(_event, isPaying) => field.onChange(isPaying ? payment : null)}
      />
      {field.value && <PaymentInputs prefix="payment." />}
      {rest !== undefined && !field.value && !isAgent && (
        <TextInput
          source="releaseReason"
          label="Raison de remettre sans paiement"
          helperText="Elle reste dans le dossier."
        />
      )}
    </Box>
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
    const photo = await shrinkPhoto(file, { longest: LONGEST }).catch(() => undefined);
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
