import {
  MAX_ACCOUNTS,
  PaymentSettingsSchema,
  UpdatePaymentSettingsSchema,
} from '@fasocolis/contracts/payment-settings';
import { PAYMENT_METHOD_LABELS, REMOTE_METHODS } from '@fasocolis/contracts/payments';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { api } from '@fasocolis/web-kit/api';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import { FrancsInput, paymentSettingsQuery } from '../../components/payments.tsx';
import { Entries, LoadedSection, SettingForm } from './setting-form.tsx';

/** How parcels are charged and receipts are numbered. */
export function PaymentSettingsCard() {
  return (
    <LoadedSection
      title={SETTING_NAMES.payments}
      query={useQuery(paymentSettingsQuery)}
      height={200}
      failure="Ces paramètres n'ont pas pu être chargés."
    >
      {(data) => (
        <SettingForm
          schema={UpdatePaymentSettingsSchema}
          query={paymentSettingsQuery}
          data={data}
          valuesOf={(settings) => settings}
          save={(change) => api.patch('/api/payment-settings', change, PaymentSettingsSchema)}
          outcome={{ success: 'Paramètres des paiements mis à jour' }}
        >
          <NumberInput
            source="volumetricDivisor"
            label="Diviseur volumétrique"
            helperText="Par avion&nbsp;: combien de cm³ comptent comme un kilo. D'habitude 6 000, ou 5 000."
          />
          <TextInput
            source="receiptPrefix"
            label="Préfixe des reçus"
            helperText="Deux à six lettres&nbsp;: REC donne REC-2026-000123. Les reçus déjà donnés ne changent pas."
          />
          <BooleanInput
            source="releasesWithRest"
            label="Remettre les colis qui ne sont pas payés"
            helperText="Sinon, la remise est refusée tant qu'il reste à payer."
          />
          <NumberInput
            source="storageFreeDays"
            label="Jours de magasinage gratuits"
            helperText="À partir du lendemain de «&nbsp;Prêt au retrait&nbsp;». Vos clients sont prévenus le dernier jour."
          />
          <FrancsInput
            source="storagePrice"
            label="Magasinage par jour (FCFA)"
            helperText="Par colis, après les jours gratuits. 0&nbsp;: le magasinage ne coûte rien."
          />
          <PaymentAccounts />
        </SettingForm>
      )}
    </LoadedSection>
  );
}

const METHODS = REMOTE_METHODS.map((id) => ({ id, name: PAYMENT_METHOD_LABELS[id] }));

/** The numbers to which clients pay from afar. */
const PaymentAccounts = () => (
  <Box component="fieldset" sx={{ m: 0, my: 1, p: 0, border: 0 }}>
    <Box component="legend" sx={{ fontWeight: 600 }}>
      Numéros où vos clients paient
    </Box>
    <Entries
      name="accounts"
      blank={{ method: 'orange-money', number: '', ussd: '' }}
      max={MAX_ACCOUNTS}
      nothing="Aucun. Vos clients demandent votre numéro au service client."
      words={{ add: 'Ajouter un numéro', remove: 'Supprimer ce numéro' }}
      inputs={(prefix) => (
        <>
          <SelectInput source={`${prefix}method`} label="Moyen" choices={METHODS} isRequired />
          <TextInput source={`${prefix}number`} label="Numéro" isRequired />
          <TextInput
            source={`${prefix}ussd`}
            label="Code à composer"
            helperText="Facultatif. Par exemple *144*10*70123456*{montant}#&nbsp;: {montant} devient le reste à payer."
          />
        </>
      )}
    />
  </Box>
);
