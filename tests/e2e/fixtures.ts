import { DEMO_PASSWORD } from '@fasocolis/contracts/demo';
import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { User } from '@fasocolis/contracts/user';
import { type APIRequestContext, test as base, expect, type Page, type Request } from '@playwright/test';

export const ADMIN = { login: 'admin', password: 'Admin-1234' };
/** A unique name, used as a username and, with @example.com, as an address. */
export const newName = () => `awa${crypto.randomUUID().slice(0, 12)}`;
export const CUSTOMER = { login: 'client', password: DEMO_PASSWORD };

/** Finds a request of the page by method and path. */
export const isCall = (method: string, path: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname === path;

/** Expects one toast with these texts and no other. */
export async function expectToast(page: Page, title: string, description?: string) {
  const toast = page.getByTestId('toast');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

export interface Fixtures {
  /** True in tests about the splash. By default pages are opened with reduced motion, and it does not play. */
  splash: boolean;
  /**
   * By default the tests of rendered pages start after hydration. 'page': they start with the page itself; false: pages
   * are drawn in the browser, for tests that stub the API of public pages.
   */
  rendered: 'app' | 'page' | false;
  /** True in tests about popups; by default no popup covers the page, whatever other tests create. */
  popups: boolean;
  /** True in tests about live push; by default the socket is silent, whatever other tests send. */
  live: boolean;
  adminApi: APIRequestContext;
  /** Creates an order for the test, optionally with a status and text. */
  createOrder: (body?: object, update?: { status: string; latestUpdate?: string }) => Promise<Order>;
  /** Registers a user for the test, without signing the page's browser in. */
  createUser: (person?: Partial<User>) => Promise<{ user: User; login: string; email: string; password: string }>;
  /** Invites an agent for the test, who accepts. */
  createAgent: () => Promise<{ login: string; password: string }>;
  /** Waits for the newest email to an address with a subject. @returns the link in it */
  mailedLink: (to: string, subject: string) => Promise<string>;
  signIn: (page: Page, who?: { login: string; password: string }) => Promise<void>;
}

interface Email {
  subject: string;
  text: string;
  to: { address: string }[];
}

/** Makes navigations wait for the hydration of a rendered page. */
async function waitForTheApp(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('site-ready', () => Object.assign(window, { isReady: true })));
  const isReady = () => !document.getElementById('state') || 'isReady' in window;
  for (const name of ['goto', 'reload'] as const) {
    const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<null>;
    page[name] = async (...args: unknown[]) => {
      const response = await navigate(...args);
      await page.waitForFunction(isReady);
      return response;
    };
  }
}

export const test = base.extend<Fixtures>({
  splash: [false, { option: true }],
  rendered: ['app', { option: true }],
  popups: [false, { option: true }],
  live: [false, { option: true }],
  baseURL: async ({ baseURL }, use) => use(process.env.E2E_URL ?? baseURL),
  contextOptions: async ({ splash }, use) => use({ reducedMotion: splash ? 'no-preference' : 'reduce' }),
  page: async ({ page, baseURL, javaScriptEnabled, rendered, popups, live }, use) => {
    if (rendered === false) {
      const isPage = (url: URL) =>
        url.origin === new URL(String(baseURL)).origin &&
        !/^\/(?:admin|api|assets|ws)(?:\/|$)|\.\w+$/.test(url.pathname);
      await page.route(isPage, async (route) => {
        if (!route.request().isNavigationRequest()) return route.fallback();
        const url = new URL('/index.html', route.request().url()).href;
        await route.fulfill({ response: await route.fetch({ url }) });
      });
    }
    if (rendered === 'app' && javaScriptEnabled !== false) await waitForTheApp(page);
    if (!popups) {
      await page.route('**/api/popup-notifications/unseen/user/*', (route) => route.fulfill({ json: [] }));
    }
    if (!live) await page.routeWebSocket('**/ws', () => {});
    // How many orders there are, and so the first view of their list, depends on the other tests.
    await page.addInitScript(() => {
      const view = 'RaStorefasocolis.look.orders.view';
      if (location.pathname.startsWith('/admin')) localStorage.setItem(view, localStorage.getItem(view) ?? '"cards"');
    });
    await use(page);
  },
  adminApi: async ({ playwright, baseURL }, use) => {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    const response = await api.post('/api/auth/login', { data: { email: ADMIN.login, password: ADMIN.password } });
    expect(response.ok()).toBe(true);
    await use(api);
    await api.post('/api/auth/logout');
    await api.dispose();
  },
  createOrder: async ({ adminApi }, use) => {
    await use(async (body = {}, update) => {
      const created = await adminApi.post('/api/orders', { data: { reference: generateReference(), ...body } });
      expect(created.status(), await created.text()).toBe(201);
      const order: Order = await created.json();
      if (!update) return order;
      const updated = await adminApi.patch(`/api/orders/${order.id}`, { data: update });
      expect(updated.ok()).toBe(true);
      return updated.json();
    });
  },
  createUser: async ({ playwright, baseURL }, use) => {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    await use(async (person = {}) => {
      const username = newName();
      const password = 'Secret-1234';
      const data = { firstName: 'Awa', lastName: 'Traoré', username, email: `${username}@example.com`, password };
      const registered = await api.post('/api/auth/register', { data: { ...data, ...person } });
      expect(registered.status(), await registered.text()).toBe(201);
      const user: User = await registered.json();
      return { user, login: user.username, email: user.email ?? '', password };
    });
    await api.dispose();
  },
  createAgent: async ({ adminApi, mailedLink, request }, use) => {
    await use(async () => {
      const [email, password] = [`${newName()}@example.com`, 'Guangzhou-2026'];
      const data = { firstName: 'Salif', lastName: 'Kaboré', email, city: 'Guangzhou' };
      const invited = await adminApi.post('/api/team', { data });
      expect(invited.status(), await invited.text()).toBe(201);
      const link = await mailedLink(email, "Invitation dans l'équipe FasoColis");
      const token = new URL(link).searchParams.get('token');
      const accepted = await request.post('/api/auth/reset-password', { data: { token, password } });
      expect(accepted.ok(), await accepted.text()).toBe(true);
      return { login: email, password };
    });
  },
  mailedLink: async ({ request }, use) => {
    await use(async (to, subject) => {
      let link: string | undefined;
      await expect
        .poll(async () => {
          const inbox: Email[] = await (await request.get(`${process.env.E2E_EMAILS_URL}/api/email`)).json();
          const email = inbox.findLast(
            (each) => each.subject === subject && each.to.some(({ address }) => address === to),
          );
          link = /https?:\S+token=[\w.-]+/.exec(email?.text ?? '')?.[0];
          return link;
        })
        .toBeDefined();
      return link ?? '';
    });
  },
  signIn: async ({ baseURL }, use) => {
    const cookies: string[] = [];
    await use(async (page, who = CUSTOMER) => {
      const response = await page.request.post('/api/auth/login', {
        data: { email: who.login, password: who.password },
      });
      expect(response.ok()).toBe(true);
      cookies.push(response.headers()['set-cookie']?.split(';')[0] ?? '');
    });
    // Otherwise the twenty-first sign-in of a user would end the session of a running test.
    const signOut = (cookie: string) => fetch(`${baseURL}/api/auth/logout`, { method: 'POST', headers: { cookie } });
    await Promise.all(cookies.map(signOut));
  },
});

export { expect };
