import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/chromium-90');

/** Unpacks Chromium 90, the minimum version, from its npm package, once. @returns the path of the program */
export function minimumChromium(): string {
  const program = join(FOLDER, 'chromium');
  if (existsSync(program)) return program;
  const packed = join(dirname(createRequire(import.meta.url).resolve('chrome-aws-lambda/package.json')), 'bin');
  const unpack = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)));
  mkdirSync(join(FOLDER, 'swiftshader'), { recursive: true });
  execFileSync('tar', ['x', '-C', join(FOLDER, 'swiftshader')], { input: unpack('swiftshader.tar.br') });
  // Another worker may do the same at this moment.
  const part = `${program}.${process.pid}`;
  writeFileSync(part, unpack('chromium.br'), { mode: 0o755 });
  renameSync(part, program);
  return program;
}

const CHECK_VISIBILITY = `Element.prototype.checkVisibility ??= function () {
  for (let element = this; element; element = element.parentElement) {
    if (getComputedStyle(element).display === 'none') return false;
  }
  return getComputedStyle(this).visibility === 'visible';
}`;

/** Its package has no GPU process. */
export const MINIMUM_CHROMIUM_ARGS = ['--no-zygote', '--in-process-gpu', '--use-gl=swiftshader'];

/**
 * Gives Playwright's own scripts a method that Chromium has from 105 on. They run in a world of their own: the page does
 * not see it.
 */
export async function supportPlaywright(context: BrowserContext, page: Page): Promise<void> {
  const { _guid: guid } = page as unknown as { _guid: string };
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: `__playwright_utility_world_${guid}`,
    source: CHECK_VISIBILITY,
  });
}
