/** One kind of request that a load sends; resolves to its answer, rejects when there is none. */
export type Ask = () => Promise<Response>;

export interface LoadOptions {
  ask: Ask;
  /** Any other status is a failure. */
  expected: number;
  /** How many ask at once, each again as soon as it is answered. */
  clients: number;
}

/** Asks without pause until it is stopped, and keeps what failed. */
export class Load {
  answered = 0;
  /** What came of every other request. */
  readonly failures: string[] = [];
  readonly #running: Promise<unknown>;
  #stopped = false;

  constructor({ ask, expected, clients }: LoadOptions) {
    const work = async () => {
      while (!this.#stopped) await this.#once(ask, expected);
    };
    this.#running = Promise.all(Array.from({ length: clients }, work));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #once(ask: Ask, expected: number): Promise<void> {
    try {
      const response = await ask();
      const body = await response.text();
      if (response.status === expected) this.answered += 1;
      else this.failures.push(`${response.status} ${body}`);
    } catch (error) {
      const { cause } = error as { cause?: Error };
      this.failures.push(String(cause ?? error));
    }
  }
}
