import { createStore } from '@fasocolis/web-kit/store';
import { useSyncExternalStore } from 'react';

/** What the user is asked for while a request waits. */
interface Prompt {
  kind: 'password' | 'sign-in';
  isGiven: Promise<boolean>;
  settle: (isGiven: boolean) => void;
}

const shown = createStore<Prompt | null>(null);

/**
 * Asks for the password or a new sign-in, in a dialog over the screen; once for all requests that wait for the same.
 * @returns whether it was given
 */
export function promptFor(kind: Prompt['kind']): Promise<boolean> {
  const prompt = shown.getSnapshot();
  if (prompt?.kind === kind) return prompt.isGiven;
  prompt?.settle(false);
  let settle = (_isGiven: boolean) => {};
  const isGiven = new Promise<boolean>((resolve) => {
    settle = (choice) => {
      shown.set(null);
      resolve(choice);
    };
  });
  shown.set({ kind, isGiven, settle });
  return isGiven;
}

export const usePrompt = () => useSyncExternalStore(shown.subscribe, shown.getSnapshot);
