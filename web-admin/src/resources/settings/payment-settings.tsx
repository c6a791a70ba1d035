import {
  MAX_ACCOUNTS,
  type PaymentSettings,
  PaymentSettingsSchema,
  type UpdatePaymentSettings,
  UpdatePaymentSettingsSchema,
} from '@fasocolis/contracts/payment-settings';
import { PAYMENT_METHOD_LABELS, REMOTE_METHODS } from '@fasocolis/contracts/payments';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { BooleanInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import { FormProvider, useFieldArray, useForm, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { FrancsInput, paymentSettingsQuery } from '../../components/payments.tsx';
import { Section } from '../../components/screen.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { entryStyle } from './list-setting-card.tsx';

/** How parcels are charged and receipts are numbered. */
export function PaymentSettingsCard() {
  const { data, error, isPending, refetch } = useQuery(paymentSettingsQuery);
  return (
    <Section title={SETTING_NAMES.payments}>
      {isPending && <Loading height={200} />}
      {error && <LoadFailure onRetry={refetch}>Ces paramètres n'ont pas pu être chargés.</LoadFailure>}
      {data && !error && <SettingsForm settings={data} />}
    </Section>
  );
}

type Change = z.infer<typeof UpdatePaymentSettingsSchema>;

function SettingsForm({ settings }: { settings: PaymentSettings }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(UpdatePaymentSettingsSchema), defaultValues: settings });
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => api.patch('/api/payment-settings', change, PaymentSettingsSchema),
    ...outcomeToasts({
      success: 'Paramètres des paiements mis à jour',
      onSuccess: () => void queryClient.invalidateQueries(paymentSettingsQuery),
    }),
  });
  useUnsavedChanges(form.formState.isDirty);
  const save = (change: Change) => mutate(change, { onSuccess: () => form.reset(change, { keepValues: true }) });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <NumberInput
          source="volumetricDivisor"
          label="Diviseur volumétrique"
          helperText="Par avion : combien de cm³ comptent comme un kilo. D'habitude 6 000, ou 5 000."
        />
        <TextInput
          source="receiptPrefix"
          label="Préfixe des reçus"
          helperText="Deux à six lettres : REC donne REC-2026-000123. Les reçus déjà donnés ne changent pas."
        />
        <BooleanInput
          source="releasesWithRest"
          label="Remettre les colis qui ne sont pas payés"
          helperText="Sinon, la remise est refusée tant qu'il reste à payer."
        />
        <NumberInput
          source="storageFreeDays"
          label="Jours de magasinage gratuits"
          helperText="À partir du lendemain de « Prêt au retrait ». Vos clients sont prévenus le dernier jour."
        />
        <FrancsInput
          source="storagePrice"
          label="Magasinage par jour (FCFA)"
          helperText="Par colis, après les jours gratuits. 0 : le magasinage ne coûte rien."
        />
        <PaymentAccounts />
        <MainButton label="Enregistrer" type="submit" disabled={isPending} sx={{ mt: 1 }} />
      </form>
    </FormProvider>
  );
}

const METHODS = REMOTE_METHODS.map((id) => ({ id, name: PAYMENT_METHOD_LABELS[id] }));

/** The numbers to which clients pay from afar, in the form of the settings. */
function PaymentAccounts() {
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
        <Box key={id} sx={entryStyle}>
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
