import { ForgotPasswordSchema, isPhoneLogin, LINK_REQUESTED } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
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
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    if (isPhoneLogin(body.email) && problemOf(error)) throw error;
  }
}

const problemOf = (error: Error) => (error instanceof ApiError ? error.errors?.email : undefined);

export default function ForgotPassword() {
  const { fieldOf, handleSubmit, setError } = useSchemaForm(ForgotPasswordSchema, { defaultValues: { email: '' } });
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
        to={paths.auth}
        label="Retour à la connexion"
      />
    );
  }
  return (
    <NarrowPage
      title="Mot de passe oublié"
      intro="Indiquez l'email de votre compte : nous vous enverrons un lien pour choisir un nouveau mot de passe."
    >
      <Form onSubmit={handleSubmit((body) => request.mutate(body))}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="Ou le numéro de téléphone vérifié de votre compte."
          {...fieldOf('email')}
        />
        <SubmitButton
          idle="Envoyer le lien de réinitialisation"
          pending="Envoi en cours..."
          isPending={request.isPending}
        />
        <Link to={paths.auth} className="text-link justify-self-center">
          Se connecter
        </Link>
      </Form>
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
      to={paths.auth}
      label="Retour à la connexion"
    />
  );
}
