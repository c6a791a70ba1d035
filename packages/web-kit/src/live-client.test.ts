import { once } from 'node:events';
import { LIVE_CLOSE, reconnectPause } from '@fasocolis/contracts/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LONG_HIDDEN, liveUrl, startLive } from './live-client.ts';

const NOTIFICATION = {
  id: 12,
  title: 'En Transit',
  body: 'FC-ABCD2345',
  isRead: false,
  isGlobal: false,
  targetUserId: 7,
  sentAt: '2026-03-05T14:07:00.000Z',
};

/** As in browsers, errors are not thrown; Node's own WebSocket does not accept the events of jsdom. */
class ClientSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => {});
  }
}

const listener = {
  hello: () => ({ type: 'auth' as const, userId: 7, lastId: 11 }),
  onNotification: vi.fn<(notification: object) => void>(),
  onMilestone: vi.fn<(progress: object) => void>(),
  onConnected: vi.fn<() => void>(),
  onLost: vi.fn<() => void>(),
  isStillSignedIn: vi.fn<() => Promise<boolean>>(),
};

let server: WebSocketServer;
let sockets: WebSocket[];
let heard: unknown[];
let stop: () => void;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.stubGlobal('WebSocket', ClientSocket);
  sockets = [];
  heard = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  stop = startLive(listener, `ws://127.0.0.1:${address.port}`);
});
afterEach(() => {
  stop();
  for (const socket of sockets) socket.terminate();
  server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const connections = (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 5000 });
const newest = () => {
  const socket = sockets.slice(-1)[0];
  if (!socket) throw new Error('nobody has connected');
  return socket;
};
const say = (message: unknown) => newest().send(typeof message === 'string' ? message : JSON.stringify(message));
const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the live socket', () => {
  it('connects to the host of the page, with TLS when the page has it [WS-002]', () => {
    expect(liveUrl({ protocol: 'https:', host: 'fasocolis.example' })).toBe('wss://fasocolis.example/ws');
    expect(liveUrl({ protocol: 'http:', host: 'localhost:8080' })).toBe('ws://localhost:8080/ws');
  });

  it('first sends the user and the newest known notification', async () => {
    await connections(1);
    expect(heard).toEqual([{ type: 'auth', userId: 7, lastId: 11 }]);
  });

  it('forwards pushed notifications and ignores unknown messages [WS-009]', async () => {
    await connections(1);
    for (const unknown of ['{', 'null', { type: 'weather' }, { type: 'notification', data: { id: 'x' } }]) say(unknown);
    say({ type: 'auth_success', userId: 7 });
    say({ type: 'notification', data: NOTIFICATION });
    await vi.waitFor(() => expect(listener.onNotification).toHaveBeenCalledExactlyOnceWith(NOTIFICATION));
    expect(listener.onConnected).toHaveBeenCalledTimes(1);
    expect(listener.onLost).not.toHaveBeenCalled();
  });

  it('forwards the progress of milestones [CONS-004]', async () => {
    const progress = { id: 3, consignmentId: 5, state: 'running', total: 2000, applied: 200, skipped: 0 };
    await connections(1);
    say({ type: 'milestone', data: progress });
    await vi.waitFor(() => expect(listener.onMilestone).toHaveBeenCalledExactlyOnceWith(progress));
  });

  it('reconnects after a lost connection', async () => {
    await connections(1);
    newest().terminate();
    await connections(2);
    expect(listener.onLost).toHaveBeenCalledTimes(1);
    expect(listener.isStillSignedIn).not.toHaveBeenCalled();
  });

  it('waits about a second before each of three attempts, then twice as long each time, up to about thirty seconds', () => {
    for (const [random, share] of [
      [0, 0.5],
      [1, 1.5],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      expect([0, 1, 2, 3, 4, 6, 7, 60].map(reconnectPause)).toEqual(
        [1000, 1000, 1000, 2000, 4000, 16_000, 30_000, 30_000].map((pause) => pause * share),
      );
    }
  });

  it('does not reconnect when the session is over', async () => {
    listener.isStillSignedIn.mockResolvedValue(false);
    await connections(1);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    newest().close(LIVE_CLOSE.unauthenticated);
    await vi.waitUntil(() => listener.isStillSignedIn.mock.results.length === 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('reconnects after a refusal when the same user has signed in again', async () => {
    listener.isStillSignedIn.mockResolvedValue(true);
    await connections(1);
    newest().close(LIVE_CLOSE.unauthenticated);
    await connections(2);
    expect(listener.isStillSignedIn).toHaveBeenCalledTimes(1);
  });

  it('is closed while the device is offline, and reconnects when it is online', async () => {
    await connections(1);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(server.clients.size).toBe(0));
    expect(listener.onLost).toHaveBeenCalledTimes(1);
    hide(false);
    expect(sockets).toHaveLength(1);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await connections(2);
  });

  it('is closed when the page has been hidden for long, and reconnects when it becomes visible', async () => {
    await connections(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hide(true);
    vi.advanceTimersByTime(LONG_HIDDEN - 1);
    expect(listener.onLost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener.onLost).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(server.clients.size).toBe(0));
    hide(false);
    await connections(2);
  });

  it('stays closed in favour of newer tabs of the same user until its page becomes visible again', async () => {
    await connections(1);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    newest().close(1008);
    await vi.waitUntil(() => listener.onLost.mock.calls.length === 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    vi.useRealTimers();
    hide(false);
    await connections(2);
  });

  it('is closed by its stop function and does not reconnect', async () => {
    await connections(1);
    stop();
    await vi.waitFor(() => expect(server.clients.size).toBe(0));
    window.dispatchEvent(new Event('online'));
    hide(false);
    expect(sockets).toHaveLength(1);
    expect(listener.onLost).not.toHaveBeenCalled();
  });
});
