import { LoginFormSchema } from '@fasocolis/contracts/auth';
import { SecondStepSchema } from '@fasocolis/contracts/two-factor';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { Field, PasswordField } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { paths } from '../../shared/paths.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { COOKIES_REFUSED, isSessionKept } from './kept-session.ts';

const LoginResponseSchema = z.union([UserSchema, SecondStepSchema]);

interface Props {
  onSignedIn: (user: User) => void;
  /** Called when the password is right and a code has to follow. */
  onSecondStep: () => void;
}

export function SignInForm({ onSignedIn, onSecondStep }: Props) {
  const form = useSchemaForm(LoginFormSchema, { defaultValues: { email: '', password: '' } });
  const { fieldOf, handleSubmit } = form;
  useOwnDraft(form, 'Connexion');
  const signIn = useMutation({
    mutationFn: async (login: { email: string; password: string }) => {
      const response = await api.post('/api/auth/login', login, LoginResponseSchema);
      if (!('secondStep' in response) && !(await isSessionKept())) throw new Error(COOKIES_REFUSED);
      return response;
    },
    onSuccess: (response) => {
      if ('secondStep' in response) return onSecondStep();
      toast({ title: 'Connexion réussie' });
      onSignedIn(response);
    },
    onError: ({ message }) => toast({ title: 'Erreur de connexion', description: message, variant: 'destructive' }),
  });

  return (
    // Submitted before the scripts have loaded, a password must not become part of the address.
    <Form method="post" onSubmit={handleSubmit((login) => signIn.mutate(login))}>
      <Field
        label="Email ou nom d'utilisateur"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf('email')}
      />
      <PasswordField label="Mot de passe" autoComplete="current-password" {...fieldOf('password')} />
      <Link to={paths.forgotPassword} className="text-link justify-self-start">
        Mot de passe oublié ?
      </Link>
      <SubmitButton idle="Se connecter" pending="Connexion en cours..." isPending={signIn.isPending} />
    </Form>
  );
}
