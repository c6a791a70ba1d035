import { ChangePasswordFormSchema, staffPasswordWeakness } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { isStaff, type User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { SubmitButton } from '../../shared/button.tsx';
import { PasswordField } from '../../shared/field.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { Tips } from '../../shared/tips.tsx';
import { useProfileAction } from './profile-action.ts';

const TIPS = [
  'Utilisez au moins 8 caractères',
  'Mélangez majuscules, minuscules, chiffres et caractères spéciaux',
  "N'utilisez pas le même mot de passe sur plusieurs sites",
];

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

export const useChangePassword = (user: User | null, onDone: () => void) =>
  useProfileAction({
    user,
    send: ({ id }, passwords: Passwords) =>
      api.patch('/api/users/:id/password', passwords, MessageSchema, { params: { id } }),
    done: { title: 'Mot de passe mis à jour' },
    explain: (error) => serverMessage(error, 'Une erreur est survenue lors du changement de mot de passe'),
    onDone,
  });

export function PasswordForm({ user }: { user: User }) {
  const { register, handleSubmit, formState, reset, control } = useForm({
    resolver: zodResolver(ChangePasswordFormSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const newPassword = useWatch({ control, name: 'newPassword' });
  const change = useChangePassword(user, () => reset());
  const submit = handleSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }));
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
      <Tips title="Pour un compte bien protégé" tips={TIPS} />
      <PasswordField
        label="Mot de passe actuel"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="Nouveau mot de passe"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword', { deps: ['confirmPassword'] })}
      />
      {isStaff(user) && <StaffAdvice user={user} password={newPassword} />}
      <PasswordField
        label="Confirmer le nouveau mot de passe"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton idle="Changer le mot de passe" pending="Changement en cours..." isPending={change.isPending} />
    </form>
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
