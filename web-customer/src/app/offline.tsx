import logoUrl from '@fasocolis/web-kit/logo.svg';
import { deviceStorage } from '@fasocolis/web-kit/storage';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { PARCELS_KEY } from '../shared/device-keys.ts';
import { sessionQuery, useUser } from '../shared/session.ts';

const subscribe = (tell: () => void) => onlineManager.subscribe(tell);

/** The site's behaviour on an unreliable network, on every screen. */
export default function Offline() {
  const queryClient = useQueryClient();
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  useEffect(() => {
    // Loaded now, because it cannot be fetched when it is needed.
    const sentence = import('../shared/needs-network.tsx').catch(() => undefined);
    const menu = import('./side-menu.tsx').catch(() => undefined);
    const parcels = deviceStorage.get(PARCELS_KEY) !== null ? import('./my-parcels.tsx').catch(() => undefined) : null;
    void Promise.all([sentence, menu, parcels]).then(installWorker).catch(console.warn);
  }, []);
  const user = useUser();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  useEffect(() => {
    if (userId !== undefined) void renewPush(userId).catch(console.warn);
  }, [userId]);
  const wasOffline = useRef(false);
  useEffect(() => {
    // Without a network the session is unknown.
    if (isOnline && wasOffline.current && !queryClient.getQueryData(sessionQuery.queryKey)) {
      void queryClient.invalidateQueries(sessionQuery);
    }
    wasOffline.current = !isOnline;
  }, [isOnline, queryClient]);

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30">
      {!isOnline && (
        <p className="mx-auto flex max-w-max items-center gap-2 bg-ink px-4 py-2 pb-[max(8px,env(safe-area-inset-bottom))] text-sm text-white sm:rounded-t-xl">
          <WifiOff aria-hidden size={18} className="shrink-0" />
          Vous êtes hors ligne. Les colis déjà consultés restent visibles.
        </p>
      )}
    </div>
  );
}

/** Registers the service worker, which lets the site open without a network. Idempotent. */
async function installWorker(): Promise<void> {
  // The development server has no such file; insecure origins have no workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    if (navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    // A page that the gateway rendered contains the logo itself.
    active?.postMessage([...loadedFiles(), logoUrl]);
  } catch (error) {
    console.warn('The site will not open without a network', error);
  }
}

/** Keeps the push subscription of this browser, if it has one. */
async function renewPush(userId: number | null): Promise<void> {
  if (window.Notification?.permission !== 'granted') return;
  const { renew } = await import('../shared/push.ts');
  await renew(userId);
}

/** The files that this page loaded before there was a worker. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
