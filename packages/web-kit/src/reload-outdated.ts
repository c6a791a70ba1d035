/** In the session storage: the release that this tab has left by a reload. */
const LEFT_KEY = 'fasocolis:left-release';

/**
 * Reloads a page, once, whose code an update has removed from the server, unless something is typed into it (OLD-005).
 * @param index the page that names the current release's entry, e.g. `/index.html`
 * @param entry the URL of this page's entry module
 */
export function reloadWhenOutdated(index: string, entry: string): void {
  const typed = new Set<EventTarget>();
  addEventListener('input', ({ target }) => target && typed.add(target), true);
  const isTyping = () =>
    [...typed].some((field) => field instanceof HTMLElement && field.isConnected && 'value' in field && field.value);
  // https://vite.dev/guide/build#load-error-handling
  addEventListener('vite:preloadError', async () => {
    if (isTyping() || !(await isGone(index, entry)) || !leave(entry)) return;
    location.reload();
  });
}

/** Whether the server has another release. Without a response, the network is the reason. */
async function isGone(index: string, entry: string): Promise<boolean> {
  try {
    const page = await fetch(index, { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(new URL(entry).pathname);
  } catch {
    return false;
  }
}

/** @returns false when this tab has left the release before, or cannot store that it does */
function leave(release: string): boolean {
  try {
    if (sessionStorage.getItem(LEFT_KEY) === release) return false;
    sessionStorage.setItem(LEFT_KEY, release);
    return true;
  } catch {
    return false;
  }
}
