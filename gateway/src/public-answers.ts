import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ServiceName } from '@fasocolis/contracts/services';
import { AppError } from '@fasocolis/service-kit/errors';
import { Counter, type Registry } from '@fasocolis/service-kit/metrics';
import { PublicChangesSchema } from '@fasocolis/service-kit/public-answers';
import { SIGNALS, subscribeSignals } from '@fasocolis/service-kit/signals';
import { AnswerMemory } from './answer-memory.ts';
import { isForEverybody, PublicAnswer } from './public-answer.ts';
import type { ReplicaSet } from './replica-set.ts';
import type { AnswerHead, Read, StreamedAnswer } from './service-answer.ts';

/** How long an answer is believed after the last sign that it is true: changes have to be seen within a second. */
const BELIEVED_MS = 700;
/** Where something is known already, a service gets this long to say something newer. */
const PATIENCE_MS = 2000;
/** How often a service is asked whether it is there, as long as it is; and whether it is back. */
const WATCH_MS = 1000;
const PROBE_MS = 250;
/** What a service that is overloaded, or has lost its database, answers; and what speaks for it in between. */
const AWAY = new Set([502, 503, 504]);
export const saysAway = (status: number): boolean => AWAY.has(status);
/** Later than any moment. */
const NEVER = Number.POSITIVE_INFINITY;

const HIT = { result: 'hit' };
const MISS = { result: 'miss' };
const JOINED = { result: 'joined' };
const LAST_KNOWN = { result: 'last-known' };

/** An answer for everybody, or a response, not read yet, for the one who asked. */
export type Found = { answer: PublicAnswer; isLastKnown: boolean } | { response: StreamedAnswer };

type Question = Omit<Read, 'isWantedWhole'>;

/** One request to a service, for everybody who asks for the same meanwhile. */
interface Flight {
  outcome: Promise<PublicAnswer | StreamedAnswer>;
  /** What changed since it began: an answer made of it may be out of date when it comes. */
  changed: Set<string>;
}

/** What is known of a service; moments are those of `performance.now()`. */
interface Source {
  name: ServiceName;
  replicas: ReplicaSet;
  /** Since when no change can have been missed. */
  listeningSince: number;
  /** When it was last said that all changes are told. */
  heardAt: number;
  isAway: boolean;
  isProbed: boolean;
  probedAt: number;
}

interface Options {
  upstreams: ReadonlyMap<ServiceName, { replicas: ReplicaSet }>;
  redisUrl: string;
  /** Most memory the answers may take; those asked for least recently make room. */
  maxBytes: number;
  registry: Registry;
}

/**
 * Answers of services that anybody may get, remembered as long as they are known to be true: until a signal says that
 * something they are made of has changed, or signals stay away (docs/decisions/0016). While a service is away, what was
 * last known stands in.
 */
export class PublicAnswers {
  readonly #sources: Map<string, Source>;
  readonly #memory: AnswerMemory;
  readonly #flights = new Set<Flight>();
  /** Flights that may be joined: no change has been heard of since they began. */
  readonly #open = new Map<string, Flight>();
  readonly #served: Counter<'result'>;
  readonly #signals: { close: () => void };
  readonly #watch: NodeJS.Timeout;

