import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { type ToastMessage, toast } from '@fasocolis/web-kit/toast-store';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isSessionLost, useRefreshSession } from '../../shared/session.ts';

class NotSignedIn extends Error {}

interface Action<T> {
  user: User | null;
  send: (user: User, input: T) => Promise<unknown>;
  /** Absent where the result is shown otherwise. */
  done?: ToastMessage;
  explain: (error: Error) => string;
  onDone?: () => void;
  /** Called before the message. @returns whether the caller shows the failure itself */
  onRefused?: (error: ApiError, input: T) => boolean;
}

/** A mutation of the user's own account, with a toast about its outcome. */
export function useProfileAction<T>({ user, send, done, explain, onDone, onRefused }: Action<T>) {
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: async (input: T) => {
      if (!user) throw new NotSignedIn();
      await send(user, input);
    },
    onSuccess: () => {
      if (done) toast(done);
      onDone?.();
    },
    onError: (error, input) => {
      if (error instanceof ApiError && onRefused?.(error, input)) return;
      const needsSession = isSessionLost(error) || error instanceof NotSignedIn;
      const description = needsSession ? 'Vous devez être connecté pour effectuer cette action' : explain(error);
      toast({ description, variant: 'destructive' });
      if (error instanceof NotSignedIn) refreshSession();
    },
  });
}

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
