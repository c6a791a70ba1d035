/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const social = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });
const toast = (page: Page) => page.getByTestId('toast');
const PROVIDERS = ['Facebook', 'Google', 'Apple'] as const;

interface Opened {
  url: string;
  features: string;
  location: { href: string };
  closed: boolean;
}

/** Replaces window.open: records the site's calls, with the given results. */
const stubOpen = (page: Page, behaviour: 'opens' | 'blocks' | 'throws') =>
  page.addInitScript((kind) => {
    const windows: Opened[] = [];
    Object.assign(window, { openedWindows: windows });
    window.open = ((url: string, _name: string, features: string) => {
      if (kind === 'throws') throw new Error('refused');
      const opened = { url, features, location: { href: '' }, closed: false };
      windows.push(opened);
      return kind === 'blocks' ? null : Object.assign(opened, { close: () => Object.assign(opened, { closed: true }) });
    }) as unknown as typeof window.open;
  }, behaviour);
const opened = (page: Page) =>
  page.evaluate(() => {
    const { openedWindows } = window as unknown as { openedWindows: Opened[] };
    return openedWindows.map(({ url, features, location, closed }) => ({ url, features, href: location.href, closed }));
  });
const stubGoogle = (page: Page, url: string) =>
  page.route('**/api/auth/google', (route) => route.fulfill({ json: { url } }));

function countPolls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') calls += 1;
  });
  return () => calls;
}

test('four buttons and a link to help are shown [SOC-001]', async ({ page }) => {
  await page.goto('/auth');
  for (const name of [...PROVIDERS, 'WhatsApp']) await expect(social(page, name)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Problème de connexion avec Facebook ?' })).toHaveAttribute(
    'href',
    '/facebook-help',
  );
});

test('WhatsApp only shows that it is planned [SOC-002, ERR-015]', async ({ page }) => {
  await stubOpen(page, 'opens');
  await page.goto('/auth');
  await expect(social(page, 'WhatsApp')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await social(page, 'WhatsApp').click();
  await expect(toast(page)).toContainText('Cette fonctionnalité sera bientôt disponible');
  expect(await opened(page)).toEqual([]);
  expect(calls).toEqual([]);
});

for (const [name, path, row] of [
  ['Facebook', '/api/auth/facebook', '[SOC-003]'],
  ['Apple', '/api/auth/apple', '[SOC-005]'],
] as const) {
  test(`${name} opens its start in a window of 600 by 700 ${row}`, async ({ page }) => {
    await stubOpen(page, 'opens');
    await page.goto('/auth');
    await social(page, name).click();
    const [popup, ...others] = await opened(page);
    expect(others).toEqual([]);
    expect(popup?.url).toBe(path);
    expect(popup?.features).toContain('width=600');
    expect(popup?.features).toContain('height=700');
  });
}

test('Google opens the URL from the server in a window of 600 by 700 [SOC-004]', async ({ page }) => {
  await stubOpen(page, 'opens');
  await stubGoogle(page, 'https://accounts.example/o?state=1');
  await page.goto('/auth');
  const asked = page.waitForRequest('**/api/auth/google');
  await social(page, 'Google').click();
  expect((await asked).method()).toBe('GET');
  await expect.poll(async () => (await opened(page))[0]?.href).toBe('https://accounts.example/o?state=1');
  const [popup] = await opened(page);
  expect(popup?.features).toContain('width=600');
  expect(popup?.features).toContain('height=700');
});

test.describe('once the window is open', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await stubOpen(page, 'opens');
    await page.goto('/auth');
    await expect(social(page, 'Facebook')).toBeVisible();
  });

  test('the current user is requested every 2 seconds [SOC-006]', async ({ page }) => {
    await page.clock.pauseAt(Date.now() + 60_000);
    const polls = countPolls(page);
    await social(page, 'Facebook').click();
    await page.clock.runFor(1999);
    expect(polls()).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(polls).toBe(1);
    await page.clock.runFor(2000);
    await expect.poll(polls).toBe(2);
    await page.clock.runFor(2000);
    await expect.poll(polls).toBe(3);
  });

  test('a signed-in user ends the requests, with a greeting, the window closed and the home page [SOC-007]', async ({
    page,
    createUser,
    signIn,
  }) => {
    const polls = countPolls(page);
    await social(page, 'Facebook').click();
    await expect.poll(polls).toBe(1);
    await signIn(page, await createUser({ firstName: 'Aminata' }));
    await expect(toast(page)).toContainText('Bienvenue, Aminata!');
    await expect(page).toHaveURL('/');
    expect((await opened(page)).map(({ closed }) => closed)).toEqual([true]);
    const asked = polls();
    await page.clock.runFor(10_000);
    expect(polls()).toBe(asked);
  });
});

