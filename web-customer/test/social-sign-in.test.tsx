import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FakeApi, main, openPage, toast } from './customer-site.tsx';

const GOOGLE = 'GET /api/auth/google';
const PROVIDERS = ['Facebook', 'Google', 'Apple'] as const;
const social = (name: string) => main.getByRole('button', { name });

/** The targets of page loads in the current test, which are prevented because they would end the tests. */
const pageLoads: string[] = [];
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument) return;
  pageLoads.push(event.destination.url);
  event.preventDefault();
});

const popup = { location: { href: '' }, close: vi.fn<() => void>() };
/** Replaces `window.open`. */
const stubOpen = (result: () => object | null = () => popup) => {
  const open = vi.fn<(url: string, name: string, features: string) => object | null>(result);
  vi.stubGlobal('open', open);
  return open;
};
const WINDOW = expect.stringMatching(/width=600,height=700/);

/** Counts the requests for the current user from now on, as soon as they are sent. */
function countPolls(api: FakeApi): () => number {
  const fetch = vi.fn<typeof api.fetch>(api.fetch);
  vi.stubGlobal('fetch', fetch);
  return () => fetch.mock.calls.filter(([path]) => path === '/api/user').length;
}

function openAuth(): FakeApi {
  const api = new FakeApi();
  api.respond(GOOGLE, 200, { url: 'https://accounts.example/o?state=1' });
  return openPage('/auth', api);
}

afterEach(() => {
  pageLoads.length = 0;
  popup.location.href = '';
  popup.close.mockClear();
});

