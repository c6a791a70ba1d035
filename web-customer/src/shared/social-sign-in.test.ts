import type { User } from '@fasocolis/contracts/user';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeSocialPopup, signInAgain, startSocialSignIn } from './social-sign-in.ts';

const AWA: User = {
  id: 7,
  username: 'awa',
  email: null,
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Traoré',
  phone: null,
  provider: 'facebook',
  providerId: '42',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};
const UNAUTHENTICATED = { message: 'Non authentifié', code: 'unauthenticated' };

const popup = { close: vi.fn<() => void>(), location: { href: '' } };
const open = vi.fn<(url: string, name: string, features: string) => object | null>();
const onSignedIn = vi.fn<(user: User) => void>();
let respond: () => Response;

const respondWith = (status: number, body: unknown) => {
  respond = () => new Response(JSON.stringify(body), { status });
};
const calls = () => vi.mocked(fetch).mock.calls.filter(([path]) => path === '/api/user').length;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(async () => {
  // Loaded with the first failure, which needs real timers.
  await import('@fasocolis/contracts/errors');
  vi.useFakeTimers();
  vi.clearAllMocks();
  sessionStorage.clear();
  open.mockReturnValue(popup);
  vi.stubGlobal('open', open);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => respond()),
  );
  vi.spyOn(console, 'warn').mockReturnValue();
  respondWith(401, UNAUTHENTICATED);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('signing in with a provider', () => {
  it("opens the provider's start in a window of 600 by 700 [CONST-020]", () => {
    const giveUp = startSocialSignIn('facebook', onSignedIn);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      '/api/auth/facebook',
      expect.any(String),
      expect.stringMatching(/width=600,height=700/),
    );
    giveUp();
  });

  it('requests the current user every 2 seconds [CONST-018]', async () => {
    const giveUp = startSocialSignIn('facebook', onSignedIn);
    await pass(1.999);
    expect(calls()).toBe(0);
    for (const expected of [1, 2, 3]) {
      await pass(expected === 1 ? 0.001 : 2);
      expect(calls()).toBe(expected);
    }
    giveUp();
    await pass(10);
    expect(calls()).toBe(3);
  });

  it('greets by the first name, else the username, closes the window and stops [SOC-008]', async () => {
    for (const [firstName, name] of [
      ['Awa', 'Awa'],
      ['', 'awa'],
    ] as const) {
      vi.clearAllMocks();
      respondWith(401, UNAUTHENTICATED);
      startSocialSignIn('apple', onSignedIn);
      await pass(2);
      respondWith(200, { ...AWA, firstName });
      await pass(2);
      expect(onSignedIn).toHaveBeenCalledExactlyOnceWith({ ...AWA, firstName });
      expect(popup.close).toHaveBeenCalledTimes(1);
      await pass(200);
      expect(calls()).toBe(2);
      expect(toastStore.getSnapshot()).toMatchObject({ title: `Bienvenue, ${name}!` });
    }
  });

  it('continues after a response without an id [SOC-009]', async () => {
    const { id: _, ...without } = AWA;
    respondWith(200, without);
    const giveUp = startSocialSignIn('facebook', onSignedIn);
    await pass(6);
    expect(calls()).toBe(3);
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(popup.close).not.toHaveBeenCalled();
    giveUp();
  });

  it('logs failed requests, and continues [SOC-015, ERR-016]', async () => {
    const before = toastStore.getSnapshot();
    const giveUp = startSocialSignIn('facebook', onSignedIn);
    await pass(2);
    respondWith(500, { message: 'panne', code: 'internal' });
    await pass(2);
    respond = () => {
      throw new TypeError('Failed to fetch');
    };
    await pass(2);
    expect(console.warn).toHaveBeenCalledTimes(3);
    expect(toastStore.getSnapshot()).toBe(before);
    respondWith(200, AWA);
    await pass(2);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    giveUp();
  });

  it('stops after 120 seconds, with a message [SOC-010, CONST-019, ERR-014]', async () => {
    startSocialSignIn('facebook', onSignedIn);
    await pass(119.999);
    expect(popup.close).not.toHaveBeenCalled();
    await pass(0.001);
    expect(popup.close).toHaveBeenCalledTimes(1);
    expect(toastStore.getSnapshot()).toMatchObject({
      title: 'Délai expiré',
      description: 'La tentative de connexion a expiré. Veuillez réessayer.',
      variant: 'destructive',
    });
    const requested = calls();
    respondWith(200, AWA);
    await pass(10);
    expect(calls()).toBe(requested);
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('opens an empty window for Google at once, and navigates it when the URL has arrived', async () => {
    vi.mocked(fetch).mockImplementation(async () => Response.json({ url: 'https://accounts.example/o' }));
    const giveUp = startSocialSignIn('google', onSignedIn);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      '',
      expect.any(String),
      expect.stringContaining('width=600,height=700'),
    );
    await pass(0);
    expect(popup.location.href).toBe('https://accounts.example/o');
    giveUp();
  });

  it('closes the empty window when Google is not configured, with a message', async () => {
    respondWith(503, { message: "Ce fournisseur de connexion n'est pas configuré", code: 'unavailable' });
    startSocialSignIn('google', onSignedIn);
    await pass(0);
    expect(popup.close).toHaveBeenCalledTimes(1);
    expect(toastStore.getSnapshot()).toMatchObject({
      title: 'Erreur',
      description: 'Impossible de se connecter avec Google',
      variant: 'destructive',
    });
    await pass(10);
    expect(calls()).toBe(0);
  });

  it('marks only the window it opens as one that may close itself', () => {
    let marked = false;
    open.mockImplementation(() => {
      marked = sessionStorage.length === 1;
      return popup;
    });
    const giveUp = startSocialSignIn('facebook', onSignedIn);
    expect(marked).toBe(true);
    expect(sessionStorage).toHaveLength(0);
    expect(closeSocialPopup()).toBe(false);
    giveUp();
  });

  it('for a signed-in user ends only when the window has returned from the provider', async () => {
    respondWith(200, AWA);
    signInAgain('facebook', onSignedIn);
    await pass(60);
    expect(calls()).toBe(0);
    expect(popup.close).not.toHaveBeenCalled();

    sessionStorage.setItem('fasocolis:social-popup', 'open');
    const close = vi.spyOn(window, 'close').mockReturnValue();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    closeSocialPopup();
    sessionStorage.clear();
    expect(close).toHaveBeenCalledTimes(1);
    // Browsers report a write to the other windows only; here one window stands for both.
    const [[key, newValue] = []] = write.mock.calls;
    dispatchEvent(new StorageEvent('storage', { key: key ?? null, newValue: newValue ?? null }));
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(AWA));
  });
});
