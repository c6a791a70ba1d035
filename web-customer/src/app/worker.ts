/** Lets the browser keep the site, so that it opens without a network. Asking again and again does no harm. */
export async function installWorker(): Promise<void> {
  // The development server has no such file; an insecure address has no workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    if (navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(loadedFiles());
  } catch (error) {
    console.warn('The site will not open without a network', error);
  }
}

/** The files of the site that this page has loaded before there was a worker. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
