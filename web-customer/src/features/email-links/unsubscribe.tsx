import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../shared/button.tsx';
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
    return <Outcome {...toProfile} tone="success" title="C\'est fait" text={ending.data.message} />;
  }
  if (ending.isError || token === '') {
    return (
      <Outcome
        {...toProfile}
        tone="failure"
        title="Désabonnement impossible"
        text={
          ending.error ? serverMessage(ending.error, ending.error.message) : 'Ce lien de désabonnement est incomplet.'
        }
      />
    );
  }
  return (
    <NarrowPage
      title="Nos emails"
      intro="Vous recevez un email quand le statut d'un de vos colis change. Vos notifications sur le site restent actives."
    >
      <div className="grid grid-cols-1 gap-2">
        <Button
          label="Ne plus recevoir d'emails"
          variant="primary"
          className="min-h-12"
          disabled={ending.isPending}
          onClick={() => ending.mutate()}
        />
        <ButtonLink {...toProfile} className="min-h-12" />
      </div>
    </NarrowPage>
  );
}

const toProfile = { to: paths.profile, label: 'Aller à mon profil', variant: 'secondary' } as const;
