import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '@fasocolis/contracts/payments';
import { SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FrancsInput } from './francs-input.tsx';

const METHODS = PAYMENT_METHODS.map((id) => ({ id, name: PAYMENT_METHOD_LABELS[id] }));

/** How a client pays. @param prefix of the fields, for a payment inside another form */
export function PaymentInputs({ prefix = '' }: { prefix?: '' | 'payment.' }) {
  const method = useWatch({ name: `${prefix}method` });
  return (
    <>
      <FrancsInput source={`${prefix}amount`} label="Montant (FCFA)" isRequired helperText={false} />
      <SelectInput
        source={`${prefix}method`}
        label="Moyen de paiement"
        choices={METHODS}
        translateChoice={false}
        isRequired
        helperText={false}
      />
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
