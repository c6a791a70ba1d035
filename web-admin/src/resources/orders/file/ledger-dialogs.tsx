import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { unitName } from '@fasocolis/contracts/money/freight';
import { type StaffOrder, StaffOrdersSchema } from '@fasocolis/contracts/orders';
import {
  AddChargeSchema,
  CancelSchema,
  CHARGE_KINDS,
  CHARGE_LABELS,
  type Payment,
  RecordPaymentSchema,
  SetFreightSchema,
  UpdatePaymentSchema,
} from '@fasocolis/contracts/payments';
import type { Tariff } from '@fasocolis/contracts/tariffs';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { Alert, Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectInput, TextInput, useGetList, useRefresh } from 'react-admin';
import { useController, useFormContext } from 'react-hook-form';
import { FrancsInput, PaymentInputs } from '../../../components/payments.tsx';
import { CreateDialog, EditDialog } from '../../../components/record-dialogs.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { WorkDialog } from '../../../components/work-dialog.tsx';
import { useIsAgent } from '../../../providers/use-user.ts';
import { type LedgerAction, type LedgerDialog, ledgerQuery } from './ledger-panel.tsx';

interface LedgerDialogsProps {
  order: StaffOrder;
  dialog: LedgerDialog | undefined;
  action: LedgerAction | undefined;
  onClose: () => void;
}

/** The dialogs that change what a parcel costs and what was paid. */
export function LedgerDialogs({ order, dialog, action, onClose }: LedgerDialogsProps) {
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const onSaved = () => {
    void queryClient.invalidateQueries({ queryKey: ['ledgers', order.id] });
    refresh();
  };
  const common = { order, onSaved, onClose };
  if (action?.name === 'set-invoice') return <InvoiceDialog {...common} id={action.id} />;
  if (action !== undefined) return <CancelDialog {...common} {...CANCELLATIONS[action.name]} id={action.id} />;
  if (dialog === 'pay') return <PayDialog {...common} />;
  if (dialog === 'charge') return <ChargeDialog {...common} />;
  if (dialog === 'freight') return <FreightDialog {...common} />;
  return null;
}

interface DialogProps {
  order: StaffOrder;
  onSaved: () => void;
  onClose: () => void;
}

function PayDialog({ order: { id: orderId, reference, recipientName }, ...handlers }: DialogProps) {
  // All attempts of this dialog have one id, so that a payment whose response was lost is not recorded twice.
  const [id] = useState(randomUuid);
  const { data: ledger } = useQuery(ledgerQuery(orderId));
  const { data: parcels = [], isPending } = useQuery(
    apiQuery(['ledgers', orderId, 'parcels'], '/api/handovers/:orderId/parcels', StaffOrdersSchema, {
      params: { orderId },
    }),
  );
  const others = parcels.filter((other) => other.id !== orderId && other.due > other.paid);
  const title = `Encaisser pour ${reference}`;
  if (!ledger || isPending) return null;
  // The address of the dialog may be opened after everything was paid.
  if (ledger.rest === 0) {
    return (
      <WorkDialog
        title={title}
        onClose={handlers.onClose}
        actions={<TextButton label="Fermer" onClick={handlers.onClose} />}
      >
        Rien n'est à payer pour ce colis.
      </WorkDialog>
    );
  }
  return (
    <CreateDialog
      {...handlers}
      resource="payments"
      title={title}
      schema={RecordPaymentSchema}
      defaultValues={{ id, orderIds: [orderId], method: 'cash', amount: ledger.rest, payerName: recipientName }}
      submitLabel="Encaisser"
      outcome={{ success: 'Paiement enregistré' }}
    >
      {others.length > 0 && <OtherParcels orderId={orderId} rest={ledger.rest} others={others} />}
      <PaymentInputs />
      <TextInput source="payerName" label="Payé par" />
    </CreateDialog>
  );
}

/** The other unpaid parcels that wait for the same person: one payment may cover them too. */
function OtherParcels({ orderId, rest, others }: { orderId: number; rest: number; others: readonly StaffOrder[] }) {
  const { field } = useController<Record<string, number[]>>({ name: 'orderIds' });
  const { setValue } = useFormContext();
  const chosen: readonly number[] = field.value ?? [];
  const toggle = (id: number, isPaid: boolean) => {
    const ids = isPaid ? [...chosen, id] : chosen.filter((each) => each !== id);
    field.onChange(ids);
    const paid = others.filter((other) => ids.includes(other.id));
    setValue(
      'amount',
      paid.reduce((sum, other) => sum + other.due - other.paid, rest),
    );
  };
  return (
    <Box role="group" aria-labelledby={`payer-aussi-${orderId}`} sx={{ display: 'grid', mb: 2 }}>
      <Typography id={`payer-aussi-${orderId}`} sx={{ fontWeight: 700 }}>
        Payer aussi, pour la même personne
      </Typography>
      {others.map(({ id, reference, due, paid }) => (
        <FormControlLabel
          key={id}
          control={<Checkbox checked={chosen.includes(id)} />}
          label={`${reference}, reste ${writtenFrancs(due - paid)}`}
          onChange={(_event, isPaid) => toggle(id, isPaid)}
        />
      ))}
    </Box>
  );
}

