import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { type ToastMessage, toast } from '@fasocolis/web-kit/toast-store';
import { useMutation } from '@tanstack/react-query';
import { isSessionLost, useRefreshSession } from '../../shared/session.ts';

class NotSignedIn extends Error {}

export interface Action<T> {
  user: User | null;
  send: (user: User, input: T) => Promise<unknown>;
  /** Absent where the result is shown otherwise. */
  done?: ToastMessage;
  explain: (error: Error) => string;
  onDone?: () => void;
  /**
   * Called before the message.
   * @returns whether the caller shows the failure itself
   */
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
