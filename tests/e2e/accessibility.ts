/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { expect } from './fixtures.ts';

export const NARROW = { width: 360, height: 740 };
export const WIDE = { width: 1280, height: 800 };
/** Where a wide screen is laid out otherwise. */
export const BOTH = [NARROW, WIDE];

/** Expects nothing that axe finds by the rules of WCAG 2.2 AA, nothing wider than the screen and nothing that moves. */
export async function inspect(page: Page, viewports = [NARROW]) {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const at = `${page.url()}, ${viewport.width} pixels`;
    expect(violations, at).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, at).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.getAnimations().length), `animations at ${at}`).toBe(0);
  }
  await page.setViewportSize(NARROW);
}

/** Calls that are answered when the screen has been looked at while it waits. */
export const late = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: resolve, handler: (route: Route) => promise.then(() => route.continue()) };
};

/** Expects nothing that axe finds, once whatever fades in has come to rest. */
export const expectNoFaults = (page: Page, what = page.url()) =>
  expect
    .poll(async () => (await new AxeBuilder({ page }).analyze()).violations, { message: what, timeout: 40_000 })
    .toEqual([]);
