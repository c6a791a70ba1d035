import '@fasocolis/web-kit/styles.css';
import { removeOldCodes } from '@fasocolis/web-kit/hand-over-codes';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './back-office.tsx';

const MINUTE_MS = 60_000;

// A page from the browser's back-forward cache must not reappear after a sign-out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

removeOldCodes();
setInterval(removeOldCodes, MINUTE_MS);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes, { basename: '/admin' })} />
  </StrictMode>,
);
