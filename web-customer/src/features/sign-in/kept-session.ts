import { ApiError, api } from '@fasocolis/web-kit/api';
import { NO_SESSION, userSchema } from '../../shared/session.ts';

export const COOKIES_REFUSED =
  'Votre navigateur refuse les cookies. Autorisez-les, ou ouvrez cette page dans Chrome ou Firefox.';

/** Whether the browser has kept the cookie of a session that has just begun; true when that cannot be determined. */
export async function isSessionKept(): Promise<boolean> {
  try {
    await api.get('/api/user', userSchema, { prefer: 'handling=lenient' });
    return true;
  } catch (error) {
    return !(error instanceof ApiError && NO_SESSION.includes(error.status));
  }
}
