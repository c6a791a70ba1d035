/** Read by the worker, web-admin/public/service-worker.js. */
const CACHE = 'scanner';
const SHELL = '/admin/index.html';
const FILES = '/admin/assets/';

/** Makes the scanner open without a network from now on: its worker, the page, and the files that the page uses. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/admin/service-worker.js', { scope: '/admin/scan' });
  const [cache, response] = await Promise.all([caches.open(CACHE), fetch(SHELL, { cache: 'no-cache' })]);
  const shell = await response.clone().text();
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  // A newer version needs files that this page has not loaded: it is stored at the next visit.
  if (!response.ok || !entry || !shell.includes(new URL(entry).pathname)) return;

  const named = shell.match(/\/admin\/assets\/[\w.-]+/g) ?? [];
  const loaded = pathsOf(performance.getEntriesByType('resource'));
  const files = new Set([...named, ...loaded]);
  const former = await (await cache.match(SHELL))?.text();
  await keep(cache, files);
  await cache.put(SHELL, response);
  if (former !== shell) await removeOthers(cache, files);
  new PerformanceObserver((list) => void keep(cache, pathsOf(list.getEntries()))).observe({ type: 'resource' });
}

const pathsOf = (entries: PerformanceEntry[]) =>
  entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(FILES))
    .map(({ pathname }) => pathname);

async function keep(cache: Cache, files: Iterable<string>): Promise<void> {
  const add = async (file: string) => {
    if (!(await cache.match(file))) await cache.add(file);
  };
  await Promise.all(Array.from(files, add));
}

async function removeOthers(cache: Cache, files: ReadonlySet<string>): Promise<void> {
  const others = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname !== SHELL && !files.has(pathname);
  });
  await Promise.all(others.map((request) => cache.delete(request)));
}
