import { ChangePasswordFormSchema, type ChangePasswordSchema, staffPasswordWeakness } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { isStaff, type User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ButtonLink } from '../../shared/button.tsx';
import { NewPasswordField, PasswordField } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { Tips } from '../../shared/tips.tsx';
import { useProfileAction } from './profile-action.ts';
import { signInMethodsQuery } from './sign-in-methods-list.tsx';

const TIPS = [
  'Utilisez au moins 8 caractères',
  'Mélangez majuscules, minuscules, chiffres et caractères spéciaux',
  "N'utilisez pas le même mot de passe sur plusieurs sites",
];

export const useChangePassword = (user: User | null, onDone: () => void) =>
  useProfileAction({
    user,
    send: ({ id }, passwords: z.infer<typeof ChangePasswordSchema>) =>
      api.patch('/api/users/:id/password', passwords, MessageSchema, { params: { id } }),
    done: { title: 'Mot de passe mis à jour' },
    explain: (error) => serverMessage(error, 'Une erreur est survenue lors du changement de mot de passe'),
    onDone,
  });

export function PasswordForm({ user }: { user: User }) {
  const { data: methods } = useQuery(signInMethodsQuery(user.id));
  return methods && !methods.hasPassword && methods.providers.length === 0 ? (
    <WithoutPassword user={user} />
  ) : (
    <Change user={user} />
  );
}

/** The account of a phone number. */
function WithoutPassword({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Votre compte n'a pas de mot de passe&nbsp;: vous vous connectez par WhatsApp, ou avec un lien de notre équipe.
        {!user.email && ' Pour en choisir un, ajoutez d’abord votre email dans «\u00a0Information Personnelle\u00a0».'}
      </p>
      {user.email && (
        <ButtonLink to={paths.forgotPassword} label="Choisir un mot de passe" className="justify-self-start" />
      )}
    </div>
  );
}

function Change({ user }: { user: User }) {
  const { fieldOf, handleSubmit, reset, control } = useSchemaForm(ChangePasswordFormSchema, {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const change = useChangePassword(user, () => reset());
  const submit = handleSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }));
  return (
    <Form onSubmit={submit}>
      <Tips title="Pour un compte bien protégé" tips={TIPS} />
      <PasswordField label="Mot de passe actuel" autoComplete="current-password" {...fieldOf('currentPassword')} />
      <NewPasswordField label="Nouveau mot de passe" {...fieldOf('newPassword', { deps: ['confirmPassword'] })} />
      {isStaff(user) && <StaffAdvice user={user} password={newPassword} />}
      <NewPasswordField label="Confirmer le nouveau mot de passe" {...fieldOf('confirmPassword')} />
      <SubmitButton idle="Changer le mot de passe" pending="Changement en cours..." isPending={change.isPending} />
    </Form>
  );
}

/** The rules of an agent's password, which the server enforces, are advice for the administrator. */
function StaffAdvice({ user, password }: { user: User; password: string }) {
  const weakness = password === '' ? null : staffPasswordWeakness(password);
  return (
    <p role="status" className="text-sm text-ink-soft">
      {weakness &&
        (user.isAdmin
          ? `Mot de passe faible pour un compte d'administrateur\u00a0: ${weakness.toLowerCase()}.`
          : `Pour l'équipe\u00a0: ${weakness.toLowerCase()}.`)}
    </p>
  );
}
