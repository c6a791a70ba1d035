import { DEFAULT_MESSAGE } from '@fasocolis/contracts/errors';
import { LIVE_CLOSE, type LiveServerMessage } from '@fasocolis/contracts/live';
import type { LiveSocket } from './live-socket.ts';
import type { Push } from './notification-feed.ts';

const MAX_PER_USER = 20;
const MAX_UNAUTHENTICATED = 1000;

/** Time for a client to complete the closing handshake. */
const CLOSE_MS = 1000;

/** RFC 6455, section 7.4.1: policy violation. */
const POLICY_VIOLATION = 1008;

/** Why a socket was terminated: it does not read, does not respond, or sends too much. */
type CutOff = 'slow' | 'dead' | 'talkative';

export class LiveSockets {
  readonly #onCutOff: (reason: CutOff) => void;
  readonly #all = new Set<LiveSocket>();
  readonly #unauthenticated = new Set<LiveSocket>();
  readonly #byUser = new Map<number, Set<LiveSocket>>();
  readonly #bySession = new Map<string, Set<LiveSocket>>();

  constructor({ onCutOff }: { onCutOff: (reason: CutOff) => void }) {
    this.#onCutOff = onCutOff;
  }

  get size(): number {
    return this.#all.size;
  }

  add(socket: LiveSocket): void {
    this.#all.add(socket);
    this.#unauthenticated.add(socket);
    if (socket.session) addTo(this.#bySession, socket.session.sessionKey, socket);
    if (this.#unauthenticated.size > MAX_UNAUTHENTICATED) this.#closeOldest(this.#unauthenticated, LIVE_CLOSE.timeout);
  }

  authenticate(socket: LiveSocket, userId: number): void {
    this.#unauthenticated.delete(socket);
    socket.isAuthenticated = true;
    const tabs = addTo(this.#byUser, userId, socket);
    if (tabs.size > MAX_PER_USER) this.#closeOldest(tabs, POLICY_VIOLATION);
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket);
    this.#unauthenticated.delete(socket);
    if (!socket.session) return;
    removeFrom(this.#bySession, socket.session.sessionKey, socket);
    removeFrom(this.#byUser, socket.session.userId, socket);
  }

  /** Sends a notification to its recipients, synchronously with respect to authentication. @returns their number */
  push(push: Push): number {
    const { targetUserId } = push;
    if (targetUserId !== null) return this.#pushTo(this.#byUser.get(targetUserId), push);
    let count = 0;
    for (const sockets of this.#byUser.values()) count += this.#pushTo(sockets, push);
    return count;
  }

  sendToStaff(message: LiveServerMessage): void {
    for (const socket of [...this.#byUser.values()].flatMap((sockets) => [...sockets])) {
      if (socket.isOpen && (socket.session?.isAdmin || socket.session?.isAgent)) socket.send(message);
    }
  }

  heartbeat(): void {
    for (const socket of this.#all) {
      if (socket.isAlive) socket.ping();
      else this.cutOff(socket, 'dead');
    }
  }

  sessionKeys(): string[] {
    return [...this.#bySession.keys()];
  }

  endSessions(keys: string[]): void {
    for (const key of keys) {
      for (const socket of this.#bySession.get(key) ?? []) {
        socket.refuse(LIVE_CLOSE.unauthenticated, DEFAULT_MESSAGE.unauthenticated);
      }
    }
  }

  closeAll(code: number): void {
    for (const socket of this.#all) socket.close(code);
    setTimeout(() => {
      for (const socket of this.#all) socket.terminate();
    }, CLOSE_MS).unref();
  }

  #pushTo(sockets: Set<LiveSocket> | undefined, push: Push): number {
    if (!sockets) return 0;
    for (const socket of sockets) {
      if (!socket.push(push)) this.cutOff(socket, 'slow');
    }
    return sockets.size;
  }

  #closeOldest(sockets: Set<LiveSocket>, code: number): void {
    const [oldest] = sockets;
    if (!oldest) return;
    // Closing takes a moment, in which it must not be chosen again.
    this.remove(oldest);
    oldest.close(code);
  }

  cutOff(socket: LiveSocket, reason: CutOff): void {
    this.#onCutOff(reason);
    socket.terminate();
  }
}

function addTo<K>(index: Map<K, Set<LiveSocket>>, key: K, socket: LiveSocket): Set<LiveSocket> {
  const sockets = index.get(key) ?? new Set();
  index.set(key, sockets.add(socket));
  return sockets;
}

function removeFrom<K>(index: Map<K, Set<LiveSocket>>, key: K, socket: LiveSocket): void {
  const sockets = index.get(key);
  if (sockets?.delete(socket) && sockets.size === 0) index.delete(key);
}
