/** One kind of request of a load. Resolves to its response, rejects without one. */
export type Send = () => Promise<Response>;

export interface LoadOptions {
  send: Send;
  /** Any other status is a failure. */
  expected: number;
  /** The number of concurrent clients; each sends its next request after the response. */
  clients: number;
}

/** Sends requests without a pause until it is stopped, and records failures. */
export class Load {
  answered = 0;
  /** The outcomes of all other requests. */
  readonly failures: string[] = [];
  readonly #running: Promise<unknown>;
  #stopped = false;

  constructor({ send, expected, clients }: LoadOptions) {
    const work = async () => {
      while (!this.#stopped) await this.#once(send, expected);
    };
    this.#running = Promise.all(Array.from({ length: clients }, work));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #once(send: Send, expected: number): Promise<void> {
    try {
      const response = await send();
      const body = await response.text();
      if (response.status === expected) this.answered += 1;
      else this.failures.push(`${response.status} ${body}`);
    } catch (error) {
      const { cause } = error as { cause?: Error };
      this.failures.push(String(cause ?? error));
    }
  }
}
