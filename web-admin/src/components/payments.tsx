import type { Order } from '@fasocolis/contracts/orders';
import { PaymentSettingsSchema } from '@fasocolis/contracts/payment-settings';
import { CreditSchema, PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '@fasocolis/contracts/payments';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQueries, useQuery } from '@tanstack/react-query';
import { SelectInput, TextInput, type TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';

export const METHODS = PAYMENT_METHODS.map((id) => ({ id, name: PAYMENT_METHOD_LABELS[id] }));

/** How a client pays. @param prefix of the fields, for a payment inside another form */
export function PaymentInputs({ prefix = '' }: { prefix?: '' | 'payment.' }) {
  const method = useWatch({ name: `${prefix}method` });
  return (
    <>
      <FrancsInput source={`${prefix}amount`} label="Montant (FCFA)" isRequired />
      <SelectInput source={`${prefix}method`} label="Moyen de paiement" choices={METHODS} isRequired />
      {method !== 'cash' && (
        <TextInput
          source={`${prefix}transactionReference`}
          label="Référence de la transaction"
          isRequired
          helperText="Le numéro du message de l'opérateur."
        />
      )}
    </>
  );
}

/** An amount as people write it; the schema of the form reads it. */
export const FrancsInput = (props: TextInputProps) => (
  <TextInput {...props} slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }} />
);

export const paymentSettingsQuery = apiQuery(['payment-settings'], '/api/payment-settings', PaymentSettingsSchema);

/** Whether the parcels of a user are handed over with a rest. */
export const creditQuery = (userId: number) =>
  apiQuery(['credits', userId], '/api/credits/:userId', CreditSchema, { params: { userId } });

/** Why parcels may be handed over before they are paid; undefined if they may not, and while that is unknown. */
export function useRelease(withRest: readonly Order[]): string | undefined {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const owners = [...new Set(withRest.map((order) => ('userId' in order ? (order.userId ?? undefined) : undefined)))];
  const credits = useQueries({
    queries: owners.flatMap((userId) => (userId === undefined ? [] : creditQuery(userId))),
  });
  if (settings?.releasesWithRest) return 'Il peut payer plus tard.';
  const haveCredit = credits.length === owners.length && credits.every(({ data }) => data?.hasCredit);
  return haveCredit ? 'Crédit\u00a0: il peut payer plus tard.' : undefined;
}
