import { toastStore } from '@fasocolis/web-kit/toast-store';
import { lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { Extra } from '../components/extra.tsx';

const Toaster = lazy(async () => ({ default: (await import('@fasocolis/web-kit/toaster')).Toaster }));

/** Long enough for the screen itself to load first on a slow network, in milliseconds. */
const PATIENCE = 2500;

/** The place of messages. Its code comes after the screen's own, or at once when there is something to say. */
export function ToastArea() {
  const hasMessage = useSyncExternalStore(toastStore.subscribe, () => toastStore.getSnapshot() !== undefined);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const due = setTimeout(() => setIsDue(true), PATIENCE);
    return () => clearTimeout(due);
  }, []);

  return (
    <div id="toast-area">
      {(hasMessage || isDue) && (
        <Extra>
          <Toaster />
        </Extra>
      )}
    </div>
  );
}
