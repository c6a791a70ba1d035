import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renew } from './push.ts';
import { type PushTarget, readPushState, writePushState } from './push-state.ts';
import { PushToggle } from './push-toggle.tsx';

const KEYS = { p256dh: 'p', auth: 'a' };
const ON = "Ne plus m'avertir";
const OFF = "M'avertir sur ce téléphone";

interface Sent {
  method: string;
  body: unknown;
}
let sent: Sent[];
let respond: () => Response;
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  sent = [];
  respond = () => Response.json({ message: 'Abonnement enregistré', unknown: [] });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
    if (path === '/api/push/key') return Response.json({ publicKey: 'key' });
    sent.push({ method, body: JSON.parse(body) });
    return respond();
  });
  browser = stubBrowser();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A browser with push messages, which asks for the permission and gets this decision. */
function stubBrowser(decision: NotificationPermission = 'granted') {
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => {
    notification.permission = decision;
    return decision;
  });
  const notification = { permission: 'default', requestPermission };
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const stubbed = { notification, unsubscribe, endpoint: 'https://push.example.com/1' };
  const pushManager = {
    subscribe: async () => ({
      endpoint: stubbed.endpoint,
      unsubscribe,
      toJSON: () => ({ endpoint: stubbed.endpoint, keys: KEYS }),
    }),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  const serviceWorker = { register: async () => {}, ready: Promise.resolve({ pushManager }) };
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }));
  return stubbed;
}

const show = (target: PushTarget = { reference: 'FC-1' }) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PushToggle target={target} />
    </QueryClientProvider>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const explanation = () => screen.getByRole('status').textContent ?? '';
const state = (changes: object) =>
  writePushState({ endpoint: browser.endpoint, references: [], accountId: null, savedAt: Date.now(), ...changes });

describe('the button for push messages', () => {
  it('asks for the permission after a tap only, and subscribes to the parcel', async () => {
    show();
    expect(browser.notification.requestPermission).not.toHaveBeenCalled();
    await press(OFF);
    await screen.findByRole('button', { name: ON });
    expect(browser.notification.requestPermission).toHaveBeenCalledTimes(1);
    const body = { endpoint: browser.endpoint, keys: KEYS, references: ['FC-1'], account: false };
    expect(sent).toEqual([{ method: 'POST', body }]);
  });

  it('ends the subscription of the browser with the last thing that it follows', async () => {
    browser.notification.permission = 'granted';
    state({ references: ['FC-1'] });
    show();
    await press(ON);
    await screen.findByRole('button', { name: OFF });
    expect(sent).toMatchObject([{ body: { references: [], account: false } }]);
    expect(browser.unsubscribe).toHaveBeenCalledTimes(1);
  });

  it('keeps the parcels when it subscribes to the account, and the account without a parcel', async () => {
    browser.notification.permission = 'granted';
    state({ references: ['FC-1', 'FC-2'] });
    const { unmount } = show({ userId: 7 });
    await press(OFF);
    await screen.findByRole('button', { name: ON });
    unmount();
    show();
    await press(ON);
    await screen.findByRole('button', { name: OFF });
    expect(sent.map(({ body }) => body)).toMatchObject([
      { references: ['FC-1', 'FC-2'], account: true },
      { references: ['FC-2'], account: true },
    ]);
    expect(browser.unsubscribe).not.toHaveBeenCalled();
  });

  it('is off for a parcel that was followed when the permission is gone', async () => {
    state({ references: ['FC-1'] });
    show();
    expect(screen.getByRole('button').textContent).toBe(OFF);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['denied', () => stubBrowser('denied'), /^Les notifications de ce site sont bloquées.+réglages du navigateur/],
    ['not decision', () => stubBrowser('default'), /^Pour être averti, acceptez les notifications/],
    ['not supported', () => Reflect.deleteProperty(globalThis, 'PushManager'), /^Ce navigateur ne peut pas recevoir/],
    [
      'of an iPhone whose site is not installed',
      () => {
        Reflect.deleteProperty(globalThis, 'PushManager');
        Object.defineProperty(navigator, 'standalone', { value: false });
      },
      /^Sur iPhone, ajoutez d'abord le site à l'écran d'accueil/,
    ],
  ])('explains in one sentence a permission that is %s', async (_what, arrange, sentence) => {
    arrange();
    show();
    await press(OFF);
    await waitFor(() => expect(explanation()).toMatch(sentence));
    expect(explanation().match(/\.(?:\s|$)/g)).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it('repeats what the server says about a twenty-first parcel', async () => {
    const full = 'Ce téléphone suit déjà 20 colis. Désabonnez-en un, puis réessayez.';
    const error = { message: 'Requête invalide', code: 'validation', errors: { references: full } };
    respond = () => Response.json(error, { status: 400 });
    show();
    await press(OFF);
    await waitFor(() => expect(explanation()).toBe(full));
    await screen.findByRole('button', { name: OFF });
  });

  it.each([
    [409, 'Trop de téléphones suivent déjà ce colis.'],
    [429, 'Trop de tentatives. Réessayez dans 5 minutes.'],
  ])('repeats what the server says about too many phones (%s) [SEC-021]', async (status, message) => {
    respond = () => Response.json({ message, code: 'conflict' }, { status });
    show();
    await press(OFF);
    await waitFor(() => expect(explanation()).toBe(message));
  });

  it('forgets the parcels that the server does not know, and stays off for one of them [SEC-021]', async () => {
    browser.notification.permission = 'granted';
    state({ references: ['FC-GONE', 'FC-2'] });
    respond = () => Response.json({ message: 'Abonnement enregistré', unknown: ['FC-GONE', 'FC-1'] });
    show();
    await press(OFF);
    await waitFor(() => expect(readPushState().references).toEqual(['FC-2']));
    await screen.findByRole('button', { name: OFF });
  });
});

describe('at the next visit, a subscription', () => {
  it('that the browser has replaced is moved and saved', async () => {
    state({ endpoint: 'https://push.example.com/0', references: ['FC-1'] });
    await renew(null);
    expect(sent).toEqual([
      {
        method: 'PATCH',
        body: { endpoint: browser.endpoint, keys: KEYS, formerEndpoint: 'https://push.example.com/0' },
      },
      { method: 'POST', body: { endpoint: browser.endpoint, keys: KEYS, references: ['FC-1'], account: false } },
    ]);
    expect(readPushState().endpoint).toBe(browser.endpoint);
  });

  it('that is the same is saved again after a day', async () => {
    state({ references: ['FC-1'] });
    await renew(null);
    expect(sent).toEqual([]);
    state({ references: ['FC-1'], savedAt: Date.now() - 25 * 3_600_000 });
    await renew(null);
    expect(sent).toMatchObject([{ method: 'POST' }]);
  });

  it('of an account whose session has ended is saved by the next session at once [SEC-023]', async () => {
    state({ accountId: 7 });
    await renew(7);
    await renew(null);
    expect(sent).toEqual([]);
    await renew(7);
    expect(sent).toMatchObject([{ method: 'POST', body: { account: true } }]);
  });

  it('of an account whose session has ended is moved alone', async () => {
    state({ endpoint: 'https://push.example.com/0', accountId: 7 });
    await renew(null);
    expect(sent).toMatchObject([{ method: 'PATCH' }]);
  });
});
