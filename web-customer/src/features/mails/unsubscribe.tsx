import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { buttonClass } from '../../components/button-class.ts';
import { NarrowPage } from '../../components/narrow-page.tsx';
import { Outcome } from '../../components/outcome.tsx';
import { paths } from '../../components/paths.ts';
import { serverMessage } from '../../components/server-message.ts';

/** Where the link at the foot of our mails leads: one button ends them, without a sign-in. */
export function Unsubscribe({ onUnsubscribed }: { onUnsubscribed: () => void }) {
  const token = useSearchParams()[0].get('token') ?? '';
  const ending = useMutation({
    mutationFn: () => api.post(`/api/email/unsubscribe?${new URLSearchParams({ token })}`, undefined, MessageSchema),
    onSuccess: onUnsubscribed,
  });

  if (ending.isSuccess) {
    return <Outcome tone="success" title="C'est fait" text={ending.data.message} action={<ToProfile />} />;
  }
  if (ending.isError || token === '') {
    return (
      <Outcome
        tone="failure"
        title="Désabonnement impossible"
        text={
          ending.error ? serverMessage(ending.error, ending.error.message) : 'Ce lien de désabonnement est incomplet.'
        }
        action={<ToProfile />}
      />
    );
  }
  return (
    <NarrowPage
      title="Nos emails"
      intro="Vous recevez un email quand le statut d'un de vos colis change. Vos notifications sur le site restent actives."
    >
      <div className="grid gap-2">
        <button
          type="button"
          className={buttonClass('primary', 'min-h-12')}
          disabled={ending.isPending}
          onClick={() => ending.mutate()}
        >
          Ne plus recevoir d'emails
        </button>
        <ToProfile />
      </div>
    </NarrowPage>
  );
}

const ToProfile = () => (
  <Link to={paths.profile} className={buttonClass('secondary', 'min-h-12')}>
    Aller à mon profil
  </Link>
);
