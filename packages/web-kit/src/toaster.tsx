import * as Toast from '@radix-ui/react-toast';
import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { dismissToast, TOAST_DURATION, toastStore } from './toast-store.ts';

/** How far a toast must be swiped to go away, in pixels. */
export const SWIPE_THRESHOLD = 50;

/** The toast area. F8 moves the focus to it. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);

  return (
    <Toast.Provider label="Message" duration={TOAST_DURATION} swipeThreshold={SWIPE_THRESHOLD}>
      {current && (
        <Toast.Root
          key={current.id}
          className="fc-toast"
          data-testid="toast"
          data-variant={current.variant ?? 'default'}
          open={current.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(current.id);
          }}
        >
          <div className="fc-toast-text">
            {current.title && <Toast.Title className="fc-toast-title">{current.title}</Toast.Title>}
            {current.description && <Toast.Description>{current.description}</Toast.Description>}
          </div>
          <Toast.Close className="fc-toast-close" aria-label="Fermer">
            <X aria-hidden size={20} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fc-toast-area" label="Messages ({hotkey})" hotkey={['F8']} />
    </Toast.Provider>
  );
}
