import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { type Installation, LINKS, type Link, PRODUCT, SERVERS } from './installation.ts';
import type { World } from './world.ts';

/** As long as a process may take to start on a busy machine. */
const START_MS = 60_000;
/** PostgreSQL's children notice the death of their parent, and hold the shared memory until then. */
const ORPHANS_MS = 500;

/** Something that goes wrong for `lastsMs`, and a pause after it. */
export interface Fault {
  kind: string;
  target: string;
  lastsMs: number;
  pauseMs: number;
  run: (installation: Installation, world: World) => Promise<void>;
}

const REPLICATED = PRODUCT.filter((name) => name !== 'gateway');

function signal(installation: Installation, name: string, what: NodeJS.Signals): void {
  for (const pid of installation.pidsOf(name)) {
    try {
      process.kill(pid, what);
    } catch {
      // A process of PostgreSQL that has ended meanwhile.
    }
  }
}

/** @throws Error when a process does not respond in time */
async function untilStarted({ stack }: Installation, name: string): Promise<void> {
  const { port } = stack.processes().find((each) => each.name === name) ?? {};
  if (!PRODUCT.includes(name.replace(/-2$/, ''))) return delay(ORPHANS_MS);
  const deadline = Date.now() + START_MS;
  for (;;) {
    const health = `http://127.0.0.1:${port}/health/live`;
    const response = await fetch(health, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error(`${name} does not respond ${START_MS / 1000} s after its start`);
    await delay(100);
  }
}

async function kill(installation: Installation, name: string, lastsMs: number, how: NodeJS.Signals = 'SIGKILL') {
  await installation.stack.kill(name, how);
  await delay(lastsMs);
  while (name === 'postgres' && installation.pidsOf(name).length > 0) await delay(ORPHANS_MS);
  await installation.stack.restart(name);
  await untilStarted(installation, name);
}

async function freeze(installation: Installation, name: string, lastsMs: number): Promise<void> {
  signal(installation, name, 'SIGSTOP');
  await delay(lastsMs);
  signal(installation, name, 'SIGCONT');
}

/** Without its files, or while it runs. Sessions are lost, and everything in queues. */
async function wipe(installation: Installation, world: World, how: string, lastsMs: number): Promise<void> {
  const { stack, disk } = installation;
  world.wipes += 1;
  if (how === 'FLUSHALL' || !disk) {
    const redis = new Redis(stack.redisUrl, { retryStrategy: null });
    await redis.flushall();
    redis.disconnect();
  } else {
    await stack.kill('redis');
    rmSync(join(disk, 'redis/appendonlydir'), { recursive: true });
    await delay(lastsMs);
    await stack.restart('redis');
    await untilStarted(installation, 'redis');
  }
  // Requests with a lost session may still be on their way.
  world.wipes += 1;
}

/** PostgreSQL ends when a checkpoint cannot be written. Docker restarts it until there is room. */
async function fillDisk({ disk, stack }: Installation, lastsMs: number): Promise<void> {
  if (!disk) return;
  const restarts = SERVERS.map((name) => stack.tolerateExit(name));
  const file = join(disk, 'ballast');
  // Fails when the disk is full.
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' });
  } catch {
    if (!existsSync(file)) throw new Error('The disk cannot be filled');
  }
  await delay(lastsMs);
  rmSync(file);
  for (const restart of restarts) restart();
}

async function shiftClocks(installation: Installation, target: string, shiftMs: number, lastsMs: number) {
  const names = target === 'all' ? PRODUCT : [target];
  for (const name of names) installation.shiftClock(name, shiftMs);
  await delay(lastsMs);
  for (const name of names) installation.shiftClock(name, 0);
}

/** A second instance replaces the first one for a moment, as in a rolling update. */
async function replace(installation: Installation, name: string, lastsMs: number): Promise<void> {
  const { stack, links } = installation;
  const { port } = stack.processes().find((each) => each.name === name) ?? {};
  const replica = await stack.startReplica(name);
  await untilStarted(installation, replica.name);
  links[name as Link]?.redirect(replica.url);
  await kill(installation, name, lastsMs, 'SIGTERM');
  links[name as Link]?.redirect(`http://127.0.0.1:${port}`);
  await stack.kill(replica.name, 'SIGTERM');
}

