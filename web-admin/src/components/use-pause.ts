import { type SyntheticEvent, useEffect, useState } from 'react';

/** Longer than a double click. */
const PAUSE_MS = 600;

const ignore = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Props of the buttons that act on `subject`, such as the next one of a list: at first they ignore clicks, which may be
 * meant for the subject that was there before.
 */
export function usePause(subject: string | number | undefined) {
  const [over, setOver] = useState<{ subject: string | number | undefined }>();
  // During the render, because effects may run after the second click of a double click.
  if (over && over.subject !== subject) setOver(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setOver({ subject }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject]);
  return over ? {} : ({ 'aria-disabled': true, onClickCapture: ignore } as const);
}
