/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { expect } from './fixtures.ts';

export const NARROW = { width: 360, height: 740 };
export const WIDE = { width: 1280, height: 800 };
/** For screens with another layout on wide screens. */
export const BOTH = [NARROW, WIDE];

/** Expects no fault that axe finds by the rules of WCAG 2.2 AA, no horizontal scrolling and no animation. */
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

/** Delays requests until the loading screen has been checked. */
export const late = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: resolve, handler: (route: Route) => promise.then(() => route.continue()) };
};

/** Expects no fault that axe finds after all transitions have ended. */
export const expectNoFaults = (page: Page, what = page.url()) =>
  expect
    .poll(async () => (await new AxeBuilder({ page }).analyze()).violations, { message: what, timeout: 40_000 })
    .toEqual([]);
