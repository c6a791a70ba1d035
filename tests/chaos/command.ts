import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** A person's pause after each command, in milliseconds. */
const PAUSE_MS = 150;

/** Random numbers, from which a command picks what it is about. */
export interface Picks {
  a: number;
  b: number;
  yes: boolean;
}

export interface Kind {
  name: string;
  /** How often, compared with others. */
  weight: number;
  /** Whether there is anything to do it to. */
  needs?: (world: World) => boolean;
  run: (world: World, client: Client, picks: Picks) => Promise<void>;
}

export const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;
export const hasOrders = ({ orders }: World) => orders.length > 0;

/** Reads that each kind of caller repeats all day. */
export const read = (name: string, pathOf: (world: World, client: Client, picks: Picks) => string): Kind => ({
  name,
  weight: 3,
  needs: hasOrders,
  async run(world, client, picks) {
    await client.call({ path: pathOf(world, client, picks) });
  },
});

export const lookUp = read('look up', ({ orders }, _client, { a }) => `/api/orders/${pick(orders, a).reference}`);

const picks = fc.record({ a: fc.nat(), b: fc.nat(), yes: fc.boolean() });

class ChaosCommand implements fc.AsyncCommand<World, Client> {
  readonly #kind: Kind;
  readonly #picks: Picks;

  constructor(kind: Kind, chosen: Picks) {
    this.#kind = kind;
    this.#picks = chosen;
  }

  check(world: Readonly<World>): boolean {
    return !world.isOver && (this.#kind.needs?.(world as World) ?? true);
  }

  async run(world: World, client: Client): Promise<void> {
    const { name, run } = this.#kind;
    world.commands.set(name, (world.commands.get(name) ?? 0) + 1);
    await run(world, client, this.#picks);
    await delay(PAUSE_MS);
  }

  toString(): string {
    return this.#kind.name;
  }
}

const COMMANDS_AT_ONCE = 100;

/** Runs the commands of the seed until the world is over. */
export async function work(world: World, client: Client, kinds: Kind[], seed: number): Promise<void> {
  const weighted = kinds.flatMap((kind) =>
    Array.from({ length: kind.weight }, () => picks.map((chosen) => new ChaosCommand(kind, chosen))),
  );
  const some = fc.commands(weighted, { maxCommands: COMMANDS_AT_ONCE, size: 'max' });
  for (let part = 0; !world.isOver; part += 1) {
    const [commands = []] = fc.sample(some, { seed: seed + part * 7919, numRuns: 1 });
    await fc.asyncModelRun(() => ({ model: world, real: client }), commands);
    // A part may be empty, or have nothing to do yet.
    await delay(PAUSE_MS);
  }
}
