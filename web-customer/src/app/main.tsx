import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, loadScreen } from './app.tsx';
import { READY_EVENT, stylesLoaded } from './loader.ts';
import { createQueryClient } from './query-client.ts';
import { reloadWhenOutdated } from './reload-outdated.ts';
import { fetchUnavailable, hydrateFromPage } from './rendered-state.ts';
import { hideNativeSplash } from './splash.tsx';
import { typedValues } from './typed-values.ts';

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
