/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { cameraArgs } from './scanner.ts';

interface Phone {
  /** Opens the browser of a phone with everything it stored before; a second call after closing the first one. */
  open: (film?: string) => Promise<{ context: BrowserContext; page: Page }>;
}

export const test = base.extend<{ phone: Phone }>({
  phone: async ({ playwright, baseURL }, use, testInfo) => {
    const { launchOptions } = testInfo.project.use;
    let opened: BrowserContext | undefined;
    await use({
      async open(film) {
        opened = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'), {
          ...launchOptions,
          args: [...(launchOptions?.args ?? []), ...(film ? cameraArgs(film) : ['--use-fake-ui-for-media-stream'])],
          ...(baseURL && { baseURL }),
          serviceWorkers: 'allow',
          viewport: { width: 360, height: 740 },
          locale: 'fr-FR',
        });
        return { context: opened, page: opened.pages()[0] ?? (await opened.newPage()) };
      },
    });
    await opened?.close();
  },
});

/** Whether the scanner opens without a network from now on. */
export const isKeptOffline = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/admin/scan');
    return registration?.active?.state === 'activated' && (await caches.match('/admin/index.html'))?.ok;
  });
