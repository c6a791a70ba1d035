import {
  ConfiguredProvidersSchema,
  PROVIDER_NAMES,
  SignInUrlSchema,
  type SocialProvider,
} from '@fasocolis/contracts/auth';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { deviceStorage, tabStorage } from '@fasocolis/web-kit/storage';
import { toast } from '@fasocolis/web-kit/toast-store';

/** Size of the provider's window, in pixels. */
const POPUP = { width: 600, height: 700 };
/** Poll interval of the session, in milliseconds. */
const POLL_INTERVAL = 2000;
/** Timeout of a sign-in in the provider's window, in milliseconds. */
const TIME_LIMIT = 120_000;
/** A native dialog blocks the page: the toast must have been painted before, in milliseconds. */
const TIME_TO_DRAW = 500;
/** In the tab's storage of a window that this module opened. */
const POPUP_MARK = 'fasocolis:social-popup';
/** In localStorage, for a moment: such a window reports that the provider has redirected it back, signed in. */
const RETURN_KEY = 'fasocolis:social-return';

/** The providers that can be used; `/auth` is rendered with them. */
export const providersQuery = apiQuery(['sign-in-providers'], '/api/auth/providers', ConfiguredProvidersSchema);

/** Browsers inside other apps, which Google refuses (https://developers.google.com/identity/protocols/oauth2/policies). */
const IN_APP = /FBA[NV]|Instagram|TikTok|; wv\)/;

/** Whether the page is shown by a browser inside another app. */
export const isInApp = (): boolean => IN_APP.test(navigator.userAgent);

export const showFailure = (name: string) =>
  toast({ description: `Impossible de se connecter avec ${name}`, variant: 'destructive' });

interface Waiting {
  onSignedIn: (user: User) => void;
  /** Whether the user is signed in already: then only the return of the window proves a new sign-in. */
  again: boolean;
}

/** Opens the provider's window, waits for the session and shows the outcome. @returns a function that stops waiting */
export function startSocialSignIn(provider: SocialProvider, onSignedIn: (user: User) => void): () => void {
  const attempt = new AbortController();
  void signInThrough(provider, { onSignedIn, again: false }, attempt);
  return () => attempt.abort();
}

/** Opens the provider's page for a signed-in user who has to authenticate again. */
export function signInAgain(provider: SocialProvider, onSignedIn: (user: User) => void): void {
  void signInThrough(provider, { onSignedIn, again: true }, new AbortController());
}

/** Closes a window that this module opened. @returns false in any other window, or when the browser refuses */
export function closeSocialPopup(): boolean {
  if (tabStorage.get(POPUP_MARK) === null) return false;
  deviceStorage.set(RETURN_KEY, 'returned');
  deviceStorage.set(RETURN_KEY, null);
  window.close();
  return window.closed;
}

async function signInThrough(provider: SocialProvider, waiting: Waiting, attempt: AbortController): Promise<void> {
  let popup: Window | null = null;
  try {
    // Browsers open a window only during a click: Google's opens empty until its URL has arrived.
    popup = openPopup(provider === 'google' ? '' : startPath(provider));
    if (!popup) await offerRedirect(provider, attempt.signal);
    else if (provider === 'google') popup.location.href = await googleUrl(attempt.signal);
  } catch {
    popup?.close();
    if (!attempt.signal.aborted) showFailure(PROVIDER_NAMES[provider]);
    return;
  }
  if (popup && !attempt.signal.aborted) waitForUser(popup, waiting, attempt);
}

const startPath = (provider: SocialProvider) => `/api/auth/${provider}`;

const googleUrl = async (signal: AbortSignal) => (await api.get('/api/auth/google', SignInUrlSchema, { signal })).url;

function openPopup(url: string): Window | null {
  const { width, height } = POPUP;
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  // The new window copies this one's session storage, so the mark is still there after the redirects of the provider.
  tabStorage.set(POPUP_MARK, 'open');
  try {
    return window.open(url, 'fasocolis-social', `width=${width},height=${height},left=${left},top=${top}`);
  } finally {
    tabStorage.set(POPUP_MARK, null);
  }
}

async function offerRedirect(provider: SocialProvider, signal: AbortSignal): Promise<void> {
  toast({
    title: 'Popup bloqué',
    description: 'Veuillez autoriser les popups ou cliquer sur "OK" pour rediriger directement',
    variant: 'destructive',
  });
  await new Promise((resolve) => setTimeout(resolve, TIME_TO_DRAW));
  if (signal.aborted) return;
  const prompt = 'La fenêtre de connexion a été bloquée. Voulez-vous être redirigé vers la page de connexion ?';
  if (!window.confirm(prompt)) return;
  location.assign(provider === 'google' ? await googleUrl(signal) : startPath(provider));
}

function waitForUser(popup: Window, { onSignedIn, again }: Waiting, attempt: AbortController): void {
  const check = async () => {
    try {
      const user = await api.get('/api/user', UserSchema, { signal: attempt.signal });
      if (attempt.signal.aborted) return;
      attempt.abort();
      popup.close();
      toast({ title: `Bienvenue, ${user.firstName || user.username}!` });
      onSignedIn(user);
    } catch (error) {
      if (!attempt.signal.aborted) console.warn('The sign-in is not complete yet', error);
    }
  };
  let hasReturned = !again;
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== RETURN_KEY || newValue === null) return;
    hasReturned = true;
    void check();
  };
  addEventListener('storage', onStorage);
  const poll = setInterval(() => void (hasReturned && check()), POLL_INTERVAL);
  const limit = setTimeout(() => {
    attempt.abort();
    popup.close();
    toast({
      title: 'Délai expiré',
      description: 'La tentative de connexion a expiré. Veuillez réessayer.',
      variant: 'destructive',
    });
  }, TIME_LIMIT);
  attempt.signal.addEventListener('abort', () => {
    removeEventListener('storage', onStorage);
    clearInterval(poll);
    clearTimeout(limit);
  });
}
