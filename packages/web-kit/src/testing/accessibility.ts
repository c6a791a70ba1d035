import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Widths of a phone and of a laptop, for screens with another layout on each. */
export const BOTH = [360, 1280];

/**
 * Expects the screen that a test shows to be accessible at each width: no fault that axe finds, no horizontal scrolling and
 * no animation, since the browser of the tests prefers reduced motion. The screen keeps the last width.
 * @param except rules of axe that the screen may break
 */
export async function expectAccessible(widths: number[] = [360], except: string[] = []): Promise<void> {
  for (const width of widths) {
    await page.viewport(width, 800);
    await expect.poll(() => document.getAnimations().length, { message: `animations at ${width} pixels` }).toBe(0);
    expect(await faults(except), `${width} pixels`).toEqual([]);
    const { scrollWidth } = document.documentElement;
    expect(scrollWidth, `width of the content at ${width} pixels`).toBeLessThanOrEqual(width);
  }
}

/** The elements that break a rule, with its explanation. */
async function faults(except: string[]): Promise<string[]> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { rules });
  return violations.flatMap(({ help, nodes }) => nodes.map(({ target }) => `${help}: ${target.join(' ')}`));
}
