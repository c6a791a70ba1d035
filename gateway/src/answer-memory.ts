import { Gauge, type Registry } from '@fasocolis/service-kit/metrics';
import { LRUCache } from 'lru-cache';
import type { PublicAnswer } from './public-answer.ts';

/** Larger answers are given, but not kept. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Answers by path, and by what they are made of; those asked for least recently make room. */
export class AnswerMemory {
  readonly #answers: LRUCache<string, PublicAnswer>;
  /** The paths of the answers that are made of a key. */
  readonly #paths = new Map<string, Set<string>>();

  constructor(maxBytes: number, registry: Registry) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, LARGEST_BYTES),
      sizeCalculation: ({ size }) => size,
      dispose: (answer) => this.#unlink(answer),
    });
    this.#measure(registry);
  }

  get size(): number {
    return this.#answers.size;
  }

  get(path: string): PublicAnswer | undefined {
    return this.#answers.get(path);
  }

  has(path: string): boolean {
    return this.#answers.has(path);
  }

  keep(answer: PublicAnswer): void {
    const { path, keeping } = answer;
    // First out, so that the names of the one before do not take those of this one with them.
    this.#answers.delete(path);
    this.#answers.set(path, answer);
    if (!this.#answers.has(path)) return;
    for (const key of keeping.keys) {
      const paths = this.#paths.get(key);
      if (paths) paths.add(path);
      else this.#paths.set(key, new Set([path]));
    }
  }

  delete(path: string): void {
    this.#answers.delete(path);
  }

  /** Deletes all that is made of a key. */
  forget(key: string): void {
    for (const path of this.#paths.get(key) ?? []) this.#answers.delete(path);
  }

  #unlink({ path, keeping }: PublicAnswer): void {
    for (const key of keeping.keys) {
      const paths = this.#paths.get(key);
      paths?.delete(path);
      if (paths?.size === 0) this.#paths.delete(key);
    }
  }

  #measure(registry: Registry): void {
    const answers = this.#answers;
    new Gauge({
      name: 'public_answers_entries',
      help: 'Answers that are remembered for everybody',
      registers: [registry],
      collect() {
        this.set(answers.size);
      },
    });
    new Gauge({
      name: 'public_answers_bytes',
      help: 'Memory they take, with room for their compressed forms',
      registers: [registry],
      collect() {
        this.set(answers.calculatedSize);
      },
    });
  }
}
