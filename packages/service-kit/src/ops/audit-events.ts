import type { RecordedAudit } from '@fasocolis/contracts/audit';
import type { Redis } from 'ioredis';

/** The list in Redis where the events of all processes wait until auth has stored them. */
export const AUDIT_LIST = 'audit-events';

/** How often events are sent that could not be sent at once, and repeated refusals that were counted. */
const PERIOD_MS = 60_000;
const RETRY_MS = 2000;
/** Events that wait for Redis; further ones are in the log alone. */
const MAX_PENDING = 2000;
/** Callers whose refusals are counted apart. */
const MAX_CALLERS = 500;

type Observed = Omit<RecordedAudit, 'key' | 'count' | 'createdAt'>;

/**
 * Sends the audit events of a process to the list in Redis. Refusals may come in floods: the first one of a caller is sent,
 * those of the next minute are one event with their number.
 */
export class AuditEvents {
  readonly #redis: Redis;
  readonly #pending: string[] = [];
  readonly #refusals = new Map<string, { observed: Observed; count: number }>();
  readonly #timers: NodeJS.Timeout[];
  #sending: Promise<void> = Promise.resolve();

  /** @param redis closed by the caller, after `close` */
  constructor(redis: Redis) {
    this.#redis = redis;
    this.#timers = [
      setInterval(() => this.#addCounted(), PERIOD_MS).unref(),
      setInterval(() => this.#send(), RETRY_MS).unref(),
    ];
  }

  record(observed: Observed): void {
    if (observed.outcome === 'refused' && this.#isRepeated(observed)) return;
    this.#add(observed, 1);
    this.#send();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#addCounted();
    this.#send();
    await this.#sending;
  }

  #isRepeated(observed: Observed): boolean {
    const { userId, action, status, address } = observed;
    const own = JSON.stringify([userId, action, status, address]);
    const key = this.#refusals.size < MAX_CALLERS ? own : JSON.stringify([action, status]);
    const known = this.#refusals.get(own) ?? this.#refusals.get(key);
    if (known) known.count += 1;
    else this.#refusals.set(key, { observed, count: 0 });
    return known !== undefined;
  }

  #addCounted(): void {
    for (const { observed, count } of this.#refusals.values()) if (count > 0) this.#add(observed, count);
    this.#refusals.clear();
  }

  #add(observed: Observed, count: number): void {
    if (this.#pending.length >= MAX_PENDING) return;
    const event: RecordedAudit = { ...observed, key: crypto.randomUUID(), count, createdAt: new Date().toISOString() };
    this.#pending.push(JSON.stringify(event));
  }

  /** One call at a time, so that no event is sent twice. */
  #send(): void {
    this.#sending = this.#sending.then(async () => {
      const events = [...this.#pending];
      if (events.length === 0) return;
      const isSent = await this.#redis.rpush(AUDIT_LIST, ...events).then(
        () => true,
        () => false,
      );
      if (isSent) this.#pending.splice(0, events.length);
    });
  }
}
