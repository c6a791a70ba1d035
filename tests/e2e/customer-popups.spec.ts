/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { CreatePopup, ImagePosition, Popup } from '@fasocolis/contracts/popups';
import type { Page, Request } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';

/** An amber square on green. */
const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAABlBMVEX1ngsWZTR4mpuAAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVQYlWNgxAEYaCDBAAWMQ1yCkWSfEy0BAPuQAUFhJQPgAAAAAElFTkSuQmCC';
const UNSEEN = '**/api/popup-notifications/unseen/user/*';
const PANNE = { status: 500, json: { message: 'panne', code: 'internal' } };

interface Point {
  x: number;
  y: number;
}

interface Person {
  user: { id: number };
  login: string;
  password: string;
}

interface Fixtures {
  person: Person;
  /** Creates a popup; the page receives no other one. */
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
      // A page that is open would show it at once if it happened to ask now.
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

/** Signs in with the form, as only that counts as having just logged in. */
async function signInByForm(page: Page, { login, password }: Person) {
  await page.goto('/auth');
  await page.getByLabel("Email ou nom d'utilisateur").fill(login);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/');
}

/** The unseen popups as the site has asked for them, once nothing more is on its way. */
async function settled(page: Page, act: () => Promise<unknown>) {
  const answered = page.waitForResponse((response) => isUnseenCall(response.request()));
  await act();
  await answered;
  await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
}

test.describe('a popup', () => {
  test.beforeEach(async ({ page, person, signIn }) => signIn(page, person));

  test('is shown over the page with title, lines, one button and an X, and takes the focus [POPUP-001, POPUP-015]', async ({
    page,
    createPopup,
  }) => {
    const popup = await createPopup({ content: 'Première ligne\nDeuxième ligne', buttonText: 'Compris' });
    await page.goto('/');
    await expect(shown(page, popup)).toBeVisible();
    await expect(page.getByRole('dialog', { name: popup.title })).toBeVisible();
    await expect(modal(page)).toBeFocused();
    const content = modal(page).getByText('Première ligne');
    await expect(content).toHaveCSS('white-space', /pre-line|pre-wrap/);
    await expect(modal(page).getByRole('button')).toHaveCount(2);
    await expect(modal(page).getByRole('button', { name: 'Compris' })).toBeVisible();
    await expect(modal(page).locator('img')).toHaveCount(0);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer'))).toBeNull();
    }
  });

  test('shows its image, unless that cannot be loaded [POPUP-002, ERR-041]', async ({ page, createPopup }) => {
    await createPopup({ imageUrl: IMAGE });
    await page.goto('/');
    const image = modal(page).locator('img');
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await close(page);
    await expect(modal(page)).toBeHidden();

    const broken = await createPopup({ imageUrl: 'https://example.invalid/nothing.webp' });
    await page.goto('/');
    await expect(shown(page, broken)).toBeVisible();
    await expect(image).toHaveCount(0);
  });

  test('opens the link of its button in a new tab, and closes [POPUP-003]', async ({ page, createPopup }) => {
    const popup = await createPopup({ buttonText: 'Voir', buttonLink: '/facebook-help' });
    await page.goto('/');
    const opened = page.context().waitForEvent('page');
    await modal(page).getByRole('button', { name: 'Voir' }).click();
    const tab = await opened;
    await expect(tab).toHaveURL('/facebook-help');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await expect(shown(page, popup)).toBeHidden();
  });

  test('closes on its button, Escape, the backdrop and the X, and not on a click inside [POPUP-004, POPUP-005, POPUP-006, POPUP-007]', async ({
    page,
    createPopup,
  }) => {
    const ways = [
      () => modal(page).getByRole('button', { name: 'OK' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.getByTestId('popup-backdrop').click({ position: { x: 5, y: 5 } }),
      () => close(page),
    ];
    const pages = page.context().pages().length;
    for (const way of ways) {
      const popup = await createPopup();
      await page.goto('/');
      await expect(shown(page, popup)).toBeVisible();
      await modal(page).getByText('Bonjour').click();
      await expect(page.getByRole('dialog')).toHaveAttribute('data-state', 'open');
      await way();
      await expect(modal(page)).toBeHidden();
    }
    expect(page.context().pages()).toHaveLength(pages);
  });

  test('is 500 pixels wide, and never more than 90 % of the screen [POPUP-009, CONST-027]', async ({
    page,
    createPopup,
  }) => {
    const popup = await createPopup({ content: 'Une longue annonce.\n'.repeat(120) });
    await page.goto('/');
    await expect(shown(page, popup)).toBeVisible();
    const size = () => modal(page).evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight]);
    expect(await size()).toEqual([500, 720]);
    await expect(modal(page)).toHaveCSS('max-height', '720px');
    await page.setViewportSize({ width: 375, height: 740 });
    await expect(modal(page)).toHaveCSS('max-width', '337.5px');
    expect(await size()).toEqual([338, 666]);
    await modal(page).getByRole('button', { name: 'OK' }).click();
    await expect(modal(page)).toBeHidden();
  });

  test('looks as it says, with its image on any of four sides [POPUP-010]', async ({ page, createPopup }) => {
    const centre = (selector: string) =>
      modal(page)
        .locator(selector)
        .evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        });
    for (const [imagePosition, isThere] of [
      ['top', (image, text) => image.y < text.y],
      ['bottom', (image, text) => image.y > text.y],
      ['left', (image, text) => image.x < text.x],
      ['right', (image, text) => image.x > text.x],
    ] satisfies [ImagePosition, (image: Point, text: Point) => boolean][]) {
      const popup = await createPopup({
        imageUrl: IMAGE,
        imagePosition,
        width: 600,
        borderRadius: '16px',
        backgroundColor: '#14532d',
        textColor: '#ffffff',
        fontFamily: 'Georgia, serif',
      });
      await page.goto('/');
      await expect(shown(page, popup)).toBeVisible();
      await expect(modal(page).locator('img')).toBeVisible();
      await expect
        .poll(async () => isThere(await centre('img'), await centre('.fc-popup-text')), { message: imagePosition })
        .toBe(true);
      for (const [property, value] of [
        ['width', '600px'],
        ['border-radius', '16px'],
        ['background-color', 'rgb(20, 83, 45)'],
        ['color', 'rgb(255, 255, 255)'],
        ['font-family', 'Georgia, serif'],
      ] as const) {
        await expect(modal(page)).toHaveCSS(property, value);
      }
      await close(page);
      await expect(modal(page)).toBeHidden();
    }
  });

  test('is reported as seen when it opens and when it closes, and the list asked for anew [POPUP-011, POPUP-012, POPUP-013, POPUP-029]', async ({
    page,
    person,
    createPopup,
  }) => {
    const popup = await createPopup();
    const path = `**/api/popup-notifications/${popup.id}/seen`;
    const reported = page.waitForRequest(path);
    const refetched = page.waitForResponse(
      async (response) => isUnseenCall(response.request()) && (await response.json()).length === 0,
    );
    await page.goto('/');
    expect((await reported).method()).toBe('POST');
    expect((await reported).postDataJSON()).toEqual({ userId: person.user.id });
    await refetched;
    await expect(shown(page, popup)).toBeVisible();

    const reportedAgain = page.waitForRequest(path);
    const refetchedAgain = page.waitForRequest(isUnseenCall);
    await close(page);
    expect((await reportedAgain).postDataJSON()).toEqual({ userId: person.user.id });
    await refetchedAgain;
    await expect(modal(page)).toBeHidden();
  });

  test('closes although nobody can be told, without a message [POPUP-018]', async ({ page, createPopup }) => {
    const popup = await createPopup();
    await page.route('**/seen', (route) => route.fulfill(PANNE));
    await page.goto('/');
    await expect(shown(page, popup)).toBeVisible();
    const failed = page.waitForResponse((response) => isSeenReport(response.request()));
    await close(page);
    expect((await failed).status()).toBe(500);
    await expect(modal(page)).toBeHidden();
    await expect(toast(page)).toHaveCount(0);
  });

  test('makes room for the next one, the oldest first', async ({ page, createPopup }) => {
    const [first, second] = [await createPopup(), await createPopup()];
    await page.goto('/');
    await expect(shown(page, first)).toBeVisible();
    await close(page);
    await expect(shown(page, second)).toBeVisible();
    await close(page);
    await expect(modal(page)).toBeHidden();
  });

  test('that is inactive is never shown [POPUP-022]', async ({ page, createPopup }) => {
    const inactive = await createPopup({ isActive: false });
    await settled(page, () => page.goto('/'));
    // Even if the list held it.
    const active = await createPopup();
    await page.route(UNSEEN, (route) => route.fulfill({ json: [inactive, active] }));
    await page.goto('/');
    await expect(shown(page, active)).toBeVisible();
    await close(page);
    await expect(modal(page)).toBeHidden();
  });
});

