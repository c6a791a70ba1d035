declare const self: ServiceWorkerGlobalScope;

/** As in the contracts; the scripts of a worker cannot share files with those of the pages. */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

const UNREADABLE: Message = { title: 'FasoColis', body: 'Des nouvelles de vos colis', path: '/', tag: '' };

/** Browsers require that every message is shown, also one that cannot be read. */
function messageOf(event: PushEvent): Message {
  try {
    return { ...UNREADABLE, ...event.data?.json() };
  } catch {
    return UNREADABLE;
  }
}

/** Shows a message; one with the same tag is replaced, with sound. */
async function show({ title, body, path, tag }: Message): Promise<void> {
  const options = { body, tag, renotify: tag !== '', lang: 'fr', icon: '/icons/icon-192.png', data: path };
  await self.registration.showNotification(title, options);
}

async function open(path: unknown): Promise<void> {
  const url = new URL(String(path), location.origin);
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((each) => each.url === url.href);
  await (shown ? shown.focus() : self.clients.openWindow(url));
}

/** The server moves what the browser follows to the new subscription. The site does the rest at its next visit. */
async function replace(former: PushSubscription, given: PushSubscription | null): Promise<void> {
  const next = given ?? (await self.registration.pushManager.subscribe(former.options));
  await fetch('/api/push/devices', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...next.toJSON(), formerEndpoint: former.endpoint }),
  });
}

export function receivePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(messageOf(event))));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, newSubscription } = event as PushSubscriptionChangeEvent;
    if (oldSubscription) event.waitUntil(replace(oldSubscription, newSubscription));
  });
}
