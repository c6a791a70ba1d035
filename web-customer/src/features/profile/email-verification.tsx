import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../../shared/button.tsx';
import { Tips } from '../../shared/tips.tsx';
import { useProfileAction } from './profile-action.ts';

const REASONS = [
  'Sécuriser votre compte',
  "Récupérer votre mot de passe en cas d'oubli",
  'Recevoir les informations importantes sur vos commandes',
];

export const useSendVerification = (user: User | null) =>
  useProfileAction<void>({
    user,
    send: () => api.post('/api/email/send-verification', undefined, MessageSchema),
    done: {
      title: 'Email envoyé',
      description: 'Ouvrez le lien que vous y trouverez. Pensez à regarder dans vos spams.',
    },
    explain: () => "Une erreur est survenue lors de l'envoi de l'email de vérification",
  });

export function EmailVerification({ user }: { user: User }) {
  const sending = useSendVerification(user);
  const Icon = user.emailVerified ? CircleCheck : TriangleAlert;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 break-words font-medium">{user.email ?? 'Aucun email enregistré'}</p>
        <p
          className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold ${user.emailVerified ? 'bg-green-surface text-green' : 'bg-danger-surface text-danger'}`}
        >
          <Icon aria-hidden size={16} />
          {user.emailVerified ? 'Vérifié' : 'Non vérifié'}
        </p>
      </div>
      {!user.email && <p>Ajoutez d'abord une adresse dans «&nbsp;Information Personnelle&nbsp;».</p>}
      {user.email && !user.emailVerified && (
        <>
          <Tips title="Pourquoi vérifier votre email ?" tips={REASONS} />
          <Button
            label={sending.isPending ? 'Envoi en cours...' : 'Envoyer un email de vérification'}
            variant="primary"
            className="min-h-12"
            disabled={sending.isPending}
            onClick={() => sending.mutate()}
          />
        </>
      )}
    </div>
  );
}
