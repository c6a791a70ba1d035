/** In the session storage: the entry of the release that this tab has left by a reload. */
const LEFT_KEY = 'fasocolis:left-release';

/**
 * Reloads a page, once, whose code an update has removed from the server, unless something is typed into it (OLD-005).
 * @param entry the URL of this page's entry module
 */
export function reloadWhenOutdated(entry: string): void {
  const typed = new Set<HTMLInputElement>();
  addEventListener('input', ({ target }) => typed.add(target as HTMLInputElement), true);
  const reload = async () => {
    if ([...typed].some((field) => field.isConnected && field.value)) return;
    // Without a response, the network is the reason; without storage, a reload could repeat itself.
    try {
      const page = await fetch('/index.html', { cache: 'no-store' });
      if (!page.ok || (await page.text()).includes(new URL(entry).pathname)) return;
      if (sessionStorage.getItem(LEFT_KEY) === entry) return;
      sessionStorage.setItem(LEFT_KEY, entry);
      location.reload();
    } catch {}
  };
  // https://vite.dev/guide/build#load-error-handling
  addEventListener('vite:preloadError', () => void reload());
}
