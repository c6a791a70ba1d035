import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, loadScreen } from './app.tsx';
import { READY_EVENT, stylesLoaded } from './loader.ts';
import { createQueryClient } from './query-client.ts';
import { fetchUnavailable, hydrateFromPage } from './rendered-state.ts';
import { hideNativeSplash } from './splash.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const initial = (control: Control) =>
  control instanceof HTMLSelectElement
    ? Array.from(control.options).find(({ defaultSelected }) => defaultSelected)?.value
    : control.defaultValue;

/**
 * Stores what was typed into a page before hydration: React and the form library start from their own values.
 * @returns a function that restores it
 */
function typedValues(root: HTMLElement): () => void {
  const controls = [...root.querySelectorAll<Control>('input, textarea, select')];
  const typed = controls
    .filter((control) => control.value !== initial(control))
    .map((control) => [control, control.value]);
  return () => {
    for (const [control, value] of typed as [Control, string][]) {
      // React ignores an event without a change of the value.
      for (const each of ['', value]) type(control, each);
    }
  };
}

/** Sets a value as typing does, so that React and the form library notice it. */
function type(control: Control, value: string): void {
  // The setter of the prototype: React overrides that of the element to notice its own changes.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** In the session storage: the entry of the release that this tab has left by a reload. */
const LEFT_KEY = 'fasocolis:left-release';

/**
 * Reloads a page, once, whose code an update has removed from the server, unless something is typed into it (OLD-005).
 * @param entry the URL of this page's entry module
 */
function reloadWhenOutdated(entry: string): void {
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

hideNativeSplash();
reloadWhenOutdated(import.meta.url);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const app = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
);
if (hydrateFromPage(queryClient)) {
  // When the code of a screen does not load, the screen shows why after hydration. No top-level await: the screens
  // import from this file's chunk.
  void Promise.all([loadScreen(location).catch(() => undefined), stylesLoaded()]).then(() => {
    // Before clicks and submits are repeated.
    addEventListener(READY_EVENT, typedValues(root), { capture: true, once: true });
    addEventListener(READY_EVENT, () => fetchUnavailable(queryClient), { once: true });
    hydrate(root);
  });
} else {
  createRoot(root).render(app);
}

/** A page that cannot be hydrated stays as the server sent it: its links and the search work without scripts. */
function hydrate(container: HTMLElement): void {
  const sent = container.innerHTML;
  let isReady = false;
  addEventListener(READY_EVENT, () => (isReady = true), { once: true });
  const keep = (error: unknown) => {
    console.error('The page cannot be hydrated', error);
    if (isReady) return;
    void import('./page-failure.ts').then(({ reportFailure }) => reportFailure(error));
    // React is rendering at this moment.
    queueMicrotask(() => {
      hydrated.unmount();
      container.innerHTML = sent;
    });
  };
  const hydrated = hydrateRoot(container, app, { onCaughtError: keep, onUncaughtError: keep });
}