  constructor({ upstreams, redisUrl, maxBytes, registry }: Options) {
    this.#sources = new Map(
      [...upstreams].map(([name, { replicas }]) => [
        name,
        { name, replicas, listeningSince: NEVER, heardAt: 0, isAway: false, isProbed: false, probedAt: 0 },
      ]),
    );
    this.#memory = new AnswerMemory(maxBytes, registry);
    this.#served = new Counter({
      name: 'public_answers_total',
      help: 'Answers given to everybody: from memory, asked for, asked for by somebody else just then, or last known',
      labelNames: ['result'],
      registers: [registry],
    });
    this.#signals = subscribeSignals(
      redisUrl,
      { [SIGNALS.publicAnswers]: (payload) => this.#hear(payload) },
      { onConnect: () => this.#listenAnew() },
    );
    this.#watch = setInterval(() => this.#lookAround(), WATCH_MS).unref();
  }

  /** Stops listening. */
  close(): void {
    clearInterval(this.#watch);
    this.#signals.close();
  }

  /** What may be said without asking. */
  recall(service: ServiceName, path: string): PublicAnswer | undefined {
    const answer = this.#memory.get(path);
    const source = this.#sources.get(service);
    if (!answer || !source || source.isAway || !isBelieved(answer, source)) return undefined;
    this.#served.inc(HIT);
    return answer;
  }

  /** What was last known, while its service is known to be away. */
  recallWhileAway(service: ServiceName, path: string): PublicAnswer | undefined {
    const source = this.#sources.get(service);
    if (!source?.isAway) return undefined;
    const answer = this.lastKnown(path);
    if (answer) this.#probe(source, path);
    return answer;
  }

  /** What was last known, for somebody whose own question has failed. */
  lastKnown(path: string): PublicAnswer | undefined {
    const answer = this.#memory.get(path);
    if (!answer || performance.now() - answer.askedAt > answer.keeping.staleIfErrorMs) return undefined;
    this.#served.inc(LAST_KNOWN);
    return answer;
  }

  /**
   * Asks a service, together with everybody who asks the same at this time; while it is away, what was last known is
   * the answer. Null for those who waited for what turned out to be for another alone: they have to ask for themselves.
   *
   * @throws AppError `unavailable` when the service cannot be asked and nothing is known
   */
  async ask(service: ServiceName, path: string, headers: Record<string, string>): Promise<Found | null> {
    const source = this.#sources.get(service);
    if (!source) throw new AppError('unavailable');
    const standIn = this.recallWhileAway(service, path);
    if (standIn) return { answer: standIn, isLastKnown: true };
    const joined = this.#open.get(path);
    const { outcome } = joined ?? this.#fly(source, { path, headers });
    try {
      const found = await this.#inTime(outcome, source, path);
      if (found instanceof PublicAnswer) {
        this.#served.inc(joined ? JOINED : MISS);
        return { answer: found, isLastKnown: false };
      }
      return joined ? null : { response: found };
    } catch (error) {
      const answer = this.lastKnown(path);
      if (!answer) throw error;
      if (!joined) outcome.then(discard, () => {});
      return { answer, isLastKnown: true };
    }
  }

  /**
   * GETs a path for the gateway itself, as somebody unknown.
   * @throws Error when there is no such thing, or no answer within `timeoutMs`
   */
  async get(service: ServiceName, path: string, timeoutMs: number): Promise<unknown> {
    const known = this.recall(service, path);
    if (known) return known.json();
    const late = setTimeout(timeoutMs, undefined, { ref: false });
    const found = await Promise.race([this.ask(service, path, {}), late]);
    if (found && 'answer' in found) return found.answer.json();
    if (found?.response.statusCode === 200) return json(found.response.stream);
    if (found) discard(found.response);
    if (found?.response.statusCode === 404) throw new AppError('not-found');
    throw new Error(`${service} has no answer to ${path} for everybody`);
  }

  /** Forgets what is made of these keys, because it is no longer true. */
  forget(keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const { changed } of this.#flights) for (const key of keys) changed.add(key);
    this.#open.clear();
    for (const key of keys) this.#memory.forget(key);
  }

  /** An answer, or after a while what is known already, by failing. */
  async #inTime(outcome: Flight['outcome'], source: Source, path: string) {
    if (!this.#memory.has(path)) return outcome;
    const found = await Promise.race([outcome, setTimeout(PATIENCE_MS, null, { ref: false })]);
    if (found) return found;
    source.isAway = true;
    // What has been forgotten meanwhile cannot stand in.
    if (!this.#memory.has(path)) return outcome;
    throw new AppError('unavailable');
  }

  #fly(source: Source, question: Question): Flight {
    const { path } = question;
    const changed = new Set<string>();
    const outcome = this.#fetch(source, question, changed);
    const flight = { outcome, changed };
    this.#flights.add(flight);
    this.#open.set(path, flight);
    const land = () => {
      this.#flights.delete(flight);
      if (this.#open.get(path) === flight) this.#open.delete(path);
    };
    outcome.then(land, land);
    return flight;
  }

  async #fetch(source: Source, question: Question, changed: Set<string>): Flight['outcome'] {
    const askedAt = performance.now();
    const { path } = question;
    try {
      const found = await source.replicas.read({ ...question, isWantedWhole });
      if (saysAway(found.statusCode)) throw new Error(`${source.name} answered ${found.statusCode}`);
      source.isAway = false;
      if ('stream' in found) {
        // Whatever it is, it is what the service says now.
        this.#memory.delete(path);
        return found;
      }
      const answer = new PublicAnswer({ path, askedAt }, found);
      const { keeping } = answer;
      if (!keeping.keys.some((key) => changed.has(key))) this.#memory.keep(answer);
      return answer;
    } catch (cause) {
      source.isAway = true;
      throw new AppError('unavailable', undefined, { cause });
    }
  }

  #hear(payload: unknown): void {
    const changes = PublicChangesSchema.safeParse(payload).data;
    if (!changes) return;
    this.forget(changes.keys);
    const source = this.#sources.get(changes.service);
    if (source && changes.isComplete) source.heardAt = performance.now();
  }

  /** Changes may have been missed: what was asked before is not believed for longer than without signals. */
  #listenAnew(): void {
    for (const source of this.#sources.values()) source.listeningSince = performance.now();
  }

  /** Notices a service that dies while everything asked for is remembered: its answers then come with their date. */
  #lookAround(): void {
    if (this.#memory.size === 0) return;
    for (const source of this.#sources.values()) {
      if (source.isAway) continue;
      source.replicas.get('/health/live', PATIENCE_MS).catch(() => {
        source.isAway = true;
      });
    }
  }

  /** Asks a service that was away whether it is back. */
  #probe(source: Source, path: string): void {
    const now = performance.now();
    if (source.isProbed || now - source.probedAt < PROBE_MS) return;
    Object.assign(source, { isProbed: true, probedAt: now });
    const landed = () => {
      source.isProbed = false;
    };
    const { outcome } = this.#fly(source, { path, patienceMs: PATIENCE_MS });
    outcome.then(discard, () => {}).finally(landed);
  }
}

/** What is remembered has to be there as a whole; of a refusal nothing is wanted. */
const isWantedWhole = (head: AnswerHead): boolean => saysAway(head.statusCode) || isForEverybody(head);

/** Whether nothing can have changed since, or only in the last moments. */
function isBelieved({ askedAt, keeping }: PublicAnswer, { listeningSince, heardAt }: Source): boolean {
  const now = performance.now();
  const trueAt = askedAt > listeningSince ? Math.max(askedAt, heardAt) : askedAt;
  return now - trueAt < BELIEVED_MS && now - askedAt < keeping.maxAgeMs;
}

function discard(found: PublicAnswer | StreamedAnswer): void {
  if ('stream' in found) found.stream.on('error', () => {}).destroy();
}
