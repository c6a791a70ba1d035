import { MAX_ACCOUNTS, type UpdatePaymentSettings } from '@fasocolis/contracts/payment-settings';
import { PAYMENT_METHOD_LABELS, REMOTE_METHODS } from '@fasocolis/contracts/payments';
import { Box } from '@mui/material';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { SelectInput, TextInput } from 'react-admin';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { OutlinedButton, TextButton } from '../../components/text-button.tsx';

const METHODS = REMOTE_METHODS.map((id) => ({ id, name: PAYMENT_METHOD_LABELS[id] }));

/** The numbers to which clients pay from afar, in the form of the settings. */
export function PaymentAccounts() {
  const { control, formState } = useFormContext<UpdatePaymentSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: 'accounts' });
  const { root } = formState.errors.accounts ?? {};
  return (
    <Box component="fieldset" sx={{ m: 0, my: 1, p: 0, border: 0 }}>
      <Box component="legend" sx={{ fontWeight: 600 }}>
        Numéros où vos clients paient
      </Box>
      {fields.length === 0 && <p>Aucun. Vos clients demandent votre numéro au service client.</p>}
      {fields.map(({ id }, index) => (
        <Box key={id} sx={accountStyle}>
          <SelectInput source={`accounts.${index}.method`} label="Moyen" choices={METHODS} isRequired />
          <TextInput source={`accounts.${index}.number`} label="Numéro" isRequired />
          <TextInput
            source={`accounts.${index}.ussd`}
            label="Code à composer"
            helperText="Facultatif. Par exemple *144*10*70123456*{montant}# : {montant} devient le reste à payer."
          />
          <TextButton label="Supprimer ce numéro" icon={Trash2} color="error" onClick={() => remove(index)} />
        </Box>
      ))}
      {root?.message && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {root.message}
        </Box>
      )}
      <OutlinedButton
        label="Ajouter un numéro"
        icon={Plus}
        onClick={() => append({ method: 'orange-money', number: '', ussd: '' })}
        disabled={fields.length >= MAX_ACCOUNTS}
      />
    </Box>
  );
}

const accountStyle = {
  mb: 2,
  p: 2,
  border: '1px solid var(--fc-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
