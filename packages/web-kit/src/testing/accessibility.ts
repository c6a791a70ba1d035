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
    // The screen learns its new width in the next frame.
    await new Promise(requestAnimationFrame);
    await expect.poll(() => document.getAnimations().length, { message: `animations at ${width} pixels` }).toBe(0);
    scrollToStart();
    expect(await faults(except), `${width} pixels`).toEqual([]);
    const { scrollWidth } = document.documentElement;
    expect(scrollWidth, `width of the content at ${width} pixels`).toBeLessThanOrEqual(width);
  }
}

/** Sticky headers cover a part of what scrolled under them, which would be too small a target. */
function scrollToStart(): void {
  for (const element of document.querySelectorAll('*')) element.scrollTo({ top: 0, left: 0, behavior: 'instant' });
}

/** The elements that break a rule, with its explanation. */
async function faults(except: string[]): Promise<string[]> {
  // This rule of WCAG 2.2 AA is off by default.
  const rules: axe.RuleObject = { 'target-size': { enabled: true } };
  for (const rule of except) rules[rule] = { enabled: false };
  const { violations } = await axe.run(document, { rules });
  return violations.flatMap(({ help, nodes }) => nodes.map(({ target }) => `${help}: ${target.join(' ')}`));
}
