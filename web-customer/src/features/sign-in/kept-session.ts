import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { serverMessage } from '../../shared/server-message.ts';
import { NO_SESSION, userSchema } from '../../shared/session.ts';

export const COOKIES_REFUSED =
  'Votre navigateur refuse les cookies. Autorisez-les, ou ouvrez cette page dans Chrome ou Firefox.';

const requestUser = () => api.get('/api/user', userSchema, { prefer: 'handling=lenient' });

/** Whether the browser has kept the cookie of a session that has just begun; true when that cannot be determined. */
export async function isSessionKept(): Promise<boolean> {
  try {
    await requestUser();
    return true;
  } catch (error) {
    return !(error instanceof ApiError && NO_SESSION.includes(error.status));
  }
}

/** The user of a registration that failed here alone: its response was lost, and the session has begun all the same. */
export async function registeredUser(username: string, failure: unknown): Promise<User> {
  const mayBeDone = failure instanceof ApiError && (failure.code === 'network' || failure.status === 409);
  const user = mayBeDone ? await requestUser().catch(() => undefined) : undefined;
  if (user?.username !== username) throw failure;
  return user;
}

export const toastFailedSignIn = (error: Error) =>
  toast({ title: 'Erreur de connexion', description: serverMessage(error, error.message), variant: 'destructive' });
