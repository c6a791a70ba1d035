import { MessageSchema } from '@fasocolis/contracts/common';
import { TWO_FACTOR_PARAMETER } from '@fasocolis/contracts/two-factor';
import { isStaff, UserSchema } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { timeoutSignal } from '@fasocolis/web-kit/older-browsers';
import { keepReturnAddress } from '@fasocolis/web-kit/return-address';
import type { AuthProvider } from 'react-admin';
import { deviceUser } from './device-user.ts';
import { setSession } from './sender.ts';

const SIGN_IN = '/auth';
const HOME = '/';
const SECOND_FACTOR = `/profile?${TWO_FACTOR_PARAMETER}`;

/** A screen that works without a network must not wait longer for one, in milliseconds. */
const TIMEOUT_MS = 8000;

/** The target of a sign-out until a session is known again: requests that are refused meanwhile must not lead elsewhere. */
let redirectOverride: string | undefined;

/**
 * Leaves for a page of the customer site, by a full page load. The promise never settles, so that nothing more is
 * rendered or requested.
 */
function redirectTo(path: string): Promise<never> {
  location.replace(redirectOverride ?? path);
  return new Promise(() => {});
}

/** Leaves after a session that has ended or is not one of staff. */
function endSession(path: string): Promise<never> {
  setSession(false);
  deviceUser.forget();
  return redirectTo(path);
}

/** The sign-in page leads back to this screen. */
function signIn(): Promise<never> {
  keepReturnAddress();
  return endSession(SIGN_IN);
}

const currentUser = () => api.get('/api/user', UserSchema, { signal: timeoutSignal(TIMEOUT_MS) });

/** Admits the administrator and agents only. The customer site has the sign-in page. */
export const authProvider: AuthProvider = {
  login: signIn,

  async checkAuth() {
    try {
      const user = await currentUser();
      if (!isStaff(user)) await endSession(HOME);
      if (user.needsSecondFactor) await redirectTo(SECOND_FACTOR);
      deviceUser.remember(user.id);
      setSession(true);
      redirectOverride = undefined;
    } catch (error) {
      // Other failures say nothing about the session: the screen opens, and its own requests show the error.
      if (!(error instanceof ApiError) || error.status !== 401) return;
      await signIn();
    }
  },

  /** The signed-in user; undefined while that is unknown, when the server decides alone. */
  getPermissions: () => currentUser().catch(() => undefined),

  async checkError({ status, code }: Partial<ApiError>) {
    if (code === 'second-factor-required') await redirectTo(SECOND_FACTOR);
    // The user did not confirm the password.
    if (code === 'reauthentication-required') return;
    if (status === 401) await signIn();
    if (status === 403) await redirectTo(HOME);
  },

  async logout() {
    redirectOverride = HOME;
    setSession(false);
    try {
      await api.post('/api/auth/logout', undefined, MessageSchema);
    } catch (error) {
      redirectOverride = undefined;
      setSession(true);
      throw error;
    }
    return endSession(HOME);
  },
};
