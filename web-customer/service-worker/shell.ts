export const SHELL_CACHE = 'shell';
/** The plain page: every address inside the site shows it, and its code does the rest. */
export const SHELL_PATH = '/';

type FetchAsset = (path: string) => Promise<void>;

const openShell = () => caches.open(SHELL_CACHE);

export const hasShell = async () => (await (await openShell()).match(SHELL_PATH)) !== undefined;

/** Asks for the page and keeps it. */
export async function fillShell(fetchAsset: FetchAsset): Promise<void> {
  const response = await fetch(SHELL_PATH, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  await updateShell(response, fetchAsset);
}

/** Keeps a page if it is a new one, once all files it names are there: without them it would stay white offline. */
export async function updateShell(page: Response, fetchAsset: FetchAsset): Promise<void> {
  const shell = await openShell();
  const html = await page.clone().text();
  if (html === (await (await shell.match(SHELL_PATH))?.text())) return;
  const files = new Set(html.match(/\/assets\/[\w.-]+/g));
  // Not this site at all: another file, or the sign-in page of a public network.
  if (files.size === 0) return;
  await Promise.all(Array.from(files, fetchAsset));
  await shell.put(SHELL_PATH, page);
}
