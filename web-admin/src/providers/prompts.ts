import { useSyncExternalStore } from 'react';

/** What the user is asked for while a request waits. */
interface Prompt {
  kind: 'password' | 'sign-in';
  isGiven: Promise<boolean>;
  settle: (isGiven: boolean) => void;
}

let prompt: Prompt | null = null;
const listeners = new Set<() => void>();

function show(next: Prompt | null): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/**
 * Asks for the password or a new sign-in, in a dialog over the screen; once for all requests that wait for the same.
 * @returns whether it was given
 */
export function promptFor(kind: Prompt['kind']): Promise<boolean> {
  if (prompt?.kind === kind) return prompt.isGiven;
  prompt?.settle(false);
  let settle = (_isGiven: boolean) => {};
  const isGiven = new Promise<boolean>((resolve) => {
    settle = (choice) => {
      show(null);
      resolve(choice);
    };
  });
  show({ kind, isGiven, settle });
  return isGiven;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePrompt = () => useSyncExternalStore(subscribe, () => prompt);
