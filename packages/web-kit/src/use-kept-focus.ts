import { useEffect } from 'react';

/** Long enough for whoever closes a dialog or opens a screen to move the focus on purpose, in milliseconds. */
const RESTORE_DELAY_MS = 100;

/**
 * Keeps people who use the keyboard or a screen reader where they are. Browsers drop the focus when what had it is
 * disabled or disappears: a button that worked gets it back, and in place of what is gone the screen's heading has it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    let check: ReturnType<typeof setTimeout> | undefined;

    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : undefined;
    };
    // Once the change is through, it is plain whether the focus was dropped or somebody clicked beside it.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !last.matches(':disabled')) last = undefined;
      });
    const restore = () => {
      check = undefined;
      if (!last || document.activeElement !== document.body) return;
      // While it is disabled this does nothing; the end of that is a change too.
      if (last.isConnected) return last.focus({ preventScroll: true });
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
