import { isCharacter } from '@fasocolis/contracts/reading/code';
import { useEffect, useEffectEvent } from 'react';
import { END_PAUSE, type Wedged, wedge } from './wedge.ts';

/** After an incomplete code, what follows within this time is its rest, in milliseconds. */
const REST_MS = 2000;

interface Listener {
  onCode: (text: string) => void;
  onIncomplete: (text: string) => void;
}

/** Receives the codes of a scanner that works as a keyboard, outside text fields. */
export function useWedge(isActive: boolean, { onCode, onIncomplete }: Listener): void {
  const report = useEffectEvent((wedged: Wedged) => {
    if (wedged && 'code' in wedged) onCode(wedged.code);
    else if (wedged) onIncomplete(wedged.incomplete);
  });

  useEffect(() => {
    if (!isActive) return;
    const scanner = wedge();
    let timer: ReturnType<typeof setTimeout>;
    const pause = () => {
      report(scanner.pause());
      timer = setTimeout(() => scanner.rest(), REST_MS);
    };
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      // The end key of a scanner that is too slow to be told from a person would press the button that has the focus.
      if (event.target instanceof Element && isCharacter(event) && event.key !== ' ') {
        event.target.closest<HTMLElement>('button, a')?.blur();
      }
      clearTimeout(timer);
      timer = setTimeout(pause, END_PAUSE);
      if ((event.key === 'Enter' || event.key === 'Tab') && scanner.isCode()) {
        // Enter would press the button that has the focus as well.
        event.preventDefault();
        event.stopPropagation();
      }
      report(scanner.press(event, event.timeStamp));
    };
    addEventListener('keydown', press, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press, { capture: true });
    };
  }, [isActive]);
}
