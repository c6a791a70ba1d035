import type { Order } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { followText } from '@fasocolis/contracts/whatsapp';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { paths } from '../../shared/paths.ts';
import { PushToggle, useIsFollowed } from '../../shared/push-toggle.tsx';
import { useUser } from '../../shared/session.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { SupportLink } from '../../shared/support-link.tsx';
import { SaveButton, savedOrderQuery } from './save-order.tsx';

/** The channels over which a user can follow a parcel, each with its state. */
export default function BeToldSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const user = useUser();
  const target = { reference: order.reference };
  const isFollowed = useIsFollowed(target);
  return (
    <Sheet
      title="Être averti"
      description={`Nous vous prévenons de chaque étape du colis ${order.reference}.`}
      onClose={onClose}
    >
      <Way name="WhatsApp" state="Envoyez le message déjà écrit&nbsp;: notre réponse confirme que vous serez averti.">
        <SupportLink label="Suivre sur WhatsApp" text={followText(order.reference)} className="w-full" />
      </Way>
      <Way
        name="Ce téléphone"
        state={isFollowed ? 'Activé\u00a0: ce téléphone vous avertit, même le site fermé.' : 'Désactivé.'}
      >
        <PushToggle target={target} />
      </Way>
      {user ? <OwnAccount order={order} user={user} /> : <NoAccount />}
      <Button label="Fermer" className="mt-6 w-full" onClick={onClose} />
    </Sheet>
  );
}

function OwnAccount({ order, user }: { order: Order; user: User }) {
  const { data } = useQuery(savedOrderQuery(user.id, order.id));
  const isOwn = 'userId' in order && order.userId === user.id;
  const isActive = isOwn || data?.isSaved;
  const off = 'Désactivé\u00a0: sauvegardez ce colis pour recevoir ses nouvelles dans votre compte.';
  return (
    <Way name="Mon compte" state={isActive ? 'Activé\u00a0: ses nouvelles arrivent dans votre compte.' : off}>
      {!isOwn && <SaveButton order={order} user={user} />}
    </Way>
  );
}

function NoAccount() {
  const { pathname, search } = useLocation();
  return (
    <Way name="Mon compte" state="Désactivé&nbsp;: connectez-vous, puis sauvegardez ce colis.">
      <ButtonLink to={paths.auth} label="Se connecter" className="w-full" state={{ from: pathname + search }} />
    </Way>
  );
}

function Way({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-4 border-t border-line pt-4">
      <h3 className="font-semibold">{name}</h3>
      <p className="mb-2 text-ink-soft">{state}</p>
      <div className="grid grid-cols-1">{children}</div>
    </section>
  );
}
