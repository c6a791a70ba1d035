import type { SyntheticEvent } from 'react';
import { useTimeout } from 'react-admin';

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
  const isOver = useTimeout(PAUSE_MS, String(subject));
  return isOver ? {} : ({ 'aria-disabled': true, onClickCapture: ignore } as const);
}
