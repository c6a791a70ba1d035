/// <reference lib="dom" />
import type { CreatePopup, Popup } from '@fasocolis/contracts/popups';
import type { Page, Request } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';

const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAABlBMVEX1ngsWZTR4mpuAAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVQYlWNgxAEYaCDBAAWMQ1yCkWSfEy0BAPuQAUFhJQPgAAAAAElFTkSuQmCC';
const UNSEEN = '**/api/popup-notifications/unseen/user/*';

interface Person {
  user: { id: number };
  login: string;
  password: string;
}

interface Fixtures {
  person: Person;
  createPopup: (popup?: Partial<CreatePopup>) => Promise<Popup>;
}

const test = base.extend<Fixtures>({
  person: async ({ createUser }, use) => use(await createUser()),
  createPopup: async ({ page, adminApi }, use) => {
    const own = new Set<number>();
    await page.route(UNSEEN, async (route) => {
      const response = await route.fetch();
      const unseen: Popup[] = response.ok() ? await response.json() : [];
      await route.fulfill({ response, json: unseen.filter(({ id }) => own.has(id)) });
    });
    await use(async (popup = {}) => {
      // An open page would show it at once if it requested popups at this moment.
      await page.goto('about:blank');
      const data = { title: `Annonce ${crypto.randomUUID().slice(0, 8)}`, content: 'Bonjour', ...popup };
      const response = await adminApi.post('/api/popup-notifications', { data });
      expect(response.status(), await response.text()).toBe(201);
      const created: Popup = await response.json();
      own.add(created.id);
      return created;
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const id of own) await adminApi.delete(`/api/popup-notifications/${id}`);
  },
});

test.use({ popups: true });

const modal = (page: Page) => page.getByTestId('popup-modal');
const shown = (page: Page, { title }: Popup) => modal(page).getByRole('heading', { name: title });
const close = (page: Page) => modal(page).getByRole('button', { name: 'Fermer' }).click();
const toast = (page: Page) => page.getByTestId('toast');
const isSeenReport = (request: Request) => request.url().endsWith('/seen');
const isUnseenCall = (request: Request) => request.url().includes('/unseen/user/');

/** Signs in with the form, because the site only treats that as a new sign-in. */
async function signInByForm(page: Page, { login, password }: Person) {
  await page.goto('/auth');
  await page.getByLabel("Email ou nom d'utilisateur").fill(login);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/');
}

/** The unseen popups that the site has requested, once the network is idle. */
async function settled(page: Page, act: () => Promise<unknown>) {
  const answered = page.waitForResponse((response) => isUnseenCall(response.request()));
  await act();
  await answered;
  await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
}

test.describe('in one browser session a popup', () => {
  test('is shown once, and again after the next sign-in if it may be shown several times [POPUP-016, POPUP-017, POPUP-027]', async ({
    page,
    person,
    createPopup,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    const look = { imageUrl: IMAGE, buttonColor: '#f59e0b', buttonTextColor: '#1c1917' };
    const popup = await createPopup({ showOnce: false, ...look });
    await signInByForm(page, person);
    await expect(shown(page, popup)).toBeVisible();
    expect(refused).toEqual([]);
    await close(page);
    await expect(modal(page)).toBeHidden();

    await settled(page, () => page.reload());
    await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
    await expect(page.getByRole('heading', { name: 'Commandes Sauvegardées' })).toBeVisible();
    await expect(modal(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expect(toast(page)).toContainText('Déconnexion réussie');
    await signInByForm(page, person);
    await expect(shown(page, popup)).toBeVisible();
  });

  test('is not shown again after the next sign-in when it is shown once [POPUP-025]', async ({
    page,
    person,
    createPopup,
  }) => {
    const popup = await createPopup({ showOnce: true });
    await signInByForm(page, person);
    await expect(shown(page, popup)).toBeVisible();
    const recorded = page.waitForResponse((response) => isSeenReport(response.request()));
    await close(page);
    expect((await recorded).ok()).toBe(true);
    await page.context().clearCookies();
    await settled(page, () => signInByForm(page, person));
    await expect(modal(page)).toHaveCount(0);
  });
});
