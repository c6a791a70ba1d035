export const SHELL_CACHE = 'shell';
/** The page without content: its scripts render every screen of the site. */
export const SHELL_PATH = '/index.html';

/** The script that every page of the site loads. */
const ENTRY = /\/assets\/index-[\w-]+\.js/;

type FetchAsset = (path: string) => Promise<void>;

const openShell = () => caches.open(SHELL_CACHE);

export const hasShell = async () => (await (await openShell()).match(SHELL_PATH)) !== undefined;

/** Fetches the shell and stores it after all files that it names: without them it would stay blank offline. */
export async function fillShell(fetchAsset: FetchAsset): Promise<void> {
  const page = await fetch(SHELL_PATH, { cache: 'no-cache' });
  if (!page.ok) throw new Error(`The shell has the status ${page.status}`);
  const files = new Set((await page.clone().text()).match(/\/assets\/[\w.-]+/g));
  // Another site, such as the sign-in page of a public network.
  if (files.size === 0) return;
  await Promise.all(Array.from(files, fetchAsset));
  await (await openShell()).put(SHELL_PATH, page);
}

/** Fetches the shell again when a page of the site used newer scripts. */
export async function renewShell(page: Response, fetchAsset: FetchAsset): Promise<void> {
  const entry = ENTRY.exec(await page.text())?.[0];
  const known = await (await (await openShell()).match(SHELL_PATH))?.text();
  if (entry && !known?.includes(entry)) await fillShell(fetchAsset);
}
