import { useState } from 'react';
import { type Action, useProfileAction } from './profile-action.ts';

type Confirmed<T> = T & { currentPassword?: string };

/** An input that waits for the user to prove who they are. */
interface Unconfirmed<T> {
  input: Confirmed<T>;
  /** What was wrong with the password that was given last. */
  error?: string;
}

/**
 * A profile action that needs a recent sign-in or the password. While the user has to confirm it, `refusal` has the
 * properties of `Reauthentication`.
 */
export function useReauthenticatedAction<T extends object>({
  onDone,
  ...action
}: Omit<Action<Confirmed<T>>, 'onRefused'>) {
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed<T>>();
  const mutation = useProfileAction<Confirmed<T>>({
    ...action,
    onDone: () => {
      setUnconfirmed(undefined);
      onDone?.();
    },
    onRefused: ({ code, serverMessage: error }, input) => {
      const isWrongPassword = input.currentPassword !== undefined && code === 'bad-request';
      if (code === 'reauthentication-required') setUnconfirmed({ input });
      else if (isWrongPassword) setUnconfirmed({ input, ...(error && { error }) });
      else setUnconfirmed(undefined);
      return code === 'reauthentication-required' || isWrongPassword;
    },
  });
  const refusal = unconfirmed && {
    isPending: mutation.isPending,
    error: unconfirmed.error,
    onConfirm: (currentPassword?: string) =>
      mutation.mutate({ ...unconfirmed.input, ...(currentPassword !== undefined && { currentPassword }) }),
    onCancel: () => setUnconfirmed(undefined),
  };
  return { ...mutation, refusal };
}
