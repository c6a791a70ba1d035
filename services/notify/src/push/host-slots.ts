import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { PushRefusal } from './push-refusal.ts';

/** Messages that all workers together send to one push service at a time. */
export const SLOTS = 4;
/** How long a worker keeps a slot while more messages wait, before other workers may have it. */
const HELD_MS = 1000;
/** A slot of a worker that was killed is free after it: longer than a worker keeps one, and the last message takes. */
const LEASE_MS = 7000;
/** Between tries for a slot that another worker has. */
const POLL_MS = 20;
/** Longer than between two tries, so that another worker is served. */
const YIELD_MS = 2 * POLL_MS;
const MAX_TIMEOUTS = 3;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;

export class NoResponse extends Error {
  constructor() {
    super('The push service did not respond in time');
    this.name = 'NoResponse';
  }
}

/** A push service that did not respond gets no messages until then. */
export class Resting extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super('The push service rests');
    this.name = 'Resting';
    this.until = until;
  }
}

/** @returns false when there was none to send @throws NoResponse, PushRefusal */
type Send = () => Promise<boolean>;

interface Waiting {
  work: () => Promise<void>;
  reject: (reason: unknown) => void;
}

interface Host {
  waiting: Waiting[];
  wanted: Set<number>;
  restUntil: number;
  /** Whether it has not responded since its last time-out, as far as this worker knows. */
  isSuspect: boolean;
}

/** Sends in a row without a response make a rest; while it lasts, further ones do not count. Returns its end, or 0. */
const COUNT_TIMEOUT = `
  local ends = tonumber(redis.call('HGET', KEYS[1], 'restUntil') or '0')
  if ends > tonumber(ARGV[1]) then return ends end
  local timeouts = redis.call('HINCRBY', KEYS[1], 'timeouts', 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  if timeouts < tonumber(ARGV[2]) then return 0 end
  local rests = redis.call('HINCRBY', KEYS[1], 'rests', 1)
  ends = tonumber(ARGV[1]) + math.min(tonumber(ARGV[3]) * 2 ^ (rests - 1), tonumber(ARGV[4]))
  redis.call('HSET', KEYS[1], 'timeouts', 0, 'restUntil', string.format('%.0f', ends))
  return ends`;

const stateOf = (host: string) => `push-host:${host}`;
const slotOf = (host: string, slot: number) => `push-host:${host}:${slot}`;

/**
 * Rations what push services get, for all workers together: four messages at a time for each, and none for a while to one
 * that did not respond three times in a row. The slots and rests are in Redis; a worker with many messages keeps a slot
 * for a second, so that most of them cost no command.
 */
export class HostSlots {
  readonly #redis: Redis;
  readonly #now: () => number;
  readonly #hosts = new Map<string, Host>();

  constructor(redis: Redis, now: () => number = Date.now) {
    this.#redis = redis;
    this.#now = now;
  }

  /** Runs `send` when the host has a free slot, and counts its time-outs. @throws Resting instead of running it */
  run(name: string, send: Send): Promise<boolean> {
    const host = this.#hosts.get(name) ?? { waiting: [], wanted: new Set(), restUntil: 0, isSuspect: false };
    this.#hosts.set(name, host);
    return new Promise<boolean>((resolve, reject) => {
      const work = () => this.#send(name, host, send).then(resolve, reject);
      host.waiting.push({ work, reject });
      const free = Array.from({ length: SLOTS }, (_, slot) => slot).find((slot) => !host.wanted.has(slot));
      if (free !== undefined) void this.#serve(name, host, free);
    });
  }

  async restingUntil(name: string): Promise<Date | null> {
    const until = Number(await this.#redis.hget(stateOf(name), 'restUntil'));
    return until > this.#now() ? new Date(until) : null;
  }

  async #serve(name: string, host: Host, slot: number): Promise<void> {
    host.wanted.add(slot);
    try {
      while (host.waiting.length > 0) await this.#useSlot(name, host, slot);
    } catch (error) {
      for (const { reject } of host.waiting.splice(0)) reject(error);
    }
    host.wanted.delete(slot);
    if (host.wanted.size === 0) this.#hosts.delete(name);
  }

  /** Sends what waits, until the slot is another worker's turn. */
  async #useSlot(name: string, host: Host, slot: number): Promise<void> {
    const key = slotOf(name, slot);
    const [taken, state] = await Promise.all([
      this.#redis.set(key, '', 'PX', LEASE_MS, 'NX'),
      this.#redis.hmget(stateOf(name), 'restUntil', 'rests', 'timeouts'),
    ]);
    const [restUntil = 0, rests = 0, timeouts = 0] = state.map(Number);
    host.restUntil = Math.max(host.restUntil, restUntil);
    host.isSuspect ||= rests + timeouts > 0;
    if (!taken) {
      this.#rejectWhileResting(host);
      await setTimeout(POLL_MS);
      return;
    }
    const until = performance.now() + HELD_MS;
    while (performance.now() < until) {
      this.#rejectWhileResting(host);
      const next = host.waiting.shift();
      if (!next) break;
      await next.work();
    }
    // Later the slot may be another worker's.
    if (performance.now() < until + LEASE_MS - HELD_MS) await this.#redis.del(key);
    if (host.waiting.length > 0) await setTimeout(YIELD_MS);
  }

  #rejectWhileResting({ restUntil, waiting }: Host): void {
    if (restUntil <= this.#now()) return;
    for (const { reject } of waiting.splice(0)) reject(new Resting(new Date(restUntil)));
  }

  async #send(name: string, host: Host, send: Send): Promise<boolean> {
    try {
      const isSent = await send();
      if (isSent) await this.#trust(name, host);
      return isSent;
    } catch (error) {
      if (error instanceof NoResponse) await this.#countTimeout(name, host);
      else if (error instanceof PushRefusal) await this.#trust(name, host);
      throw error;
    }
  }

  async #trust(name: string, host: Host): Promise<void> {
    if (!host.isSuspect) return;
    host.isSuspect = false;
    await this.#redis.del(stateOf(name));
  }

  async #countTimeout(name: string, host: Host): Promise<void> {
    host.isSuspect = true;
    const limits = [MAX_TIMEOUTS, FIRST_REST_MS, LONGEST_REST_MS, 2 * LONGEST_REST_MS];
    const ends = await this.#redis.eval(COUNT_TIMEOUT, 1, stateOf(name), this.#now(), ...limits);
    host.restUntil = Math.max(host.restUntil, Number(ends));
  }
}
