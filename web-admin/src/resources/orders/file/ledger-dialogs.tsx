import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { unitName } from '@fasocolis/contracts/money/freight';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import {
  AddChargeSchema,
  CancelSchema,
  CHARGE_KINDS,
  CHARGE_LABELS,
  RecordPaymentSchema,
  SetFreightSchema,
} from '@fasocolis/contracts/payments';
import type { Tariff } from '@fasocolis/contracts/tariffs';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectInput, TextInput, useGetList, useRefresh } from 'react-admin';
import { FrancsInput } from '../../../components/payments/francs-input.tsx';
import { PaymentInputs } from '../../../components/payments/payment-inputs.tsx';
import { CreateDialog } from '../../../components/record-dialogs.tsx';
import { useIsAgent } from '../../../providers/use-user.ts';
import type { LedgerDialog } from './ledger-panel.tsx';

const asServerSays = (reason: string) => reason;

interface LedgerDialogsProps {
  order: StaffOrder;
  dialog: LedgerDialog | undefined;
  /** The path of what is to be cancelled. */
  cancelled: string | undefined;
  onClose: () => void;
}

/** The dialogs that change what a parcel costs and what was paid. */
export function LedgerDialogs({ order, dialog, cancelled, onClose }: LedgerDialogsProps) {
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const onSaved = () => {
    void queryClient.invalidateQueries({ queryKey: ['ledgers', order.id] });
    refresh();
  };
  const common = { order, onSaved, onClose };
  if (cancelled !== undefined) return <CancelDialog key={cancelled} {...common} path={cancelled} />;
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

function PayDialog({ order: { id: orderId, reference, due, paid, recipientName }, ...handlers }: DialogProps) {
  // The same one for every attempt of this dialog: a payment whose response was lost is not taken twice.
  const [id] = useState(randomUuid);
  return (
    <CreateDialog
      {...handlers}
      resource="payments"
      title={`Encaisser pour ${reference}`}
      schema={RecordPaymentSchema}
      defaultValues={{ id, orderIds: [orderId], method: 'cash', amount: due - paid, payerName: recipientName }}
      submitLabel="Encaisser"
      outcome={{ success: 'Paiement enregistré', failure: asServerSays }}
    >
      <PaymentInputs />
      <TextInput source="payerName" label="Payé par" helperText={false} />
    </CreateDialog>
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
      outcome={{ success: 'Frais ajoutés', failure: asServerSays }}
    >
      <SelectInput
        source="kind"
        label="Type"
        choices={KINDS.filter((kind) => !isAgent || kind.id !== 'discount')}
        translateChoice={false}
        isRequired
        helperText={false}
      />
      <TextInput source="label" label="Libellé" helperText="Facultatif : le nom du type, sinon." />
      <FrancsInput source="amount" label="Montant (FCFA)" isRequired helperText={false} />
    </CreateDialog>
  );
}

function FreightDialog({ order: { id, reference, mode }, ...handlers }: DialogProps) {
  const { data: tariffs = [] } = useGetList<Tariff>('tariffs', {
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
      outcome={{ success: 'Fret calculé', failure: asServerSays }}
    >
      <SelectInput
        source="tariffId"
        label="Tarif"
        choices={choices}
        translateChoice={false}
        isRequired
        helperText="Le fret se calcule avec les mesures du colis."
      />
    </CreateDialog>
  );
}

function CancelDialog({ order: _, path, ...handlers }: DialogProps & { path: string }) {
  const isPayment = path.startsWith('payments/');
  return (
    <CreateDialog
      {...handlers}
      resource={`${path}/cancel`}
      title={isPayment ? 'Annuler le paiement' : 'Annuler les frais'}
      schema={CancelSchema}
      submitLabel="Confirmer l'annulation"
      outcome={{ success: isPayment ? 'Paiement annulé' : 'Frais annulés', failure: asServerSays }}
    >
      <TextInput source="reason" label="Raison" isRequired multiline helperText="Elle reste dans le dossier." />
    </CreateDialog>
  );
}
