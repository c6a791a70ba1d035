import type { LiveServerMessage } from '@fasocolis/contracts/live';
import type { WebSocket } from 'ws';
import type { Push } from './notification-feed.ts';

/** Whose sign-in opened a socket. */
interface SocketSession {
  userId: number;
  sessionKey: string;
}

/** More than this in memory for one reader, beside what the system buffers, and the reader is not reading. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const MAX_WAITING = 1000;

/** One open socket of one tab. */
export class LiveSocket {
  /** Null without a valid session. */
  readonly session: SocketSession | null;
  isAuthenticated = false;
  /** False from a ping until its answer. */
  isAlive = true;
  readonly #socket: WebSocket;
  /** What the client has already. */
  #lastId = 0;
  /** What has to wait until the client has caught up; null afterwards. */
  #waiting: Push[] | null = null;

  constructor(socket: WebSocket, session: SocketSession | null) {
    this.#socket = socket;
    this.session = session;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: LiveServerMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /**
   * Hands a notification on, unless the client has it.
   * @returns false when the client does not read what it is sent
   */
  push(push: Push): boolean {
    if (push.id <= this.#lastId || !this.isOpen) return true;
    if (this.#waiting) return this.#waiting.push(push) <= MAX_WAITING;
    this.#socket.send(push.text);
    return this.#socket.bufferedAmount <= MAX_BUFFERED_BYTES;
  }

  /** From here on notifications wait until `catchUp`; those up to `lastId` the client has. */
  hold(lastId: number): void {
    this.#lastId = lastId;
    this.#waiting = [];
  }

  /** Sends what the client missed, then what came meanwhile, at the pace at which it reads. */
  catchUp(missed: Push[]): void {
    if (!this.#waiting) return;
    this.#waiting.unshift(...missed);
    this.#sendNext();
  }

  /** Called again when the message before has been written to the connection. */
  readonly #sendNext = (): void => {
    const push = this.isOpen ? this.#waiting?.shift() : undefined;
    if (push) this.#socket.send(push.text, this.#sendNext);
    else this.#waiting = null;
  };

  ping(): void {
    this.isAlive = false;
    this.#socket.ping();
  }

  /** Says why, and closes. */
  refuse(code: number, message: string): void {
    if (!this.isOpen) return;
    this.send({ type: 'error', message });
    this.#socket.close(code, message);
  }

  /** Closes in the protocol's own terms. */
  close(code: number): void {
    this.#socket.close(code);
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#socket.terminate();
  }
}
