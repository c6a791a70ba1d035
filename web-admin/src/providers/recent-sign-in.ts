import { ApiError } from '@fasocolis/web-kit/api';
import { useSyncExternalStore } from 'react';

/** A change that waits until the user has confirmed the password. */
interface Waiting {
  settle: (isConfirmed: boolean) => void;
}

let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: Waiting | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks for the password, in the dialog of the layout. @returns whether it was confirmed */
function confirmPassword(): Promise<boolean> {
  waiting?.settle(false);
  return new Promise((resolve) => {
    setWaiting({
      settle: (isConfirmed) => {
        setWaiting(null);
        resolve(isConfirmed);
      },
    });
  });
}

/** Sends a request again after the user has confirmed the password, when it needs a recent sign-in (SEC-029). */
export async function withRecentSignIn<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'reauthentication-required';
    if (!isRefused || !(await confirmPassword())) throw error;
    return send();
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWaitingChange = () => useSyncExternalStore(subscribe, () => waiting);
