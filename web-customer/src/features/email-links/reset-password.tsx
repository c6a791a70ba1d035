import { ResetPasswordFormSchema, TOKEN_INVALID, TokenValiditySchema } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { NewPasswordField } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { Waiting } from '../../shared/loading.tsx';
import { NarrowPage, Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useRefreshSession } from '../../shared/session.ts';
import { Tips } from '../../shared/tips.tsx';

const TIPS = [
  '8 caractères minimum',
  'Lettres majuscules et minuscules',
  'Au moins un chiffre',
  'Au moins un caractère spécial',
];

export default function ResetPassword() {
  const refreshSession = useRefreshSession();
  const token = useSearchParams()[0].get('token') ?? '';
  const check = useQuery({
    ...apiQuery(['reset-token', token], '/api/auth/verify-reset-token', TokenValiditySchema, { query: { token } }),
    enabled: token !== '',
    // A link works once, so its state is requested at every visit.
    gcTime: 0,
  });
  const reset = useMutation({
    mutationFn: (password: string) => api.post('/api/auth/reset-password', { token, password }, MessageSchema),
    onSuccess: () => {
      toast({ title: 'Succès' });
      refreshSession();
    },
    onError: (error) =>
      toast({
        description: serverMessage(error, 'Une erreur est survenue lors de la réinitialisation du mot de passe.'),
        variant: 'destructive',
      }),
  });

  if (reset.isSuccess) {
    return (
      <Outcome
        tone="success"
        title="Mot de passe modifié"
        text="Votre mot de passe a été réinitialisé avec succès."
        to={paths.auth}
        label="Retour à la connexion"
      />
    );
  }
  if (check.isLoading) return <Waiting text="Vérification du lien..." />;
  if (!check.data?.valid) {
    return (
      <Outcome
        tone="failure"
        title="Lien invalide"
        text={TOKEN_INVALID}
        to={paths.forgotPassword}
        label="Demander un nouveau lien"
      />
    );
  }
  return (
    <NarrowPage title="Nouveau mot de passe" intro="Choisissez le mot de passe que vous utiliserez désormais.">
      <NewPasswordForm isPending={reset.isPending} onSubmit={reset.mutate} />
    </NarrowPage>
  );
}

function NewPasswordForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (password: string) => void }) {
  const { fieldOf, handleSubmit } = useSchemaForm(ResetPasswordFormSchema, {
    defaultValues: { password: '', confirmation: '' },
  });
  return (
    <Form onSubmit={handleSubmit(({ password }) => onSubmit(password))}>
      <Tips title="Un bon mot de passe" tips={TIPS} />
      <NewPasswordField label="Nouveau mot de passe" {...fieldOf('password', { deps: ['confirmation'] })} />
      <NewPasswordField label="Confirmer le mot de passe" {...fieldOf('confirmation')} />
      <SubmitButton idle="Réinitialiser le mot de passe" pending="Réinitialisation en cours..." isPending={isPending} />
    </Form>
  );
}
