import { isCharacter } from '@fasocolis/contracts/reading/code';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { END_PAUSE, fieldWedge, type Wedged, wedge } from './wedge.ts';

/** Where keys have another use: text fields, and open lists, in which letters choose an option. */
const OTHER_USES = 'input, textarea, [contenteditable], [role=listbox]';
/** A closed list would take letters as a choice, and a button the end key that comes after the pause as a press. */
const CONTROLS = 'button, a, [role=combobox]';
/** After an incomplete code, what follows within this time is its rest, in milliseconds. */
const REST_MS = 2000;

interface Listener {
  onCode: (text: string) => void;
  onIncomplete: (text: string) => void;
}

/** Receives the codes of a scanner that works as a keyboard, outside text fields and open lists. */
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
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest(OTHER_USES)) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const control = event.target instanceof Element && event.target.closest<HTMLElement>(CONTROLS);
      if (control && isCharacter(event) && event.key !== ' ') {
        control.blur();
        event.stopPropagation();
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

/** Receives codes that a keyboard scanner types into the fields of a form that are meant for other values. */
export function useWedgeInForm(onCode: (text: string, field: HTMLInputElement, before: string) => boolean) {
  const [scanner] = useState(() => fieldWedge(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target;
    clearTimeout(timer.current);
    if (!(field instanceof HTMLInputElement) || field.type !== 'text') return;
    const take = () => {
      const text = scanner.code();
      scanner.clear();
      return text !== undefined && onCode(text, field, scanner.before());
    };
    if (event.key === 'Enter' || event.key === 'Tab') {
      if (!take()) return;
      // Otherwise the key would lead to the next field, or submit the form.
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    scanner.press(event.nativeEvent, event.timeStamp, field.value);
    timer.current = setTimeout(take, END_PAUSE);
  };
}

/** A text field for references, into which a keyboard scanner may put its codes as well, in whichever layout and however it ends them. */
export function useWedgedField(onCode: (text: string) => void) {
  const [value, setValue] = useState('');
  const [scanner] = useState(fieldWedge);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const submit = () => {
    clearTimeout(timer.current);
    const text = scanner.code() ?? value;
    scanner.clear();
    setValue('');
    if (text.trim()) onCode(text);
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') return;
    clearTimeout(timer.current);
    if (event.key === 'Tab') {
      if (scanner.code() === undefined) return;
      // The focus stays, for the next code.
      event.preventDefault();
      return submit();
    }
    scanner.press(event.nativeEvent, event.timeStamp, event.currentTarget.value);
    timer.current = setTimeout(() => scanner.code() !== undefined && submit(), END_PAUSE);
  };

  return { value, setValue, press, submit };
}
