import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, loadScreen } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { hydrateFromPage } from './rendered-state.ts';
import { hideNativeSplash } from './splash.tsx';

hideNativeSplash();

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
  // Without its code a screen shows why when it takes over.
  await loadScreen(location).catch(() => undefined);
  hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}
