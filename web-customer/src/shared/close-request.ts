import { useEffect, useEffectEvent } from 'react';

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
