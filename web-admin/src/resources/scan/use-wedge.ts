import { useEffect, useEffectEvent } from 'react';

/** Between two keystrokes of a scanner, at most; nobody types that fast. In milliseconds. */
const GAP_MS = 60;
/** Keystrokes that make a code, without Enter. */
const SHORTEST = 4;

/** Receives the codes of a scanner that works as a keyboard: fast keystrokes ended by Enter, outside text fields. */
export function useWedge(isActive: boolean, onCode: (text: string) => void): void {
  const report = useEffectEvent(onCode);

  useEffect(() => {
    if (!isActive) return;
    let text = '';
    let last = 0;
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
      if (event.timeStamp - last > GAP_MS) text = '';
      last = event.timeStamp;
      if (event.key === 'Enter' && text.length >= SHORTEST) {
        // Not also a press of the button that has the focus.
        event.preventDefault();
        event.stopPropagation();
        report(text);
        text = '';
      } else if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) text += event.key;
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [isActive]);
}