test.describe('a blocked window', () => {
  const GOOGLE = 'https://accounts.example/sign-in';
  const QUESTION = 'La fenêtre de connexion a été bloquée. Voulez-vous être redirigé vers la page de connexion ?';

  test.beforeEach(async ({ page }) => {
    await stubOpen(page, 'blocks');
    await stubGoogle(page, GOOGLE);
    await page.goto('/auth');
  });

  test('can be replaced by a sign-in in the same window, for each provider [SOC-012]', async ({ page }) => {
    page.on('dialog', async (dialog) => {
      expect(dialog.type()).toBe('confirm');
      expect(dialog.message()).toBe(QUESTION);
      await dialog.accept();
    });
    for (const name of PROVIDERS) {
      const target = name === 'Google' ? GOOGLE : `/api/auth/${name.toLowerCase()}`;
      await page.route(name === 'Google' ? GOOGLE : `**${target}`, (route) => route.fulfill({ body: name }));
      await page.goto('/auth');
      await social(page, name).click();
      await expect(toast(page)).toContainText('Popup bloqué');
      await expect(page).toHaveURL(target);
    }
  });

  test('is explained in a message [SOC-011, ERR-013]', async ({ page }) => {
    const asked = page.waitForEvent('dialog');
    await social(page, 'Apple').click();
    const dialog = await asked;
    expect(dialog.message()).toBe(QUESTION);
    await dialog.dismiss();
    await expect(toast(page)).toContainText('Popup bloqué');
    await expect(toast(page)).toContainText(
      'Veuillez autoriser les popups ou cliquer sur "OK" pour rediriger directement',
    );
    await expect(toast(page)).toHaveAttribute('data-variant', 'destructive');
  });

  test('changes nothing when the offer is declined [SOC-013]', async ({ page }) => {
    await page.clock.install();
    const polls = countPolls(page);
    const asked = page.waitForEvent('dialog');
    await social(page, 'Facebook').click();
    await page.clock.runFor(500);
    await (await asked).dismiss();
    await page.clock.runFor(10_000);
    expect(polls()).toBe(0);
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('a sign-in that cannot start', () => {
  test('shows a message, for every provider [SOC-014, ERR-010, ERR-011, ERR-012]', async ({ page }) => {
    await stubOpen(page, 'throws');
    await page.goto('/auth');
    for (const name of PROVIDERS) {
      await social(page, name).click();
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText(`Impossible de se connecter avec ${name}`);
      await expect(toast(page)).toHaveAttribute('data-variant', 'destructive');
    }
  });

  test('because its provider is not configured shows a message, and leaves no empty window [SOC-021]', async ({
    page,
  }) => {
    for (const provider of ['Facebook', 'Apple']) {
      await page.goto(`/api/auth/${provider.toLowerCase()}`);
      await expect(toast(page)).toContainText(`Impossible de se connecter avec ${provider}`);
      await expect(page).toHaveURL('/auth');
    }
    const message = "Ce fournisseur de connexion n'est pas configuré";
    await page.route('**/api/auth/google', (route) =>
      route.fulfill({ status: 503, json: { message, code: 'unavailable' } }),
    );
    await stubOpen(page, 'opens');
    await page.goto('/auth');
    await social(page, 'Google').click();
    await expect(toast(page)).toContainText('Impossible de se connecter avec Google');
    expect((await opened(page)).map(({ closed }) => closed)).toEqual([true]);
  });

  test('because the provider refused shows a message that the address selects', async ({ page }) => {
    await page.goto('/auth?login_error=1&provider=google');
    await expect(toast(page)).toContainText('Impossible de se connecter avec Google');
    await expect(page).toHaveURL('/auth');
  });
});

test('a sign-in that succeeded elsewhere shows a message with its provider, and cleans the address [AUTH-025, AUTH-026]', async ({
  page,
}) => {
  for (const [query, name] of [
    ['&provider=facebook', 'Facebook'],
    ['&provider=google', 'Google'],
    ['&provider=apple', 'OAuth'],
    ['', 'OAuth'],
  ]) {
    await page.goto(`/auth?login_success=true${query}`);
    await expect(toast(page)).toContainText('Connexion réussie');
    await expect(toast(page)).toContainText(`Vous êtes connecté avec ${name}`);
    await expect(page).toHaveURL('/auth');
    expect(await page.evaluate(() => location.search)).toBe('');
  }
});

test('a sign-in that succeeded elsewhere leads home, where its message is still shown', async ({
  page,
  createUser,
  signIn,
}) => {
  await signIn(page, await createUser());
  await page.goto('/auth?login_success=true&provider=google');
  await expect(page).toHaveURL('/');
  await expect(toast(page)).toContainText('Vous êtes connecté avec Google');
});

test('the window of a provider closes itself at the end, and the first window continues', async ({
  page,
  createUser,
  signIn,
}) => {
  const person = await createUser({ firstName: 'Aminata' });
  // Stands in for the provider: it redirects back at once.
  await page
    .context()
    .route('**/api/auth/facebook', (route) =>
      route.fulfill({ status: 302, headers: { location: '/auth?login_success=true&provider=facebook' } }),
    );
  await page.goto('/auth');
  const popup = page.waitForEvent('popup');
  await social(page, 'Facebook').click();
  const provider = await popup;
  await signIn(page, person);
  if (!provider.isClosed()) await provider.waitForEvent('close');
  await expect(toast(page)).toContainText('Bienvenue, Aminata!');
  await expect(page).toHaveURL('/');
});

test('help with Facebook explains the fault, its place, and that it takes time [SHELL-005, SOC-016, SOC-017, SOC-018]', async ({
  page,
  baseURL,
}) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Problème de connexion avec Facebook ?' }).click();
  await expect(page).toHaveURL('/facebook-help');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Aide à la connexion Facebook');
  await expect(main).toContainText('refused to connect');
  await expect(main).toContainText('console développeur');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    "URL de l'application",
    'URL de redirection',
    'Mode Live ou Développement',
    'Domaines autorisés',
  ]);
  await expect(main).toContainText('testeurs');
  await expect(main).toContainText(`${new URL(baseURL ?? '').origin}/api/auth/facebook/callback`);
  await expect(main).toContainText('quelques minutes');
});