describe('the sign-in with a provider', () => {
  it('has four buttons and a link to help [SOC-001]', async () => {
    openAuth();
    for (const name of [...PROVIDERS, 'WhatsApp']) await expect.element(social(name)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Problème de connexion avec Facebook ?' }))
      .toHaveAttribute('href', '/facebook-help');
  });

  it('shows the reason at once, without a window, for a provider that is not configured [OLD-008]', async () => {
    const open = stubOpen();
    const api = new FakeApi();
    api.respond('GET /api/auth/providers', 200, { configured: ['google'] });
    openPage('/auth', api);
    await expect.poll(() => api.paths).toContain('/api/auth/providers');
    for (const name of ['Facebook', 'Apple']) {
      await social(name).click();
      await expect.element(toast.getByText(`Impossible de se connecter avec ${name}`)).toBeVisible();
    }
    await social('WhatsApp').click();
    await expectToast('Cette fonctionnalité sera bientôt disponible');
    expect(open).not.toHaveBeenCalled();
    expect(api.paths).not.toContain('/api/auth/facebook');
  });

  it('with Google says in a browser inside another app how to open the page outside [OLD-008]', async () => {
    const open = stubOpen();
    const app = 'Mozilla/5.0 (Linux; Android 13; wv) Chrome/120 Mobile Safari/537.36 [FBAN/EMA;FBAV/400.0]';
    const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(app);
    onTestFinished(() => {
      userAgent.mockRestore();
    });
    openAuth();
    await social('Google').click();
    await expect
      .element(main.getByText(/Ouvrez cette page dans votre navigateur.*Ouvrir dans le navigateur/))
      .toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });

  it('is planned for WhatsApp without its Cloud API [SOC-002, ERR-015]', async () => {
    const open = stubOpen();
    const api = openAuth();
    for (const path of ['/api/user', '/api/whatsapp', '/api/whatsapp-number', '/api/auth/providers']) {
      await expect.poll(() => api.paths).toContain(path);
    }
    const before = api.paths;
    await social('WhatsApp').click();
    await expectToast('Cette fonctionnalité sera bientôt disponible');
    expect(open).not.toHaveBeenCalled();
    expect(api.paths).toEqual(before);
  });

  it('opens WhatsApp with the message that brings a code, which signs in or asks for the name [TEL-003]', async () => {
    const open = stubOpen();
    const api = openAuth();
    api.respond('GET /api/whatsapp', 200, { isEnabled: true });
    api.respond('GET /api/whatsapp-number', 200, { whatsappNumber: '+226 70 12 34 56' });
    api.respond('POST /api/auth/whatsapp', 200, { text: 'CONNEXION 7K4P2M' });
    await expect.poll(() => api.paths).toContain('/api/whatsapp');
    await social('WhatsApp').click();
    const link = 'https://wa.me/22670123456?text=CONNEXION%207K4P2M';
    const opening = page.getByRole('link', { name: 'Ouvrir WhatsApp' });
    await expect.element(opening).toHaveAttribute('href', link);
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank');
    expect(popup.location.href).toBe(link);

    const code = page.getByRole('textbox', { name: 'Code reçu par WhatsApp' });
    const submit = page.getByRole('button', { name: 'Se connecter' });
    api.respond('POST /api/auth/whatsapp/code', 400, { message: 'Code incorrect.', code: 'bad-request' });
    await code.fill('111111');
    await submit.click();
    await expect.element(page.getByText('Code incorrect.')).toBeVisible();
    api.respond('POST /api/auth/whatsapp/code', 202, { namesNeeded: true });
    await code.fill('482 913');
    await submit.click();
    await page.getByRole('textbox', { name: 'Prénom' }).fill('Awa');
    await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Ouédraogo');
    api.respond('POST /api/auth/whatsapp/code', 200, { ...AWA, email: null, phoneVerified: true });
    api.signIn(AWA);
    await submit.click();
    await expectToast('Connexion réussie');
    const names = { firstName: 'Awa', lastName: 'Ouédraogo' };
    expect(api.sent('POST /api/auth/whatsapp/code')[2]).toEqual({ code: '482913', ...names });
  });

  it('still asks for the code of WhatsApp after the page was loaded again [TEL-003]', async () => {
    const api = new FakeApi();
    api.respond('GET /api/whatsapp', 200, { isEnabled: true });
    api.respond('POST /api/auth/whatsapp', 200, { text: 'CONNEXION 7K4P2M' });
    openPage('/auth?whatsapp=true', api);
    await expect.element(page.getByRole('textbox', { name: 'Code reçu par WhatsApp' })).toBeVisible();
    await page.getByRole('button', { name: 'Revenir à la connexion' }).click();
    await expect.element(social('WhatsApp')).toBeVisible();
    expect(api.sent('POST /api/auth/whatsapp')).toHaveLength(1);
  });

  it('requests no code at the address of the code of WhatsApp when WhatsApp is off', async () => {
    const api = new FakeApi();
    api.respond('GET /api/whatsapp', 200, { isEnabled: false });
    openPage('/auth?whatsapp=true', api);
    await expect.poll(() => api.paths).toContain('/api/whatsapp');
    await social('WhatsApp').click();
    await expectToast('Cette fonctionnalité sera bientôt disponible');
    expect(api.sent('POST /api/auth/whatsapp')).toHaveLength(0);
  });

  it('leaves no empty tab when the message for WhatsApp cannot be made [TEL-003]', async () => {
    stubOpen();
    const api = openAuth();
    api.respond('GET /api/whatsapp', 200, { isEnabled: true });
    api.respond('POST /api/auth/whatsapp', 429, { message: 'Réessayez dans une heure.', code: 'too-many-requests' });
    await expect.poll(() => api.paths).toContain('/api/whatsapp');
    await social('WhatsApp').click();
    await expectToast('Erreur de connexion', 'Réessayez dans une heure.');
    expect(popup.close).toHaveBeenCalledOnce();
  });

  it.each([
    ['Facebook', '/api/auth/facebook'],
    ['Apple', '/api/auth/apple'],
  ])('opens the start of %s in a window of 600 by 700 [SOC-003, SOC-005]', async (name, path) => {
    const open = stubOpen();
    openAuth();
    await social(name).click();
    expect(open).toHaveBeenCalledExactlyOnceWith(path, expect.any(String), WINDOW);
  });

  it('opens the URL from the server for Google in a window of 600 by 700 [SOC-004]', async () => {
    const open = stubOpen();
    const api = openAuth();
    await social('Google').click();
    await expect.poll(() => popup.location.href).toBe('https://accounts.example/o?state=1');
    expect(open).toHaveBeenCalledExactlyOnceWith('', expect.any(String), WINDOW);
    expect(api.sent(GOOGLE)).toHaveLength(1);
  });
});

describe('once the window is open', () => {
  async function openWindow() {
    stubOpen();
    const api = openAuth();
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await social('Facebook').click();
    return { api, polls: countPolls(api) };
  }

  it('the current user is requested every 2 seconds [SOC-006]', async () => {
    const { polls } = await openWindow();
    // The click, when it is slow, advances the fake clock: counted from the first request.
    vi.advanceTimersToNextTimer();
    expect(polls()).toBe(1);
    vi.advanceTimersByTime(1999);
    expect(polls()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(polls()).toBe(2);
    vi.advanceTimersByTime(2000);
    expect(polls()).toBe(3);
  });

  it('a signed-in user ends the requests, with a greeting, the window closed and the home page [SOC-007]', async () => {
    const { api, polls } = await openWindow();
    api.signIn(AWA);
    vi.advanceTimersByTime(2000);
    await expectToast('Bienvenue, Awa!');
    await expectUrl('/');
    expect(popup.close).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    const requested = polls();
    vi.advanceTimersByTime(10_000);
    expect(polls()).toBe(requested);
  });
});

describe('a blocked window', () => {
  const PROMPT = 'La fenêtre de connexion a été bloquée. Voulez-vous être redirigé vers la page de connexion ?';
  const ADVICE = 'Veuillez autoriser les popups ou cliquer sur "OK" pour rediriger directement';

  async function meetBlocker(name: string, isAccepted: boolean) {
    stubOpen(() => null);
    const confirm = vi.fn<(prompt: string) => boolean>(() => isAccepted);
    vi.stubGlobal('confirm', confirm);
    const api = openAuth();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await social(name).click();
    await expectToast('Popup bloqué', ADVICE);
    await expect.poll(() => confirm.mock.calls).toEqual([[PROMPT]]);
    return api;
  }

  it.each([
    ['Facebook', `${location.origin}/api/auth/facebook`],
    ['Google', 'https://accounts.example/o?state=1'],
    ['Apple', `${location.origin}/api/auth/apple`],
  ])('can be replaced by a sign-in in the same window with %s [SOC-012]', async (name, target) => {
    await meetBlocker(name, true);
    await expect.poll(() => pageLoads).toEqual([target]);
  });

  it('is explained in a message [SOC-011, ERR-013]', async () => {
    await meetBlocker('Apple', false);
    await expect.element(toast).toHaveAttribute('data-variant', 'destructive');
  });

  it('changes nothing when the offer is declined [SOC-013]', async () => {
    const api = await meetBlocker('Facebook', false);
    const polls = countPolls(api);
    vi.advanceTimersByTime(10_000);
    expect(polls()).toBe(0);
    expect(pageLoads).toEqual([]);
    await expectUrl('/auth');
  });
});

describe('a sign-in that cannot start', () => {
  const expectFailure = async (name: string) => {
    await expectToast('Erreur', `Impossible de se connecter avec ${name}`);
    await expect.element(toast).toHaveAttribute('data-variant', 'destructive');
  };

  it.each(PROVIDERS)('shows a message: %s [SOC-014, ERR-010, ERR-011, ERR-012]', async (name) => {
    stubOpen(() => {
      throw new Error('refused');
    });
    openAuth();
    await social(name).click();
    await expectFailure(name);
  });

  it('because the server refuses leaves no empty window [SOC-014, SOC-021]', async () => {
    stubOpen();
    const api = openAuth();
    api.respond(GOOGLE, 503, { message: "Ce fournisseur de connexion n'est pas configuré", code: 'unavailable' });
    await social('Google').click();
    await expectFailure('Google');
    expect(popup.close).toHaveBeenCalledTimes(1);
    await expect.element(main.getByLabelText("Email ou nom d'utilisateur")).toBeVisible();
  });

  it.each([
    ['facebook', 'Facebook'],
    ['google', 'Google'],
    ['apple', 'Apple'],
  ])('because the provider refuses shows a message that the address selects: %s [SOC-021]', async (provider, name) => {
    openPage(`/auth?login_error=1&provider=${provider}`);
    await expectFailure(name);
    await expectUrl('/auth');
  });
});

describe('a sign-in that succeeded elsewhere', () => {
  it.each([
    ['&provider=facebook', 'Facebook'],
    ['&provider=google', 'Google'],
    ['&provider=apple', 'OAuth'],
    ['', 'OAuth'],
  ])('shows a message with its provider, and leads home: "%s" [AUTH-025, AUTH-026]', async (query, name) => {
    openPage(`/auth?login_success=true${query}`, new FakeApi(AWA));
    await expectUrl('/');
    await expectToast('Connexion réussie', `Vous êtes connecté avec ${name}`);
  });
});

it('help with Facebook explains the fault, its place, and that it takes time [SHELL-005, SOC-016, SOC-017, SOC-018]', async () => {
  openAuth();
  await page.getByRole('link', { name: 'Problème de connexion avec Facebook ?' }).click();
  await expectUrl('/facebook-help');
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent('Aide à la connexion Facebook');
  await expectTexts(main.getByRole('heading', { level: 2 }), [
    "URL de l'application",
    'URL de redirection',
    'Mode Live ou Développement',
    'Domaines autorisés',
  ]);
  for (const text of [
    /refused to connect.*console développeur/,
    /testeurs/,
    `${location.origin}/api/auth/facebook/callback`,
    /quelques minutes/,
  ]) {
    await expect.element(main.getByText(text)).toBeVisible();
  }
});
