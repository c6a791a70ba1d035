import { type Register, RegisterFormSchema } from '@fasocolis/contracts/auth';
import { DEFAULT_DIALLING_CODE } from '@fasocolis/contracts/reading/dialling-code';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Field, NewPasswordField, UsernameField } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { keptPhone, PhoneField, useDiallingCode } from '../../shared/phone-field.tsx';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { COOKIES_REFUSED, isSessionKept, registeredUser } from './kept-session.ts';

export function RegisterForm({ onRegistered }: { onRegistered: (user: User) => void }) {
  const form = useSchemaForm(RegisterFormSchema, {
    defaultValues: { firstName: '', lastName: '', username: '', email: '', phone: '', password: '', confirmation: '' },
  });
  const { fieldOf, handleSubmit, setError, control } = form;
  const { code, choice, addCode, changeCode } = useDiallingCode(form, DEFAULT_DIALLING_CODE);
  useOwnDraft(form, 'Inscription', { choice });
  const phoneHint = usePhoneHint(useWatch({ control, name: 'phone' }) ?? '', code);
  const signUp = useMutation({
    mutationFn: async ({ phone, ...person }: Register) => {
      const withPhone = { ...person, ...(phone && { phone: await keptPhone(phone, code) }) };
      return api
        .post('/api/auth/register', withPhone, UserSchema)
        .catch((failure: unknown) => registeredUser(person.username, failure));
    },
    onSuccess: async (user) => {
      if (!(await isSessionKept())) {
        toast({ title: 'Inscription réussie', description: COOKIES_REFUSED, variant: 'destructive' });
        return;
      }
      toast({ title: 'Inscription réussie', description: "Bienvenue sur l'application de suivi de commandes." });
      onRegistered(user);
    },
    onError: (error) => {
      const problem = error instanceof ApiError ? error.errors?.phone : undefined;
      if (problem) setError('phone', { message: problem });
      toast({ title: "Erreur d'inscription", description: error.message, variant: 'destructive' });
    },
  });
  const submit = handleSubmit(({ confirmation: _, ...person }) => signUp.mutate(person));

  return (
    <Form method="post" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Prénom" autoComplete="given-name" {...fieldOf('firstName')} />
        <Field label="Nom" autoComplete="family-name" {...fieldOf('lastName')} />
      </div>
      <UsernameField {...fieldOf('username')} />
      <Field label="Email" type="email" autoComplete="email" {...fieldOf('email')} />
      <PhoneField
        label="Téléphone (optionnel)"
        autoComplete="tel"
        code={code}
        onCodeChange={(next) => void changeCode(next)}
        hint={phoneHint}
        {...fieldOf('phone', {
          onBlur: () => void addCode(),
        })}
      />
      <NewPasswordField label="Mot de passe" {...fieldOf('password', { deps: ['confirmation'] })} />
      <NewPasswordField label="Confirmer le mot de passe" {...fieldOf('confirmation')} />
      <SubmitButton idle="S'inscrire" pending="Inscription en cours..." isPending={signUp.isPending} />
    </Form>
  );
}
