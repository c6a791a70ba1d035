import { LoginFormSchema } from '@fasocolis/contracts/auth';
import { SecondStepSchema } from '@fasocolis/contracts/two-factor';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { SubmitButton } from '../../shared/button.tsx';
import { Field, PasswordField } from '../../shared/field.tsx';
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
  const form = useForm({
    resolver: zodResolver(LoginFormSchema),
    defaultValues: { email: '', password: '' },
  });
  const { register, handleSubmit, formState } = form;
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
    <form
      // Submitted before the scripts have loaded, a password must not become part of the address.
      method="post"
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => void handleSubmit((login) => signIn.mutate(login))(event)}
    >
      <Field
        label="Email ou nom d'utilisateur"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Link
        to={paths.forgotPassword}
        className="inline-flex min-h-11 items-center justify-self-start text-brand underline underline-offset-4"
      >
        Mot de passe oublié ?
      </Link>
      <SubmitButton idle="Se connecter" pending="Connexion en cours..." isPending={signIn.isPending} />
    </form>
  );
}
