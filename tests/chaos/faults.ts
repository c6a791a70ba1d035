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

const PROCESSES = [...PRODUCT, ...SERVERS];
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

async function fillDisk({ disk }: Installation, lastsMs: number): Promise<void> {
  if (!disk) return;
  const file = join(disk, 'ballast');
  // Fails when the disk is full.
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' });
  } catch {
    if (!existsSync(file)) throw new Error('The disk cannot be filled');
  }
  await delay(lastsMs);
  rmSync(file);
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

const lasting = { lastsMs: fc.integer({ min: 200, max: 6000 }), pauseMs: fc.integer({ min: 500, max: 4000 }) };
const one = (names: readonly string[]) => fc.constantFrom(...names);

/** A fault of a kind, with a random target. */
const fault = (
  kind: string,
  targets: readonly string[],
  run: (installation: Installation, fault: Omit<Fault, 'run'>, world: World) => Promise<void>,
) =>
  fc.record({ target: one(targets), ...lasting }).map((chosen): Fault => {
    const named = { kind, ...chosen };
    return { ...named, run: (installation, world) => run(installation, named, world) };
  });

const anyFault = fc.oneof(
  { weight: 5, arbitrary: fault('kill', PROCESSES, (it, { target, lastsMs }) => kill(it, target, lastsMs)) },
  { weight: 4, arbitrary: fault('freeze', PROCESSES, (it, { target, lastsMs }) => freeze(it, target, lastsMs)) },
  {
    weight: 4,
    arbitrary: fault('cut', LINKS, async ({ links }, { target, lastsMs }) => {
      await links[target as Link].cut();
      await delay(lastsMs);
      await links[target as Link].heal();
    }),
  },
  {
    weight: 2,
    arbitrary: fault('stall', LINKS, async ({ links }, { target, lastsMs }) => {
      links[target as Link].freeze();
      await delay(lastsMs);
      await links[target as Link].heal();
    }),
  },
  {
    weight: 1,
    arbitrary: fault('wipe', ['FLUSHALL', 'files'], (it, { target, lastsMs }, world) =>
      wipe(it, world, target, lastsMs),
    ),
  },
  { weight: 1, arbitrary: fault('full disk', ['PostgreSQL and Redis'], (it, { lastsMs }) => fillDisk(it, lastsMs)) },
  {
    weight: 2,
    // Identities of requests are valid for a minute, and a delay that begins during the shift ends that much later.
    arbitrary: fc
      .constantFrom(-45_000, -3000, 3000, 45_000)
      .chain((shiftMs) =>
        fault(`clock ${shiftMs / 1000} s`, ['all', ...PRODUCT], (it, { target, lastsMs }) =>
          shiftClocks(it, target, shiftMs, lastsMs),
        ),
      ),
  },
  { weight: 2, arbitrary: fault('replace', REPLICATED, (it, { target, lastsMs }) => replace(it, target, lastsMs)) },
  { weight: 1, arbitrary: fault('restart', ['all in turn'], (it) => restartAll(it)) },
);

const FAULTS_AT_ONCE = 50;

/** Endless faults, the same ones for the same seed. */
export function* planFaults(seed: number): Generator<Fault, never> {
  for (let part = 0; ; part += 1) yield* fc.sample(anyFault, { seed: seed + part * 7919, numRuns: FAULTS_AT_ONCE });
}
