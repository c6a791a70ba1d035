import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** How a service's answer begins. */
export interface AnswerHead {
  statusCode: number;
  headers: Dispatcher.ResponseData['headers'];
}

/** A service's answer that was read to its end. */
export type WholeAnswer = AnswerHead & { body: Buffer };

/** A service's answer of which only the head has been read; whoever does not want the rest destroys it. */
export type StreamedAnswer = AnswerHead & { stream: Readable };

export interface Read {
  path: string;
  headers?: Record<string, string>;
  /** How long it may take to begin its answer, where that is less than usual, in milliseconds. */
  patienceMs?: number;
  /** Whether an answer that begins like this is wanted whole. */
  isWantedWhole: (head: AnswerHead) => boolean;
}

type Callback = (error: Error | null, answer: WholeAnswer | StreamedAnswer) => void;

/** GETs a path. What is short is wanted whole: a stream, as undici's `request` always gives, costs more than its way. */
export function read(
  dispatcher: Dispatcher,
  { path, headers = {}, patienceMs, isWantedWhole }: Read,
  done: Callback,
): void {
  const patience = patienceMs !== undefined && { headersTimeout: patienceMs };
  dispatcher.dispatch({ path, method: 'GET', headers, ...patience }, new Reader(isWantedWhole, done));
}

class Reader implements Dispatcher.DispatchHandler {
  readonly #isWantedWhole: Read['isWantedWhole'];
  readonly #done: Callback;
  readonly #chunks: Buffer[] = [];
  #head: AnswerHead = { statusCode: 0, headers: {} };
  #stream: Readable | undefined;

  constructor(isWantedWhole: Read['isWantedWhole'], done: Callback) {
    this.#isWantedWhole = isWantedWhole;
    this.#done = done;
  }

  /** By its presence undici knows which of its two interfaces this is. */
  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: AnswerHead['headers']): void {
    this.#head = { statusCode, headers };
    if (statusCode < 200 || this.#isWantedWhole(this.#head)) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, callback) => {
        controller.abort(error ?? new Error('nobody reads on'));
        // Not at once: whoever is about to get the stream could not listen for its error yet, which would end the process.
        setImmediate(callback, error);
      },
    });
    this.#done(null, { ...this.#head, stream: this.#stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    const [first, ...others] = this.#chunks;
    if (this.#stream) this.#stream.push(null);
    else this.#done(null, { ...this.#head, body: first && others.length === 0 ? first : Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stream) this.#stream.destroy(error);
    else this.#done(error, null as never);
  }
}
