import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '@fasocolis/contracts/payments';
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
