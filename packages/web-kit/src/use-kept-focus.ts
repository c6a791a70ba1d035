import { useEffect } from 'react';

/** Time for code that closes a dialog or opens a screen to move the focus, in milliseconds. */
const RESTORE_DELAY_MS = 100;

/**
 * Keeps the keyboard focus in place. Browsers drop the focus when its element is disabled or removed: a button that is
 * enabled again gets it back. In place of a removed element, the one that opened its dialog gets it, or the screen's
 * heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    // Had the focus before the dialog that has it.
    let opener: HTMLElement | undefined;
    let check: ReturnType<typeof setTimeout> | undefined;

    const remember = ({ target }: FocusEvent) => {
      const next = target instanceof HTMLElement ? target : undefined;
      if (!isInDialog(next)) opener = undefined;
      else if (!isInDialog(last)) opener = last ?? opener;
      last = next;
    };
    // After the change it is known whether the focus was dropped or the user clicked elsewhere.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !last.matches(':disabled')) last = undefined;
      });
    const restore = () => {
      check = undefined;
      if (!last || document.activeElement !== document.body) return;
      // No effect while it is disabled; being enabled again is another change.
      const known = [last, opener].find((each) => each?.isConnected);
      if (known) return known.focus({ preventScroll: true });
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading) heading.tabIndex = -1;
      heading?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      check ??= setTimeout(restore, RESTORE_DELAY_MS);
    });

    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
      observer.disconnect();
      clearTimeout(check);
    };
  }, []);
}

const isInDialog = (element?: Element) => Boolean(element?.closest('[role=dialog]'));
