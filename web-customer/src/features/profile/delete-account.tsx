import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { useState } from 'react';
import { buttonClass } from '../../shared/button.tsx';
import { useLeave } from '../../shared/leave.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useReauthenticatedAction } from './reauthenticated-action.ts';
import { Reauthentication } from './reauthentication.tsx';
import { Sheet } from './sheet.tsx';

const DELETED = [
  'Votre profil et vos moyens de connexion',
  'Vos colis et leur historique\u00a0: leurs numéros ne donneront plus rien, à personne',
  'Vos colis sauvegardés et vos notifications',
  'Vos messages au service client, et la trace de nos e-mails',
];
const DESCRIPTION = 'Ceci est définitif. Vos appareils seront déconnectés, et tout ceci disparaîtra\u00a0:';
const FAREWELL = {
  title: 'Votre compte est supprimé',
  description: 'Vos données disparaissent de tous nos services. Merci de votre confiance, et au revoir.',
};

export function DeleteAccount({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useLeave();
  const deletion = useReauthenticatedAction({
    user,
    send: (_, body: object) => api.post('/api/user/deletion', body, MessageSchema),
    explain: (error) => serverMessage(error, "Votre compte n'a pas pu être supprimé. Réessayez dans un instant."),
    onDone: () => void leave(FAREWELL),
  });
  return (
    <>
      <p className="text-ink-soft">
        Supprimer votre compte efface aussi toutes vos données. Personne ne peut les rétablir.
      </p>
      <button
        type="button"
        className={buttonClass('secondary', 'mt-3 w-full text-danger! sm:w-auto')}
        onClick={() => setIsAsking(true)}
      >
        Supprimer mon compte
      </button>
      {isAsking && !deletion.refusal && (
        <Sheet
          title={`Supprimer le compte @${user.username}\u00a0?`}
          description={DESCRIPTION}
          onClose={() => setIsAsking(false)}
        >
          <ul className="mt-3 list-disc space-y-1 pl-5">
            {DELETED.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <div className="mt-5 grid gap-2">
            <button
              type="button"
              className={buttonClass('danger', 'min-h-12')}
              disabled={deletion.isPending}
              onClick={() => deletion.mutate({})}
            >
              {deletion.isPending ? 'Suppression...' : 'Supprimer définitivement'}
            </button>
            <button type="button" className={buttonClass('secondary', 'min-h-12')} onClick={() => setIsAsking(false)}>
              Annuler
            </button>
          </div>
        </Sheet>
      )}
      {deletion.refusal && <Reauthentication user={user} purpose="supprimer votre compte" {...deletion.refusal} />}
    </>
  );
}
