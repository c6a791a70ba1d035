import { LIVE_CLOSE, LIVE_PATH, type LiveClientMessage, LiveServerMessageSchema } from '@fasocolis/contracts/live';
import type { Notification } from '@fasocolis/contracts/notifications';

/** Before the first new attempt, and before any later one, in milliseconds. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** Nobody looks for so long: the socket is given up until somebody does, in milliseconds. */
export const LONG_HIDDEN = 60_000;

/** RFC 6455, 7.4.1: the server keeps only so many tabs of one person, and this one was the oldest. */
const TOO_MANY_TABS = 1008;

const REFUSALS: readonly number[] = [LIVE_CLOSE.unauthenticated, LIVE_CLOSE.forbidden];

export interface LiveListener {
  /** The first message of each connection: who it is, and what is known already. */
  hello: () => LiveClientMessage;
  onNotification: (notification: Notification) => void;
  /** From now on, whatever happens is pushed. */
  onConnected: () => void;
  onLost: () => void;
  /** Asked when the server refuses the session: whether the same person is signed in after all. */
  isStillSignedIn: () => Promise<boolean>;
}

/** Where the live socket of a page is. */
export const liveUrl = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>) =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`;

/** How long to wait after so many failures: doubling, and never the same for all who lost the server at once. */
export const reconnectPause = (failures: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + Math.random() / 2);

/**
 * Keeps a live socket open until the answered function is called. A lost connection is made again; not while the
 * device is offline or the page has been out of sight for long, as people pay for every attempt.
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
      if (socket === opened) hear(data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) void recover(code);
    });
  }

  function hear(data: unknown) {
    const { data: message } = LiveServerMessageSchema.safeParse(parseJson(data));
    if (message?.type === 'notification') listener.onNotification(message.data);
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
    // It is worth a connection again once somebody looks at it.
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
  // What was open before belongs to another network, or to none.
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

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
