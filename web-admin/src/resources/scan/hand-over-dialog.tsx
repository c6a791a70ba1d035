import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { type Order, type StaffOrder, StaffOrderSchema } from '@fasocolis/contracts/orders';
import { HandOverSchema, MAX_HANDED_OVER, NEVER_ARRIVED } from '@fasocolis/contracts/pickup';
import type { Scan } from '@fasocolis/contracts/scans';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { Alert, Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useState } from 'react';
import { SaveContextProvider, TextInput, useGetList } from 'react-admin';
import { type FieldValues, useController, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PaymentInputs, useRelease } from '../../components/payments.tsx';
import { PhotoInput } from '../../components/photo-input.tsx';
import { useIsAgent } from '../../providers/use-user.ts';
import { PersonPart } from './person-part.tsx';

type HandOver = z.infer<typeof HandOverSchema>;

interface HandOverDialogProps {
  reference: string;
  /** Undefined without a network. */
  order: Order | undefined;
  /** The other parcels that wait for the same person. */
  others: readonly StaffOrder[];
  /** The refused hand-over that this one replaces: its receiver and its reason are proposed. */
  replaced: Scan | undefined;
  /** Called with the number of parcels. */
  onDone: (order: Order, count: number) => void;
  /** Called without a network: the hand-over has to be kept, which it cannot be with its photo, if it has one. */
  onKeep: (handOver: Omit<HandOver, 'photo'>, hasPhoto: boolean) => void;
  onClose: () => void;
}

export function HandOverDialog({ reference, order, others, replaced, onDone, onKeep, onClose }: HandOverDialogProps) {
  const [isReadingPhoto, setReadingPhoto] = useState(false);
  const restWith = (ids: readonly number[]) =>
    restOf([...(order ? [order] : []), ...others.filter(({ id }) => ids.includes(id))]);
  const rest = restWith(others.map(({ id }) => id));
  const [payment] = useState(() => ({ id: randomUuid(), method: 'cash', ...(rest > 0 && { amount: rest }) }));

  const save = async (values: FieldValues) => {
    const { photo, payment: taken, orderIds = [], ...typed } = values as HandOver;
    const together = orderIds.length > 0 && { orderIds };
    const handOver = { ...typed, ...together, ...(taken && { payment: taken }) };
    if (!order) return onKeep(handOver, false);
    const sent = { ...handOver, ...(photo && { photo }) };
    try {
      onDone(
        await api.post('/api/handovers/:orderId', sent, StaffOrderSchema, { params: { orderId: order.id } }),
        1 + orderIds.length,
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) return onKeep(handOver, Boolean(photo));
      return error.errors ?? { root: { serverError: error.serverMessage ?? error.message } };
    }
  };

  return (
    <SaveContextProvider value={{ save }}>
      <FormDialog
        title={titleOf(reference, order, others.length)}
        schema={HandOverSchema}
        defaultValues={{
          payment: rest > 0 ? payment : null,
          orderIds: others.map(({ id }) => id),
          reason: replaced?.reason,
          receiverName: replaced?.receiverName,
        }}
        submitLabel="Remettre"
        pendingLabel={isReadingPhoto ? 'Lecture de la photo…' : 'Enregistrement…'}
        isBusy={isReadingPhoto}
        worksOffline
        onClose={onClose}
      >
        {order ? (
          <PersonPart order={order} others={others} restWith={restWith} />
        ) : (
          <Alert severity="info" sx={{ mb: 2 }}>
            Hors ligne&nbsp;: la remise est gardée sur cet appareil, sans photo, et le code sera vérifié avec le réseau.
          </Alert>
        )}
        {order && neverArrived(order) && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {NEVER_ARRIVED}
            <TextInput source="neverArrivedReason" label="Raison de le remettre" isRequired />
          </Alert>
        )}
        <PaymentPart orders={order && [order, ...others]} payment={payment} />
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
        {order && <PhotoInput label="Photo de la remise" onReading={setReadingPhoto} />}
      </FormDialog>
    </SaveContextProvider>
  );
}

function titleOf(reference: string, order: Order | undefined, others: number): string {
  if (others === 0) return `Remettre ${reference}`;
  return `Remettre ${order?.recipientName ? `à ${order.recipientName}` : `${others + 1} colis`}`;
}

/** What is left to pay of orders, as far as it is known. */
const restOf = (orders: readonly Order[]) => orders.reduce((sum, each) => sum + restOfOne(each), 0);
const restOfOne = (order: Order) => ('due' in order ? order.due - order.paid : 0);

const ARRIVED: readonly string[] = ['ARRIVED', 'DELIVERED'];

const neverArrived = ({ furthestStep, situation }: Order) =>
  !ARRIVED.includes(furthestStep) && situation?.kind !== 'ready';

/** Warns of payments that the client has reported, which have to be checked before the parcels are paid again. */
function ReportedPayments({ orders }: { orders: readonly Order[] }) {
  const { data = [] } = useGetList<StaffOrder>('orders', {
    filter: { id: orders.map(({ id }) => id), reported: true },
    pagination: { page: 1, perPage: MAX_HANDED_OVER },
  });
  if (data.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {"Le client a signalé un paiement. Vérifiez-le dans le dossier avant d'encaisser\u00a0: "}
      {data.map(({ id, reference }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/orders/${id}`}>{reference}</Link>
        </span>
      ))}
    </Alert>
  );
}

interface PaymentPartProps {
  /** The parcel, and the others that wait for the same person; undefined without a network. */
  orders: readonly Order[] | undefined;
  payment: object;
}

/** What is left to pay, and the payment that is taken with the hand-over. */
function PaymentPart({ orders, payment }: PaymentPartProps) {
  const isAgent = useIsAgent();
  const { field } = useController({ name: 'payment' });
  const orderIds: number[] = useWatch({ name: 'orderIds' });
  const chosen = orders?.filter(({ id }, index) => index === 0 || orderIds.includes(id));
  const rest = chosen && restOf(chosen);
  const release = useRelease(chosen?.filter((order) => restOfOne(order) > 0) ?? []);
  if (rest !== undefined && rest <= 0) return null;
  return (
    <Box role="group" aria-label="Paiement" sx={{ mb: 1 }}>
      {rest !== undefined && (
        <Typography sx={{ fontSize: 22, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
          Reste à payer&nbsp;: {writtenFrancs(rest)}
        </Typography>
      )}
      {chosen && <ReportedPayments orders={chosen} />}
      {/* Its place is kept, so that what follows does not move when it is known. */}
      {rest !== undefined && <Typography sx={{ minHeight: '1.5em' }}>{release}</Typography>}
      <FormControlLabel
        control={<Checkbox checked={Boolean(field.value)} />}
        label="Le client paie maintenant"
        onChange={(_event, isPaying) =>
          field.onChange(isPaying ? { ...payment, ...(rest !== undefined && { amount: rest }) } : null)
        }
      />
      {field.value && <PaymentInputs prefix="payment." />}
      {rest !== undefined && !field.value && !isAgent && !release && (
        <TextInput
          source="releaseReason"
          label="Raison de remettre sans paiement"
          helperText="Elle reste dans le dossier."
        />
      )}
    </Box>
  );
}
