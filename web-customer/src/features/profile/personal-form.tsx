import { ProfileFormSchema } from '@fasocolis/contracts/auth';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Field } from '../../components/field.tsx';
import { serverMessage } from '../../components/server-message.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useProfileAction } from './profile-action.ts';

interface Props {
  user: User;
  /** Called when the account, or the session itself, is no longer what it was. */
  onChanged: () => void;
}

export const useUpdateProfile = (user: User | null, onChanged: () => void) =>
  useProfileAction({
    user,
    send: ({ id }, profile: { username: string; email: string }) => api.patch(`/api/users/${id}`, profile, UserSchema),
    done: { title: 'Profil mis à jour' },
    explain: (error) => serverMessage(error, 'Une erreur est survenue lors de la mise à jour du profil'),
    onDone: onChanged,
    onSessionLost: onChanged,
  });

export function PersonalForm({ user, onChanged }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileFormSchema),
    values: { username: user.username, email: user.email ?? '' },
  });
  const update = useUpdateProfile(user, onChanged);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void handleSubmit((profile) => update.mutate(profile))(event)}
    >
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
      <SubmitButton idle="Mettre à jour le profil" pending="Mise à jour en cours..." isPending={update.isPending} />
    </form>
  );
}
