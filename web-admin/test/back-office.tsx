import '@fasocolis/web-kit/styles.css';
import { mount, unmountAll } from '@fasocolis/web-kit/testing/mount';
import { dismissToast, toastStore } from '@fasocolis/web-kit/toast-store';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { page as browserPage } from 'vitest/browser';
import { routes } from '../src/app/back-office.tsx';
import type { FakeApi } from './fake-api.ts';

export { FakeApi } from './fake-api.ts';

/** Replaces the live socket: only `push` is pushed. */
class FakeSocket extends EventTarget {
  static latest: FakeSocket | undefined;

  constructor() {
    super();
    FakeSocket.latest = this;
  }

  send(): void {}
  close(): void {}
}

/** Replaces what sends large bodies: the fake API gets them too. */
const uploadsTo = (api: FakeApi) =>
  class {
    readonly upload: { onload?: () => void } = {};
    onload?: () => void;
    status = 0;
    responseText = '';
    #target = { method: '', path: '' };

    open(method: string, path: string) {
      this.#target = { method, path };
    }

    setRequestHeader() {}

    async send(body: string) {
      const { method, path } = this.#target;
      const response = await api.fetch(path, { method, body });
      this.upload.onload?.();
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    }
  };

/** Pushes a message through the newest socket. */
export const push = (message: object) =>
  FakeSocket.latest?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

let router: ReturnType<typeof createMemoryRouter>;

/** Opens a screen of the back office as the administrator. */
export function openScreen(path: string, api: FakeApi): void {
  vi.stubGlobal('fetch', api.fetch);
  vi.stubGlobal('XMLHttpRequest', uploadsTo(api));
  vi.stubGlobal('WebSocket', FakeSocket);
  router = createMemoryRouter(routes, { basename: '/admin', initialEntries: [`/admin${path}`] });
  mount(<RouterProvider router={router} />);
}

export const goBack = () => router.navigate(-1);

/** Expects the address of the back office. */
export async function expectAddress(address: string): Promise<void> {
  await expect.poll(() => router.createHref(router.state.location)).toBe(address);
}

/** Expects one toast with these texts and no other. */
export async function expectToast(...texts: string[]): Promise<void> {
  const toast = browserPage.getByTestId('toast');
  for (const text of texts) await expect.element(toast.getByText(text, { exact: true })).toBeVisible();
  expect(toast.elements()).toHaveLength(1);
}

/** Removes the toast, for a test that expects another one with the same texts. */
export const clearToast = () => dismissToast(toastStore.getSnapshot()?.id ?? 0);

/** The targets of page loads in the current test, which are prevented because they would end the tests. */
export const pageLoads: string[] = [];

navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || event.downloadRequest !== null) return;
  const { pathname, search } = new URL(event.destination.url);
  pageLoads.push(pathname + search);
  event.preventDefault();
});

/** Expects no horizontal scrolling at 360 pixels. */
export function expectNarrow(): void {
  expect(document.documentElement.scrollWidth).toBe(360);
}

export const sidebarEntry = (name: string) =>
  browserPage.getByTestId('admin-sidebar').getByRole('link', { name, exact: true });

/** Removes what a test has left, for the next one. */
export async function cleanUp(): Promise<void> {
  unmountAll();
  clearToast();
  sessionStorage.clear();
  pageLoads.length = 0;
  vi.unstubAllGlobals();
  await browserPage.viewport(1280, 800);
}
