/// <reference lib="dom" />
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/**
 * Films the printed label of an order, for a camera.
 * @param office a page of a member of the staff
 * @param film the file to write
 */
export async function filmLabel(office: Page, orderId: number, film: string): Promise<void> {
  await office.setViewportSize({ width: 1280, height: 720 });
  await office.goto(`/admin/orders/${orderId}?dialog=labels`);
  await office.getByRole('dialog').getByRole('status').waitFor();
  await office.emulateMedia({ media: 'print' });
  const label = await office.getByRole('article').last().screenshot();
  await office.goto('about:blank');
  await office.setContent(`<img width="1100" src="data:image/png;base64,${label.toString('base64')}">`);
  writeFileSync(film, await office.screenshot({ type: 'jpeg', quality: 90 }));
}

/** Options of Chromium for a camera that sees a film, and is allowed. */
export const cameraArgs = (film: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

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
