import { ProfileFormSchema } from '@fasocolis/contracts/auth';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Field } from '../../components/field.tsx';
import { serverMessage } from '../../components/server-message.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { useProfileAction } from './profile-action.ts';

interface Props {
  user: User;
  /** Called when the account, or the session itself, is no longer what it was. */
  onChanged: () => void;
}

export const useUpdateProfile = (user: User | null, onChanged: () => void) =>
  useProfileAction({
    user,
    send: ({ id }, profile: { username: string; email: string; notifyByEmail?: boolean }) =>
      api.patch(`/api/users/${id}`, profile, UserSchema),
    done: { title: 'Profil mis à jour' },
    explain: (error) => serverMessage(error, 'Une erreur est survenue lors de la mise à jour du profil'),
    onDone: onChanged,
    onSessionLost: onChanged,
  });

export function PersonalForm({ user, onChanged }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileFormSchema),
    values: { username: user.username, email: user.email ?? '', notifyByEmail: user.notifyByEmail },
  });
  const update = useUpdateProfile(user, onChanged);
  // A link in a mail may have changed the switch meanwhile: only somebody who moved it says anything about it.
  const submit = handleSubmit(({ username, email, notifyByEmail }) =>
    update.mutate({ username, email, ...(notifyByEmail !== user.notifyByEmail && { notifyByEmail }) }),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Nom d'utilisateur"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.username?.message}
        {...register('username')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SwitchField label="M'avertir par email des changements de statut" {...register('notifyByEmail')} />
      <SubmitButton idle="Mettre à jour le profil" pending="Mise à jour en cours..." isPending={update.isPending} />
    </form>
  );
}
