import { MessageSchema } from '@fasocolis/contracts/common';
import { OrderSchema } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../shared/button.tsx';
import { useLeave } from '../../shared/leave.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { useReauthenticatedAction } from './profile-action.ts';
import { Reauthentication } from './reauthentication.tsx';

const DELETED = [
  'Votre profil et vos moyens de connexion',
  'Dans vos colis\u00a0: votre nom, votre téléphone, le code de retrait, les photos et les messages',
  'Vos colis sauvegardés et vos notifications',
  'Vos messages au service client, et la trace de nos e-mails',
];
const DESCRIPTION = 'Ceci est définitif. Vos appareils seront déconnectés, et tout ceci disparaîtra\u00a0:';
const KEPT = 'Vos colis restent trouvables par leur numéro, avec leur statut et leurs lieux.';
const FAREWELL = {
  title: 'Votre compte est supprimé',
  description: 'Vos données disparaissent de tous nos services. Merci de votre confiance, et au revoir.',
};

export function DeleteAccount({ user }: { user: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
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
      <Button
        label="Supprimer mon compte"
        className="mt-3 w-full text-danger! sm:w-auto"
        onClick={() => setIsConfirming(true)}
      />
      {isConfirming && !deletion.refusal && (
        <Sheet
          title={`Supprimer le compte @${user.username}\u00a0?`}
          description={DESCRIPTION}
          onClose={() => setIsConfirming(false)}
        >
          <ul className="mt-3 list-disc space-y-1 pl-5">
            {DELETED.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <p className="mt-3">{KEPT}</p>
          <OnTheWay user={user} />
          <div className="mt-5 grid grid-cols-1 gap-2">
            <Button
              label={deletion.isPending ? 'Suppression...' : 'Supprimer définitivement'}
              variant="danger"
              className="min-h-12"
              disabled={deletion.isPending}
              onClick={() => deletion.mutate({})}
            />
            <Button label="Annuler" className="min-h-12" onClick={() => setIsConfirming(false)} />
          </div>
        </Sheet>
      )}
      {deletion.refusal && <Reauthentication user={user} purpose="supprimer votre compte" {...deletion.refusal} />}
    </>
  );
}

/** Named at most; a list that is longer ends with "et d'autres". */
const NAMED = 20;

/** The parcels that have not been handed over. */
function OnTheWay({ user: { id: userId } }: { user: User }) {
  const { data: orders = [] } = useQuery({
    queryKey: ['user', userId, 'orders', 'on-the-way'],
    queryFn: ({ signal }) => {
      const query = { filter: JSON.stringify({ ended: false }), range: JSON.stringify([0, NAMED]) };
      return api.get('/api/orders/user/:userId', z.array(OrderSchema), { params: { userId }, query, signal });
    },
  });
  if (orders.length === 0) return null;
  const names = orders.slice(0, NAMED).map(({ reference }) => reference);
  const list = orders.length > NAMED ? `${names.join(', ')} et d'autres` : names.join(', ');
  return (
    <p role="status" className="mt-3 rounded-lg border border-line p-3 wrap-anywhere">
      Encore en route&nbsp;: <strong>{list}</strong>. Nous ne pourrons plus vous prévenir de leur arrivée&nbsp;: notez
      {orders.length > 1 ? ' ces numéros' : ' ce numéro'}.
    </p>
  );
}
