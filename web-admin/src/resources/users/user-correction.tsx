import { CorrectUserSchema } from '@fasocolis/contracts/auth';
import { TextInput } from 'react-admin';
import { PhoneInput } from '../../components/phone-input.tsx';

/** What the administrator corrects in an account. Another number has to be verified again. */
export const userCorrection = {
  title: "Modifier l'utilisateur",
  schema: CorrectUserSchema,
  submitLabel: 'Enregistrer',
  outcome: {
    success: 'Utilisateur mis à jour',
    failure: (reason: string) => `Rien n'a été enregistré\u00a0: ${reason}`,
  },
  children: (
    <>
      <TextInput source="firstName" label="Prénom" isRequired />
      <TextInput source="lastName" label="Nom" isRequired />
      <PhoneInput source="phone" label="Téléphone" />
    </>
  ),
};
