// Opens the scanner without a network. The page fills the cache: src/resources/scan/keep-offline.ts.
const CACHE = 'scanner';
const SHELL = '/admin/index.html';
const FILES = '/admin/assets/';

/** On a slow network the kept page is there sooner, in milliseconds. */
const TIMEOUT_MS = 4000;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(openPage(request.url));
  else if (origin === location.origin && pathname.startsWith(FILES)) event.respondWith(openFile(request));
});

async function openPage(url) {
  const kept = await (await caches.open(CACHE)).match(SHELL);
  try {
    const response = await fetch(url, kept && { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return kept && response.status >= 500 ? kept : response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function openFile(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request);
}
