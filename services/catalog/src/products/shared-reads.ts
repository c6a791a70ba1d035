/** Lets everybody who asks for the same in the same turn of the event loop share one answer. */
export class SharedReads<T> {
  readonly #waiting = new Map<string, Promise<T>>();

  /** What `read` finds out, begun after this call: nobody is told less than was true when they asked. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const begun = this.#waiting.get(key);
    if (begun) return begun;
    const answer = new Promise<T>((resolve, reject) => {
      setImmediate(() => {
        this.#waiting.delete(key);
        read().then(resolve, reject);
      });
    });
    this.#waiting.set(key, answer);
    return answer;
  }
}
