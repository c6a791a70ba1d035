import { ProfileFormSchema } from '@fasocolis/contracts/auth';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { SubmitButton } from '../../shared/button.tsx';
import { Field, SwitchField } from '../../shared/field.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { useRefreshSession } from '../../shared/session.ts';
import { useReauthenticatedAction } from './reauthenticated-action.ts';
import { Reauthentication } from './reauthentication.tsx';

interface ProfileChange {
  username: string;
  email: string;
  notifyByEmail?: boolean;
  notifyByWhatsapp?: boolean;
}

export function useUpdateProfile(user: User | null) {
  const refreshSession = useRefreshSession();
  return useReauthenticatedAction({
    user,
    send: ({ id }, change: ProfileChange) => api.patch('/api/users/:id', change, UserSchema, { params: { id } }),
    done: { title: 'Profil mis à jour' },
    explain: (error) => serverMessage(error, 'Une erreur est survenue lors de la mise à jour du profil'),
    onDone: refreshSession,
  });
}

export function PersonalForm({ user }: { user: User }) {
  const wantsWhatsapp = user.notifyByWhatsapp ?? true;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileFormSchema),
    values: {
      ...{ username: user.username, email: user.email ?? '', notifyByEmail: user.notifyByEmail },
      notifyByWhatsapp: wantsWhatsapp,
    },
  });
  const update = useUpdateProfile(user);
  // The link in an email may have changed the switch meanwhile: it is sent only when the user has moved it.
  const submit = handleSubmit(({ username, email, notifyByEmail, notifyByWhatsapp = wantsWhatsapp }) =>
    update.mutate({
      ...{ username, email },
      ...(notifyByEmail !== user.notifyByEmail && { notifyByEmail }),
      ...(notifyByWhatsapp !== wantsWhatsapp && { notifyByWhatsapp }),
    }),
  );
  return (
    <>
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
        {user.phone && (
          <SwitchField label="M'avertir par WhatsApp de l'avancée de mes colis" {...register('notifyByWhatsapp')} />
        )}
        <SubmitButton idle="Mettre à jour le profil" pending="Mise à jour en cours..." isPending={update.isPending} />
      </form>
      {/* Outside the form: in React the events of a portal bubble to its parents. */}
      {update.refusal && <Reauthentication user={user} purpose="changer votre adresse email" {...update.refusal} />}
    </>
  );
}