test.describe('in one browser session a popup', () => {
  test('is shown once, whatever happens, and again after the next sign-in if it may be [POPUP-016, POPUP-017, POPUP-027]', async ({
    page,
    person,
    createPopup,
  }) => {
    const popup = await createPopup({ showOnce: false });
    await signInByForm(page, person);
    await expect(shown(page, popup)).toBeVisible();
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

  test('does not come back after the next sign-in when it is for once [POPUP-025]', async ({
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

  test('is nothing for a visitor, and nobody asks for any [POPUP-014, POPUP-028]', async ({ page, createPopup }) => {
    await createPopup();
    const asked: Request[] = [];
    page.on('request', (request) => {
      if (isUnseenCall(request)) asked.push(request);
    });
    await page.goto('/?tracking=DEMO0003');
    await expect(page.getByTestId('result-card')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await page.goto('/auth');
    await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    expect(asked).toEqual([]);
  });
});

test.describe('while the splash plays', () => {
  test.use({ splash: true });

  test('no popup covers it', async ({ page, person, signIn, createPopup }) => {
    await signIn(page, person);
    const popup = await createPopup();
    await page.clock.install({ time: new Date() });
    await page.goto('/');
    await expect(page.getByTestId('splash')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeAttached();
    await expect(modal(page)).toHaveCount(0);
    await page.clock.runFor(3500);
    await expect(page.getByTestId('splash')).toBeHidden();
    await expect(shown(page, popup)).toBeVisible();
  });
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('a popup passes the automatic accessibility checks and the content security policy', async ({
      page,
      person,
      signIn,
      createPopup,
    }) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      await signIn(page, person);
      const popup = await createPopup({
        imageUrl: IMAGE,
        buttonColor: '#f59e0b',
        buttonTextColor: '#1c1917',
        content: 'Notre bureau de Bobo-Dioulasso ouvre lundi.\nVenez nous voir.',
      });
      await page.goto('/');
      await expect(shown(page, popup)).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations).toEqual([]);
      for (const button of await modal(page).getByRole('button').all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      expect(refused).toEqual([]);
    });
  });
}
