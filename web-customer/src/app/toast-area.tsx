import { dismissToast, TOAST_DURATION, toastStore } from '@fasocolis/web-kit/toast-store';
import { lazy, useEffect, useSyncExternalStore } from 'react';
import { Extra } from '../components/extra.tsx';
import { useIsDue } from './patience.ts';

const Toaster = lazy(async () => ({ default: (await import('@fasocolis/web-kit/toaster')).Toaster }));

/** The place of messages. Its code comes after the screen's own, or at once when there is something to say. */
export function ToastArea() {
  const hasMessage = useSyncExternalStore(toastStore.subscribe, () => toastStore.getSnapshot() !== undefined);
  const isDue = useIsDue();
  return (
    <div id="toast-area">
      {(hasMessage || isDue) && (
        <Extra fallback={<PlainToast />}>
          <Toaster />
        </Extra>
      )}
    </div>
  );
}

/** The message itself, where the code that shows it in full did not arrive: without a network above all. */
function PlainToast() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  useEffect(() => {
    if (!current?.open) return;
    const over = setTimeout(() => dismissToast(current.id), TOAST_DURATION);
    return () => clearTimeout(over);
  }, [current]);

  if (!current?.open) return null;
  return (
    <div className="fc-toast-area">
      <div role="alert" className="fc-toast" data-testid="toast" data-variant={current.variant ?? 'default'}>
        <div className="fc-toast-text">
          {current.title && <p className="fc-toast-title">{current.title}</p>}
          {current.description && <p>{current.description}</p>}
        </div>
      </div>
    </div>
  );
}
