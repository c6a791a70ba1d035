import { ForgotPasswordSchema, isPhoneLogin, LINK_REQUESTED } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { buttonClass, SubmitButton } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { NarrowPage, Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { whatsappStateQuery } from '../../shared/whatsapp-request.ts';

/**
 * Every response counts as success, because the site must not show whether there is an account, except that a number cannot
 * be read.
 */
async function requestLink(body: { email: string }): Promise<void> {
  try {
    await api.post('/api/auth/forgot-password', body, MessageSchema);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || problemOf(error)) throw error;
  }
}

const problemOf = (error: Error) => (error instanceof ApiError ? error.errors?.email : undefined);

export default function ForgotPassword() {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(ForgotPasswordSchema),
    defaultValues: { email: '' },
  });
  const request = useMutation({
    mutationFn: requestLink,
    onSuccess: (_, { email }) => {
      if (isPhoneLogin(email)) return;
      toast({
        title: 'Email envoyé',
        description: 'Si un compte existe avec cet email, vous recevrez un lien de réinitialisation.',
      });
    },
    onError: (error) => {
      const message = problemOf(error);
      if (message) return setError('email', { message }, { shouldFocus: true });
      toast({
        description: 'Une erreur est survenue lors de la demande de réinitialisation.',
        variant: 'destructive',
      });
    },
  });

  if (request.isSuccess && isPhoneLogin(request.variables.email)) return <LinkRequested />;
  if (request.isSuccess) {
    return (
      <Outcome
        tone="success"
        title="Consultez vos emails"
        text="Vérifiez votre boîte de réception ainsi que votre dossier de courrier indésirable (spam)."
        action={
          <Link to={paths.auth} className={buttonClass('primary', 'min-h-12')}>
            Retour à la connexion
          </Link>
        }
      />
    );
  }
  return (
    <NarrowPage
      title="Mot de passe oublié"
      intro="Indiquez l'email de votre compte : nous vous enverrons un lien pour choisir un nouveau mot de passe."
    >
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => void handleSubmit((body) => request.mutate(body))(event)}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="Ou le numéro de téléphone vérifié de votre compte."
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <SubmitButton
          idle="Envoyer le lien de réinitialisation"
          pending="Envoi en cours..."
          isPending={request.isPending}
        />
        <Link
          to={paths.auth}
          className="inline-flex min-h-11 items-center justify-self-center text-brand underline underline-offset-4"
        >
          Se connecter
        </Link>
      </form>
    </NarrowPage>
  );
}

function LinkRequested() {
  const { data: whatsapp } = useQuery(whatsappStateQuery);
  return (
    <Outcome
      tone="success"
      title="Demande envoyée"
      text={
        whatsapp?.isEnabled
          ? `${LINK_REQUESTED} Plus rapide\u00a0: le bouton WhatsApp de la page de connexion vous envoie un code.`
          : LINK_REQUESTED
      }
      action={
        <Link to={paths.auth} className={buttonClass('primary', 'min-h-12')}>
          Retour à la connexion
        </Link>
      }
    />
  );
}