const KINDS = CHARGE_KINDS.map((id) => ({ id, name: CHARGE_LABELS[id] }));

function ChargeDialog({ order: { id, reference }, ...handlers }: DialogProps) {
  const isAgent = useIsAgent();
  return (
    <CreateDialog
      {...handlers}
      resource={`ledgers/${id}/charges`}
      title={`Ajouter des frais à ${reference}`}
      schema={AddChargeSchema}
      defaultValues={{ kind: 'customs' }}
      submitLabel="Ajouter"
      outcome={{ success: 'Frais ajoutés' }}
    >
      <SelectInput
        source="kind"
        label="Type"
        choices={KINDS.filter((kind) => !isAgent || kind.id !== 'discount')}
        isRequired
      />
      <TextInput source="label" label="Libellé" helperText="Facultatif&nbsp;: le nom du type, sinon." />
      <FrancsInput source="amount" label="Montant (FCFA)" isRequired />
    </CreateDialog>
  );
}

function FreightDialog({ order: { id, reference, mode }, ...handlers }: DialogProps) {
  const { data: tariffs = [], isPending } = useGetList<Tariff>('tariffs', {
    filter: { isActive: true, ...(mode && { mode }) },
    sort: { field: 'label', order: 'ASC' },
  });
  const choices = tariffs.map(({ id, label, price, unit }) => ({
    id,
    name: `${label}\u00a0: ${writtenFrancs(price)} par ${unitName(unit)}`,
  }));
  return (
    <CreateDialog
      {...handlers}
      resource={`ledgers/${id}/freight`}
      title={`Fret de ${reference}`}
      schema={SetFreightSchema}
      submitLabel="Calculer"
      outcome={{ success: 'Fret calculé' }}
    >
      <SelectInput
        source="tariffId"
        label="Tarif"
        choices={choices}
        isRequired
        helperText={
          isPending || tariffs.length > 0
            ? 'Le fret se calcule avec les mesures du colis.'
            : "Aucun tarif actif pour ce transport\u00a0: l'administrateur en crée un sous «\u00a0Tarifs\u00a0»."
        }
      />
    </CreateDialog>
  );
}

/** The ways to end an entry, each with a reason. */
const CANCELLATIONS = {
  'cancel-charge': {
    pathOf: (id: number | string) => `charges/${id}/cancel`,
    title: 'Annuler les frais',
    submitLabel: "Confirmer l'annulation",
    success: 'Frais annulés',
    hint: 'Elle reste dans le dossier.',
  },
  'waive-storage': {
    pathOf: (id: number | string) => `ledgers/${id}/waive-storage`,
    title: 'Renoncer au magasinage',
    submitLabel: 'Renoncer',
    success: 'Magasinage offert',
    hint: 'Elle reste dans le dossier.',
  },
  'cancel-payment': {
    pathOf: (id: number | string) => `payments/${id}/cancel`,
    title: 'Annuler le paiement',
    submitLabel: "Confirmer l'annulation",
    success: 'Paiement annulé',
    hint: 'Elle reste dans le dossier.',
  },
  'refuse-report': {
    pathOf: (id: number | string) => `payment-reports/${id}/refuse`,
    title: 'Refuser le paiement signalé',
    submitLabel: 'Refuser',
    success: 'Paiement refusé',
    hint: 'Le client la lit avec son colis.',
  },
};

type Cancellation = (typeof CANCELLATIONS)[keyof typeof CANCELLATIONS];

function CancelDialog({
  order,
  id,
  pathOf,
  success,
  hint,
  ...form
}: DialogProps & Cancellation & { id: number | string }) {
  return (
    <CreateDialog {...form} resource={pathOf(id)} schema={CancelSchema} outcome={{ success }}>
      <OtherShares order={order} paymentId={id} />
      <TextInput source="reason" label="Raison" isRequired multiline helperText={hint} />
    </CreateDialog>
  );
}

/** The other parcels of a payment that is about to be cancelled, which become unpaid again too. */
function OtherShares({ order, paymentId }: { order: StaffOrder; paymentId: number | string }) {
  const { data: ledger } = useQuery(ledgerQuery(order.id));
  const payment = ledger?.payments.find(({ id }) => id === paymentId);
  const others = payment?.shares.filter(({ orderId }) => orderId !== order.id) ?? [];
  if (!payment || others.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {`Ce paiement de ${writtenFrancs(payment.amount)} vaut aussi pour ${others.map(({ reference }) => reference).join(', ')}.`}
    </Alert>
  );
}

function InvoiceDialog({ order: _, id, ...handlers }: DialogProps & { id: string }) {
  return (
    <EditDialog<Payment>
      {...handlers}
      resource="payments"
      id={id}
      title="Facture certifiée"
      schema={UpdatePaymentSchema}
      outcome={{ success: 'Facture enregistrée' }}
    >
      <TextInput
        source="certifiedInvoice"
        label="Numéro de la facture"
        helperText="Il remplace, sur le reçu, «&nbsp;Ce reçu n'est pas une facture.&nbsp;» Vide&nbsp;: pas de facture."
      />
    </EditDialog>
  );
}
