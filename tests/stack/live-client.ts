import { setTimeout as delay } from 'node:timers/promises';
import type { LiveClientMessage, LiveServerMessage } from '@fasocolis/contracts/live';
import { WebSocket } from 'ws';

/** A customer's live socket: connects, sends its last id, and reconnects after every loss. */
export class LiveClient {
  /** All received notifications, in order. */
  readonly ids: number[] = [];
  connections = 0;
  readonly #url: string;
  readonly #cookie: string;
  readonly #userId: number;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #closeCode = 0;

  constructor({ url, cookie, userId }: { url: string; cookie: string; userId: number }) {
    this.#url = url;
    this.#cookie = cookie;
    this.#userId = userId;
    this.#running = this.#stayConnected();
  }

  /** The close code of the last connection. */
  get closeCode(): number {
    return this.#closeCode;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && this.#closeCode < 4000) {
      await this.#connectOnce();
      await delay(100);
    }
  }

  async #connectOnce(): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/ws`, {
      headers: { cookie: this.#cookie, origin: this.#url },
    });
    const leave = () => socket.terminate();
    this.#closing.signal.addEventListener('abort', leave);
    // A refused or broken connection is closed as well.
    socket.on('error', () => {});
    socket.on('open', () => {
      const greeting: LiveClientMessage = { type: 'auth', userId: this.#userId, lastId: this.ids.at(-1) ?? 0 };
      socket.send(JSON.stringify(greeting));
    });
    socket.on('message', (data) => {
      const message: LiveServerMessage = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
      if (message.type === 'auth_success') this.connections += 1;
      if (message.type === 'notification') this.ids.push(message.data.id);
    });
    this.#closeCode = await new Promise<number>((resolve) => socket.once('close', resolve));
    this.#closing.signal.removeEventListener('abort', leave);
  }
}
