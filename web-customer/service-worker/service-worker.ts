import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { receivePushes } from './push.ts';
import { fillShell, hasShell, renewShell, SHELL_CACHE, SHELL_PATH } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const DAY_SECONDS = 86_400;
/** Timeout of the network for a page, in seconds; then the stored page is used. */
const NETWORK_TIMEOUT_SECONDS = 4;
/** Larger images are not cached, to save space on the phone; in bytes. */
const LARGEST_IMAGE = 200_000;

const complete = new CacheableResponsePlugin({ statuses: [200] });

/** Files with a content hash in their name: a cached one never needs to be requested again. */
const assets = new CacheFirst({
  cacheName: 'assets',
  plugins: [complete, new ExpirationPlugin({ maxEntries: 120, purgeOnQuotaError: true })],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets);

const smallEnough: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    Number(response.headers.get('content-length') ?? 0) > LARGEST_IMAGE ? null : response,
};

/** Product images are public, and their URLs change with their content. No other response of the API is ever cached. */
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith('/api/product-images/'),
  new CacheFirst({
    cacheName: 'product-images',
    plugins: [
      complete,
      smallEnough,
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
);

const shellOfPage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => SHELL_PATH,
  // Stored by fillShell only, and only together with the files it names.
  cacheWillUpdate: async () => null,
  fetchDidSucceed: async ({ response, event }) => {
    // A server that is being replaced: the stored page is better than its error.
    if (response.status >= 500 && (await hasShell())) throw new Error(`${response.status}`);
    if (response.ok) event.waitUntil(renewShell(response.clone(), fetchAssetDuring(event)));
    return response;
  },
};

/** /admin is another site, receipts are pages of the server alone, and the others are not pages. */
const OTHERS = /^\/(?:admin|recu|api|ws|health|internal|metrics)(?:\/|$)/;

registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: SHELL_CACHE,
      networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      plugins: [shellOfPage],
    }),
    { denylist: [OTHERS] },
  ),
);

const fetchAssetDuring = (event: ExtendableEvent) => async (path: string) => {
  const [response, done] = assets.handleAll({ request: new Request(path), event });
  await response;
  await done;
};

self.addEventListener('install', (event) => event.waitUntil(fillShell(fetchAssetDuring(event))));

// The first page is older than its worker. Later workers wait until no page of the former one is open.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/**
 * A page lists the files that it loaded before there was a worker; they are in the browser's cache and cost no data.
 */
self.addEventListener('message', (event) => {
  const paths: unknown = event.data;
  if (!Array.isArray(paths)) return;
  const files = paths.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  event.waitUntil(Promise.allSettled(files.map(fetchAssetDuring(event))));
});

receivePushes();
