import * as Dialog from '@radix-ui/react-dialog';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

interface Props {
  title: string;
  description: string;
  /** Absent where only a button inside may close it. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog that may be longer than the screen; printed, it is alone on the paper. */
export function Sheet({ title, description, onClose, children }: Props) {
  useCloseRequest(onClose);
  return (
    <Dialog.Root open onOpenChange={() => onClose?.()}>
      <Dialog.Portal>
        {/* The library's own overlay locks scrolling with a style element, which the site's CSP refuses. */}
        <div data-scroll-lock className="fixed inset-0 z-40 bg-backdrop print:hidden" />
        <Dialog.Content
          data-print-alone
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100vh-2rem)] supports-[height:1dvh]:max-h-[calc(100dvh-2rem)] max-w-md transform-[translateY(-50%)] overflow-y-auto rounded-2xl bg-surface p-4 shadow-xl sm:p-6 print:static print:max-h-none print:transform-none print:shadow-none"
        >
          <Dialog.Title className="text-lg font-bold">{title}</Dialog.Title>
          <Dialog.Description className="mt-1 text-ink-soft">{description}</Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** TypeScript does not declare it. */
interface Watcher extends EventTarget {
  destroy(): void;
}

/**
 * Closes an open part on a request of the platform: the back button or gesture of Android (docs/decisions/0081). Without
 * `onClose` the first request is ignored, so that the page is not left by accident.
 */
export function useCloseRequest(onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.());
  const isClosable = onClose !== undefined;
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('cancel', (event) => {
      if (!isClosable) event.preventDefault();
    });
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [isClosable]);
}
