/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/**
 * Keystrokes of a scanner that works as a keyboard. All have the same time, as the screen tells a scanner from a person
 * by the time between keystrokes, which is long on a busy machine.
 */
export const wedge = (page: Page, references: readonly string[]) =>
  page.evaluate((texts) => {
    const timeStamp = performance.now();
    for (const text of texts) {
      for (const key of [...Array.from(text), 'Enter']) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true });
        document.body.dispatchEvent(Object.defineProperty(press, 'timeStamp', { value: timeStamp }));
      }
    }
  }, references);
