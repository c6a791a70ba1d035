import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../shared/button.tsx';
import { NarrowPage, Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';

/**
 * The target of the link in the email about a changed address. A button undoes the change, not the page itself, because
 * email scanners open links too.
 */
export default function RestoreEmail() {
  const token = useSearchParams()[0].get('token') ?? '';
  const restoring = useMutation({ mutationFn: () => api.post('/api/email/restore', { token }, MessageSchema) });
  if (restoring.isSuccess) {
    return (
      <Outcome
        tone="success"
        title="Votre adresse est rétablie"
        text="Tous les appareils ont été déconnectés et l'ancien mot de passe ne fonctionne plus. Ouvrez l'email que nous venons de vous envoyer pour en choisir un nouveau."
        to={paths.home}
        label="Retour à l'accueil"
      />
    );
  }
  if (restoring.isError || token === '') {
    return (
      <Outcome
        tone="failure"
        title="Annulation impossible"
        text={restoring.error ? serverMessage(restoring.error, restoring.error.message) : 'Ce lien est incomplet.'}
        to={paths.home}
        label="Retour à l'accueil"
      />
    );
  }
  return (
    <NarrowPage
      title="Ce n'est pas moi"
      intro="L'adresse email de votre compte a été remplacée par une autre. Si vous n'avez rien demandé, annulez ce changement&nbsp;: votre adresse sera rétablie, tous les appareils seront déconnectés et vous choisirez un nouveau mot de passe."
    >
      <Button
        label={restoring.isPending ? 'Annulation en cours...' : 'Annuler le changement'}
        variant="primary"
        className="min-h-12 w-full"
        disabled={restoring.isPending}
        onClick={() => restoring.mutate()}
      />
    </NarrowPage>
  );
}
