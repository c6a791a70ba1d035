import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { isFollowed, type PushTarget, readPushState, subscribeToPushState } from './push-state.ts';
import { hasTap } from './share.ts';

/** A reason that the user can do something about. */
class Refused extends Error {}

const UNSUPPORTED =
  'Ce navigateur ne peut pas recevoir de notifications\u00a0: ouvrez le site dans une version récente de Chrome ou de Firefox.';
const NOT_INSTALLED =
  "Sur iPhone, ajoutez d'abord le site à l'écran d'accueil (Partager, puis «\u00a0Sur l'écran d'accueil\u00a0»), et ouvrez-le de là.";
const DENIED =
  'Les notifications de ce site sont bloquées\u00a0: autorisez-les dans les réglages du navigateur, puis réessayez.';
const UNDECIDED = 'Pour être averti, acceptez les notifications quand le navigateur le demande.';
/** For browsers that ask for permission only during a tap, which was over before the page had loaded. */
const TAP_AGAIN = 'Touchez encore une fois le bouton pour être averti.';
const FAILED = "Ce téléphone n'a pas pu s'abonner. Vérifiez votre connexion, puis réessayez.";

/** Whether this browser receives messages about a target. */
export const useIsFollowed = (target: PushTarget): boolean =>
  useSyncExternalStore(
    subscribeToPushState,
    () => window.Notification?.permission === 'granted' && isFollowed(readPushState(), target),
    () => false,
  );

export function PushToggle({ target, className = '' }: { target: PushTarget; className?: string }) {
  const isOn = useIsFollowed(target);
  const change = useMutation({
    mutationFn: async (isWanted: boolean) => {
      // At once: some browsers ask during the tap only.
      if (isWanted) await requestPermission();
      const { follow } = await import('./push.ts');
      return follow(target, isWanted);
    },
    onSuccess: (isFollowing) =>
      toast({ title: isFollowing ? 'Ce téléphone sera averti' : 'Ce téléphone ne sera plus averti' }),
  });
  const Icon = isOn ? BellOff : Bell;
  return (
    <div className={`noscript:hidden ${className}`}>
      <Button
        label={isOn ? "Ne plus m'avertir" : "M'avertir sur ce téléphone"}
        className="w-full"
        icon={Icon}
        disabled={change.isPending}
        onClick={() => change.mutate(!isOn)}
      />
      <p role="status" className={change.error ? 'mt-2 text-ink-soft' : ''}>
        {change.error && explain(change.error)}
      </p>
    </div>
  );
}

/** @throws Refused */
async function requestPermission(): Promise<void> {
  if (!('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator)) {
    const isOnIphone = 'standalone' in navigator && !navigator.standalone;
    throw new Refused(isOnIphone ? NOT_INSTALLED : UNSUPPORTED);
  }
  const isRequested = hasTap();
  const permission = await Notification.requestPermission();
  if (permission === 'granted') return;
  throw new Refused(permission === 'denied' ? DENIED : isRequested ? UNDECIDED : TAP_AGAIN);
}

function explain(error: Error): string {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof ApiError)) return FAILED;
  // Too many parcels, phones, or tries.
  const reason = error.status === 400 ? Object.values(error.errors ?? {})[0] : undefined;
  return reason ?? ([409, 429].includes(error.status) ? (error.serverMessage ?? FAILED) : FAILED);
}
