import { longMoment } from '@fasocolis/web-kit/dates';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Button } from './button.tsx';

/** Marks shown data as old, because the service does not respond. */
export function DatedNotice({ at, onRetry }: { at: string; onRetry: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-canvas px-3 py-2 ring-1 ring-control-line sm:px-4"
    >
      <p className="flex items-center gap-2 text-sm">
        <WifiOff aria-hidden size={20} className="shrink-0" />
        <span>
          Dernière information du <time dateTime={at}>{longMoment(at)}</time>
        </span>
      </p>
      <Button label="Réessayer" onClick={onRetry} />
    </div>
  );
}
