import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SITES } from '../infra/local/builds.ts';
import { ROOT } from '../infra/local/root.ts';

type Compression = 'gz' | 'br';
type Site = (typeof SITES)[number];

/** Largest allowed sizes, gzipped, in bytes (1 kB is 1000 bytes). */
export const BUDGETS = {
  /** Scripts of the customer site's first render. */
  customerScripts: 112_000,
  customerStyles: 12_000,
  /** Scripts from the sign-in page to the first screen of the back office. */
  adminScripts: 425_000,
};

/** Transferred size of a built file. @param path of its URL */
function compressedSize(path: string, compression: Compression): number {
  const [site, file]: [Site, string] = path.startsWith('/admin/')
    ? ['web-admin', path.slice('/admin'.length)]
    : ['web-customer', path];
  const built = join(ROOT, site, 'dist', file);
  // Small files may have no compressed form.
  const sent = [`${built}.${compression}`, built].find((each) => existsSync(each)) ?? built;
  return statSync(sent).size;
}

/** The script of a site's page with its static imports, and the style sheets. */
export function firstLoad(site: Site): { scripts: string[]; styles: string[] } {
  const html = readFileSync(join(ROOT, site, 'dist/index.html'), 'utf8');
  const paths = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  return {
    scripts: paths.filter((path) => path.endsWith('.js')),
    styles: paths.filter((path) => path.endsWith('.css')),
  };
}

export const weigh = (paths: string[], compression: Compression): number =>
  paths.reduce((sum, path) => sum + compressedSize(path, compression), 0);

/** The distinct URLs of our scripts that a page loads during `work`. */
export async function scriptsLoadedBy(page: Page, work: () => Promise<void>): Promise<string[]> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname);
  });
  await work();
  return [...paths];
}
