import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { buttonClass } from '../../shared/button.tsx';
import { NarrowPage, Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useRefreshSession } from '../../shared/session.ts';

/** The target of the unsubscribe link in emails: one button stops them, without a sign-in. */
export default function Unsubscribe() {
  const token = useSearchParams()[0].get('token') ?? '';
  const ending = useMutation({
    mutationFn: () => api.post('/api/email/unsubscribe', undefined, MessageSchema, { query: { token } }),
    onSuccess: useRefreshSession(),
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
      <div className="grid grid-cols-1 gap-2">
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
