import type { LiveServerMessage } from '@fasocolis/contracts/live';
import { maySeePickupCodes, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { WebSocket } from 'ws';
import type { Push } from './notification-feed.ts';

/** Buffered bytes beyond which a client counts as not reading. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const MAX_WAITING = 1000;

export class LiveSocket {
  readonly session: UserIdentity | null;
  isAuthenticated = false;
  /** False from a ping to its pong. */
  isAlive = true;
  readonly #socket: WebSocket;
  #lastId = 0;
  /** Pushes that wait until the client has caught up; null afterwards. */
  #waiting: Push[] | null = null;

  constructor(socket: WebSocket, session: UserIdentity | null) {
    this.#socket = socket;
    this.session = session;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: LiveServerMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Sends a notification unless the client has it. @returns false when the client does not read */
  push(push: Push): boolean {
    if (push.id <= this.#lastId || !this.isOpen) return true;
    if (this.#waiting) return this.#waiting.push(push) <= MAX_WAITING;
    this.#socket.send(this.#textOf(push));
    return this.#socket.bufferedAmount <= MAX_BUFFERED_BYTES;
  }

  /** Holds notifications back until `catchUp`; the client has those up to `lastId`. */
  hold(lastId: number): void {
    this.#lastId = lastId;
    this.#waiting = [];
  }

  /** Sends the missed notifications, then those held back, at the client's pace. */
  catchUp(missed: Push[]): void {
    if (!this.#waiting) return;
    this.#waiting.unshift(...missed);
    this.#sendNext();
  }

  readonly #sendNext = (): void => {
    const push = this.isOpen ? this.#waiting?.shift() : undefined;
    if (push) this.#socket.send(this.#textOf(push), this.#sendNext);
    else this.#waiting = null;
  };

  #textOf({ text, textWithoutCodes }: Push): string {
    return this.session && maySeePickupCodes(this.session) ? text : textWithoutCodes;
  }

  ping(): void {
    this.isAlive = false;
    this.#socket.ping();
  }

  refuse(code: number, message: string): void {
    if (!this.isOpen) return;
    this.send({ type: 'error', message });
    this.#socket.close(code, message);
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
