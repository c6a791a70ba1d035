/// <reference lib="dom" />
import { createECDH } from 'node:crypto';
import type { PushMessage } from '@fasocolis/contracts/push';
import type { CDPSession, Page, Worker } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });
// The installation of a worker takes longer than other steps on a busy machine.
test.describe.configure({ timeout: 90_000 });

const subscription = () => ({
  endpoint: `https://invalid.fcm.googleapis.com/${crypto.randomUUID()}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
});

/** Chromium without a window has no permission for notifications and no push service: these parts are replaced. */
const allowPushes = (page: Page) =>
  page.addInitScript((json) => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async () =>
      ({ endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => true }) as unknown as PushSubscription;
  }, subscription());

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: 60_000 });
}

/** Delivers messages to the service worker as a push service does. */
async function pushService(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (message: PushMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
}

/** Records what the worker shows: one notification per tag. */
const recordShown = (worker: Worker) =>
  worker.evaluate(() => {
    const notifications = new Map<string, object>();
    Object.assign(globalThis, { notifications });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { tag = '', ...options } = {}) => {
      notifications.set(tag, { title, ...options, close: () => notifications.delete(tag) });
    };
  });
const shown = (worker: Worker) =>
  worker.evaluate(() => {
    const { notifications } = globalThis as unknown as { notifications: Map<string, { title: string; body: string }> };
    return [...notifications.values()].map(({ title, body }) => ({ title, body }));
  });

/** Taps the notification. @returns the address that opens: only real taps may open windows */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const { notifications } = globalThis as unknown as { notifications: Map<string, object> };
    const [notification] = notifications.values();
    const worker = globalThis as unknown as { clients: object; ExtendableEvent: typeof Event };
    const opened = new Promise<string>((resolve) => {
      Object.assign(worker.clients, { openWindow: async (url: unknown) => resolve(String(url)) });
    });
    dispatchEvent(Object.assign(new worker.ExtendableEvent('notificationclick'), { notification }));
    return opened;
  });

const openSheet = (page: Page) => page.getByTestId('result-card').getByRole('button', { name: 'Être averti' }).click();
const toggle = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /'avertir/ });

test('a phone subscribes to a parcel, shows the newest message about it, and opens the parcel after a tap [PUSH-001, PUSH-002]', async ({
  page,
  createOrder,
}) => {
  const { reference } = await createOrder();
  await allowPushes(page);
  await page.goto(`/c/${reference}`);
  await openSheet(page);
  await expect(toggle(page)).toHaveText("M'avertir sur ce téléphone");
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/push/devices'));
  await toggle(page).click();
  expect((await saved).status()).toBe(200);
  await expect(toggle(page)).toHaveText("Ne plus m'avertir");

  const worker = await workerOf(page);
  await recordShown(worker);
  const deliver = await pushService(page);
  const message = { title: 'En Transit', body: `${reference} : Parti`, path: `/c/${reference}`, tag: 'parcel' };
  await deliver(message);
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'En Transit', body: `${reference} : Parti` }]);
  await deliver({ ...message, title: 'Arrivée au Burkina' });
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'Arrivée au Burkina' }]);
  await page.goto('/about');
  const url = await tap(worker);
  expect(await shown(worker)).toEqual([]);
  await page.goto(url);
  await expect(page.getByTestId('result-card')).toContainText(reference);

  await openSheet(page);
  await toggle(page).click();
  await expect(toggle(page)).toHaveText("M'avertir sur ce téléphone");
});

test('a phone subscribes to the account in the profile, and leaves it with the session [PUSH-001]', async ({
  page,
  createUser,
  signIn,
}) => {
  await signIn(page, await createUser());
  await allowPushes(page);
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Notifications sur ce téléphone' });
  await section.getByRole('button', { name: "M'avertir sur ce téléphone" }).click();
  await expect(section.getByRole('button', { name: "Ne plus m'avertir" })).toBeVisible();
  await expect(section.getByRole('button', { name: 'Retirer' })).toBeVisible();
  const left = page.waitForRequest((request) => request.url().endsWith('/api/push/devices'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  expect((await left).postDataJSON()).toMatchObject({ account: false, references: [] });
});

for (const [what, arrange, sentence] of [
  ['denied', 'denied', 'Les notifications de ce site sont bloquées'],
  ['not supported', 'unsupported', 'Ce navigateur ne peut pas recevoir de notifications'],
] as const) {
  test(`a permission that is ${what} is explained after the tap, and nothing is asked before [PUSH-001]`, async ({
    page,
    createOrder,
  }) => {
    const { reference } = await createOrder();
    await page.addInitScript((kind) => {
      let requests = 0;
      Object.defineProperty(window, 'requests', { get: () => requests });
      Notification.requestPermission = async () => {
        requests += 1;
        return 'denied';
      };
      if (kind === 'unsupported') Reflect.deleteProperty(window, 'PushManager');
    }, arrange);
    await page.goto(`/c/${reference}`);
    await openSheet(page);
    await expect(toggle(page)).toBeVisible();
    const requests = () => page.evaluate(() => (window as unknown as { requests: number }).requests);
    expect(await requests()).toBe(0);
    await toggle(page).click();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(sentence);
    expect(await requests()).toBe(arrange === 'denied' ? 1 : 0);
  });
}