async function restartAll(installation: Installation): Promise<void> {
  for (const name of PRODUCT) await kill(installation, name, 0, 'SIGTERM');
}

const LONGEST_MS = 6000;
/** Long enough for work to accumulate. */
const AWAY_MS = 3000;

/** A fault of a kind, with a random target and duration. */
const fault = (
  kind: string,
  targets: readonly string[],
  run: (installation: Installation, fault: Omit<Fault, 'run'>, world: World) => Promise<void>,
  shortestMs = 200,
) =>
  fc
    .record({
      target: fc.constantFrom(...targets),
      lastsMs: fc.integer({ min: shortestMs, max: LONGEST_MS }),
      pauseMs: fc.integer({ min: 500, max: 4000 }),
    })
    .map((chosen): Fault => {
      const named = { kind, ...chosen };
      return { ...named, run: (installation, world) => run(installation, named, world) };
    });

const killed = (names: readonly string[], shortestMs?: number) =>
  fault('kill', names, (it, { target, lastsMs }) => kill(it, target, lastsMs), shortestMs);
const frozen = (names: readonly string[], shortestMs?: number) =>
  fault('freeze', names, (it, { target, lastsMs }) => freeze(it, target, lastsMs), shortestMs);
const cut = fault('cut', LINKS, async ({ links }, { target, lastsMs }) => {
  await links[target as Link].cut();
  await delay(lastsMs);
  await links[target as Link].heal();
});
const stalled = fault('stall', LINKS, async ({ links }, { target, lastsMs }) => {
  links[target as Link].freeze();
  await delay(lastsMs);
  await links[target as Link].heal();
});
const wiped = fault('wipe', ['FLUSHALL', 'files'], (it, { target, lastsMs }, world) =>
  wipe(it, world, target, lastsMs),
);
const full = fault('full disk', ['PostgreSQL and Redis'], (it, { lastsMs }) => fillDisk(it, lastsMs));
// Identities of requests are valid for a minute, and a delay that begins during the shift ends that much later.
const shifted = (names: readonly string[]) =>
  fc
    .constantFrom(-45_000, -3000, 3000, 45_000)
    .chain((shiftMs) =>
      fault(`clock ${shiftMs / 1000} s`, names, (it, { target, lastsMs }) => shiftClocks(it, target, shiftMs, lastsMs)),
    );

/** A process is away, so that its work waits, and in the middle of that something else happens. */
const during = (away: fc.Arbitrary<Fault>, other: fc.Arbitrary<Fault>) =>
  fc.tuple(away, other).map(
    ([first, second]): Fault => ({
      kind: `${first.kind} with ${second.kind}`,
      target: `${first.target} with ${second.target}`,
      lastsMs: first.lastsMs,
      pauseMs: first.pauseMs,
      async run(installation, world) {
        const later = delay(first.lastsMs / 2).then(() => second.run(installation, world));
        await Promise.all([first.run(installation, world), later]);
      },
    }),
  );

/** Two to three minutes in a random order: every kind of fault is in each round. */
const round = fc
  .tuple(
    // Messages wait in queues when Redis loses them.
    ...[during(killed(['notify-worker'], AWAY_MS), wiped), during(frozen(PRODUCT, AWAY_MS), wiped)],
    during(killed(PRODUCT, AWAY_MS), killed(SERVERS)),
    during(frozen(PRODUCT, AWAY_MS), killed(SERVERS)),
    // The product is frozen instead of killed: the launcher keeps its list of processes on the disk.
    during(frozen(PRODUCT, AWAY_MS), full),
    ...[killed(SERVERS), killed(PRODUCT), killed(PRODUCT), killed(PRODUCT), frozen(SERVERS), frozen(PRODUCT)],
    ...[cut, cut, cut, stalled, stalled, wiped, full, shifted(['all']), shifted(PRODUCT)],
    fault('replace', REPLICATED, (it, { target, lastsMs }) => replace(it, target, lastsMs)),
    fault('restart', ['all in turn'], (it) => restartAll(it)),
  )
  .chain((faults) => fc.shuffledSubarray(faults, { minLength: faults.length }));

/** Endless faults, the same ones for the same seed. */
export function* planFaults(seed: number): Generator<Fault, never> {
  for (let part = 0; ; part += 1) yield* fc.sample(round, { seed: seed + part * 7919, numRuns: 1 }).flat();
}
