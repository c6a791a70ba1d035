import {
  type PaymentSettings,
  PaymentSettingsSchema,
  UpdatePaymentSettingsSchema,
} from '@fasocolis/contracts/payment-settings';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { FrancsInput } from '../../components/payments/payment-inputs.tsx';
import { paymentSettingsQuery } from '../../components/payments/release.ts';
import { Section } from '../../components/screen.tsx';
import { MainButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { PaymentAccounts } from './payment-accounts.tsx';

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
