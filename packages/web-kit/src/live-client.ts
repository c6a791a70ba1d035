import {
  type Counted,
  LIVE_CLOSE,
  LIVE_PATH,
  type LiveClientMessage,
  LiveServerMessageSchema,
  type MilestoneProgress,
  reconnectPause,
} from '@fasocolis/contracts/live';
import type { Notification } from '@fasocolis/contracts/notifications';
import { parseJson } from './json.ts';

/** The socket is closed after the page was hidden for this long, in milliseconds. */
export const LONG_HIDDEN = 60_000;

/** RFC 6455, 7.4.1: the server limits the sockets of a user, and this one was the oldest. */
const TOO_MANY_TABS = 1008;

const REFUSALS: readonly number[] = [LIVE_CLOSE.unauthenticated, LIVE_CLOSE.forbidden];

export interface LiveListener {
  /** The first message of each connection: the user, and the newest known notification. */
  hello: () => LiveClientMessage;
  onNotification: (notification: Notification) => void;
  /** Called with the progress of milestones, which only staff receives. */
  onMilestone?: (progress: MilestoneProgress) => void;
  /** Called when parcels of consignments were counted, which only staff receives. */
  onCounted?: (counted: Counted) => void;
  /** Called once the socket is authenticated: notifications are pushed from now on. */
  onConnected: () => void;
  onLost: () => void;
  /** Called when the server refuses the session. @returns whether the same user is signed in again */
  isStillSignedIn: () => Promise<boolean>;
}

export const liveUrl = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>) =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`;

/**
 * Keeps a live socket open until the returned function is called. A lost connection is opened again, but not while the
 * device is offline or the page has been hidden for long, because every attempt costs data.
 */
export function startLive(listener: LiveListener, url = liveUrl(location)): () => void {
  const end = new AbortController();
  let socket: WebSocket | undefined;
  let failures = 0;
  let isResting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    clearTimeout(retry);
    if (socket || isResting || !navigator.onLine || end.signal.aborted) return;
    const opened = new WebSocket(url);
    socket = opened;
    opened.addEventListener('open', () => opened.send(JSON.stringify(listener.hello())));
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) void recover(code);
    });
  }

  function receive(data: unknown) {
    const { data: message } = LiveServerMessageSchema.safeParse(parseJson(data));
    if (message?.type === 'notification') listener.onNotification(message.data);
    if (message?.type === 'milestone') listener.onMilestone?.(message.data);
    if (message?.type === 'counted') listener.onCounted?.(message.data);
    if (message?.type === 'auth_success') {
      failures = 0;
      listener.onConnected();
    }
  }

  async function recover(code: number) {
    socket = undefined;
    listener.onLost();
    const pause = reconnectPause(failures);
    failures += 1;
    // Connects again when the page becomes visible.
    isResting ||= code === TOO_MANY_TABS;
    if (REFUSALS.includes(code) && !(await listener.isStillSignedIn())) return;
    if (!end.signal.aborted) retry = setTimeout(connect, pause);
  }

  function disconnect() {
    clearTimeout(retry);
    const closed = socket;
    socket = undefined;
    closed?.close();
    if (closed && !end.signal.aborted) listener.onLost();
  }

  const { signal } = end;
  // An open socket belongs to the former network.
  const reconnect = () => {
    disconnect();
    failures = 0;
    connect();
  };
  window.addEventListener('online', reconnect, { signal });
  window.addEventListener('offline', disconnect, { signal });
  const followVisibility = () => {
    clearTimeout(rest);
    if (document.hidden) {
      rest = setTimeout(() => {
        isResting = true;
        disconnect();
      }, LONG_HIDDEN);
    } else {
      isResting = false;
      failures = 0;
      connect();
    }
  };
  document.addEventListener('visibilitychange', followVisibility, { signal });
  followVisibility();
  connect();

  return () => {
    end.abort();
    clearTimeout(rest);
    disconnect();
  };
}
