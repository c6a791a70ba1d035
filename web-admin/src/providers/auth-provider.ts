import { UserSchema } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { ApiError, api } from '@fasocolis/web-kit/api';
import type { AuthProvider } from 'react-admin';
import { deviceUser } from './device-user.ts';

const SIGN_IN = '/auth';
const HOME = '/';

/** A screen that works without a network must not wait longer for one, in milliseconds. */
const TIMEOUT_MS = 8000;

/** Where signing out leads: what was still asked for is refused by then, which is no reason to go elsewhere. */
let wayOut: string | undefined;

/**
 * Leaves for a page of the customer site, by a full page load. Never settles: nothing more is drawn, said or sent here
 * until the browser has gone.
 */
function leaveFor(path: string): Promise<never> {
  location.replace(wayOut ?? path);
  return new Promise(() => {});
}

/** Who may be here: the administrator alone. The customer site has the sign-in page. */
export const authProvider: AuthProvider = {
  login: () => leaveFor(SIGN_IN),

  async checkAuth() {
    try {
      const user = await api.get('/api/user', UserSchema, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!user.isAdmin) await leaveFor(HOME);
      deviceUser.remember(user.id);
    } catch (error) {
      // Any other failure says nothing about the session: the screen opens and its own calls tell what is wrong.
      if (!(error instanceof ApiError) || error.status !== 401) return;
      deviceUser.forget();
      await leaveFor(SIGN_IN);
    }
  },

  async checkError({ status }: { status?: number }) {
    if (status === 401) await leaveFor(SIGN_IN);
    if (status === 403) await leaveFor(HOME);
  },

  async logout() {
    wayOut = HOME;
    try {
      await api.post('/api/auth/logout', undefined, MessageSchema);
      deviceUser.forget();
    } catch (error) {
      wayOut = undefined;
      throw error;
    }
    return leaveFor(HOME);
  },
};
