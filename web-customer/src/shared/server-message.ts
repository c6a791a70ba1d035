import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { isSessionLost } from './session.ts';

/** The server's message about a failure, else `fallback`. */
export const serverMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;

/** Shows why a form could not be sent. After the end of the session, the user is led to sign-in instead. */
export function toastFailure(error: Error, fallback: string): void {
  if (!isSessionLost(error)) toast({ description: serverMessage(error, fallback), variant: 'destructive' });
}
