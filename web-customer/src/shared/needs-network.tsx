import WifiOff from 'lucide-react/icons/wifi-off';
import { Button } from './button.tsx';

/** Replaces a screen that cannot be shown without a network. */
export default function NeedsNetwork({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-4 py-24 text-center">
      <WifiOff aria-hidden size={48} strokeWidth={1.25} className="text-brand" />
      <p className="text-lg font-semibold">Cet écran a besoin d'une connexion à Internet.</p>
      <p className="text-ink-soft">Il s'affichera dès que vous serez de nouveau en ligne.</p>
      <Button label="Réessayer" onClick={onRetry} />
    </div>
  );
}
