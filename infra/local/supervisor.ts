import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/** Stopped in this order: callers before callees. */
const STOP_ORDER = ['task', 'gateway', 'service', 'worker', 'mail', 'redis', 'postgres'] as const;

/** Restarted when the system or their own watchdog killed them, as by the restart policy of Docker. */
const RESTARTED: readonly Daemon['kind'][] = ['gateway', 'service', 'worker'];

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const STOP_TIMEOUT_MS = 20_000;

export interface Program {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  account?: { uid: number; gid: number } | undefined;
}

export interface Daemon extends Program {
  kind: (typeof STOP_ORDER)[number];
  port: number;
  /** Default: SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

export interface Spawned {
  name: string;
  pid: number;
  port: number;
  signal: NodeJS.Signals;
}

interface Running {
  daemon: Daemon;
  child: ChildProcess;
  stopping: boolean;
  tail: () => string;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Starts the processes of a stack, restarts killed ones, detects other unexpected exits, and stops them in order. */
export class Supervisor {
  readonly #logs: string;
  readonly #onSpawn: (spawned: Spawned) => void;
  readonly #running = new Map<string, Running>();
  readonly #abort = new AbortController();
  #stopped: Promise<void> | undefined;

  constructor(logs: string, onSpawn: (spawned: Spawned) => void = () => {}) {
    mkdirSync(logs, { recursive: true });
    this.#logs = logs;
    this.#onSpawn = onSpawn;
    process.on('exit', this.#lastResort);
  }

  /** Aborted, with the reason, when a process exits unexpectedly or the start is given up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** This process exits after an uncaught error without having stopped the others. */
  readonly #lastResort = () => {
    for (const { daemon, child } of this.#running.values()) {
      if (!hasEnded(child)) child.kill(daemon.stopSignal);
    }
  };

  get processes(): { name: string; pid: number; port: number }[] {
    return [...this.#running.values()].map(({ daemon, child }) => ({
      name: daemon.name,
      pid: child.pid ?? 0,
      port: daemon.port,
    }));
  }

  /** Aborts `signal` with this reason; stops nothing. */
  abandon(reason: Error): void {
    this.#abort.abort(reason);
  }

  start(daemon: Daemon): void {
    this.signal.throwIfAborted();
    const running = this.#spawn(daemon);
    const onEnd = (how: string) => {
      if (running.stopping) return;
      const isKilled = running.child.signalCode === 'SIGKILL' && RESTARTED.includes(daemon.kind);
      if (isKilled && !this.signal.aborted) this.start(daemon);
      else this.abandon(new StartError(`${daemon.name} s'est arrêté (${how}).${running.tail()}`));
    };
    running.child.once('error', (error) => onEnd(error.message));
    running.child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`));
  }

  async run(program: Program): Promise<void> {
    this.signal.throwIfAborted();
    const { child, tail } = this.#spawn({ ...program, kind: 'task', port: 0 });
    const [code, signal] = await once(child, 'exit').catch((error: Error) => [error.message, null]);
    this.#running.delete(program.name);
    this.signal.throwIfAborted();
    if (code !== 0) throw new StartError(`${program.name} a échoué (${signal ?? `code ${code}`}).${tail()}`);
  }

  /** @throws the abort reason, or StartError after `timeoutMs` ms */
  async until(check: () => Promise<boolean>, complaint: () => string, timeoutMs = 60_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await check())) {
      this.signal.throwIfAborted();
      if (Date.now() > deadline) throw new StartError(complaint());
      await delay(50);
    }
    this.signal.throwIfAborted();
  }

  /** Stops a process, which then does not count as crashed. */
  async stop(name: string, signal?: NodeJS.Signals): Promise<void> {
    const running = this.#running.get(name);
    if (!running) return;
    running.stopping = true;
    const { child, daemon } = running;
    if (child.pid === undefined || hasEnded(child)) return;
    const gone = once(child, 'exit');
    child.kill(signal ?? daemon.stopSignal);
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(kill);
  }

  /** An exit of a process is no crash until the returned function is called, which starts it again if it has ended. */
  tolerateExit(name: string): () => void {
    const running = this.#running.get(name);
    if (!running) throw new Error(`no process is called ${name}`);
    running.stopping = true;
    return () => {
      running.stopping = false;
      if (hasEnded(running.child)) this.start(running.daemon);
    };
  }

  async restart(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running) throw new Error(`no process is called ${name}`);
    await this.stop(name);
    this.start(running.daemon);
  }

  startReplica(of: string, port: number, env: NodeJS.ProcessEnv = {}): string {
    const running = this.#running.get(of);
    if (!running) throw new Error(`no process is called ${of}`);
    const name = `${of}-2`;
    this.start({ ...running.daemon, name, port, env: { ...running.daemon.env, ...env, PORT: String(port) } });
    return name;
  }

  /** Stops everything, in order. Further calls wait for the first one. */
  stopAll(): Promise<void> {
    this.#stopped ??= (async () => {
      this.abandon(new StartError('Arrêt demandé.'));
      for (const kind of STOP_ORDER) {
        const ofKind = [...this.#running.values()].filter(({ daemon }) => daemon.kind === kind);
        await Promise.all(ofKind.map(({ daemon }) => this.stop(daemon.name)));
      }
      process.off('exit', this.#lastResort);
    })();
    return this.#stopped;
  }

  #spawn(daemon: Daemon): Running {
    const path = join(this.#logs, `${daemon.name}.log`);
    if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) truncateSync(path);
    const log = openSync(path, 'a');
    const begin = statSync(path).size;
    const child = spawn(daemon.command, daemon.args, {
      ...daemon.account,
      cwd: daemon.cwd,
      env: daemon.env,
      // Straight to the file, so that no line is lost when this process dies. Node programs exit when the channel
      // closes.
      stdio: daemon.command === process.execPath ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
      // In a session of its own: Ctrl-C reaches this process alone, which stops the others in order.
      detached: true,
    });
    closeSync(log);
    const running: Running = { daemon, child, stopping: false, tail: () => tailOf(path, begin) };
    this.#running.set(daemon.name, running);
    const { name, port, stopSignal: signal = 'SIGTERM' } = daemon;
    if (child.pid !== undefined) this.#onSpawn({ name, pid: child.pid, port, signal });
    return running;
  }
}

function tailOf(path: string, begin: number): string {
  const from = Math.max(begin, statSync(path).size - 4_000);
  const buffer = Buffer.alloc(4_000);
  const file = openSync(path, 'r');
  const length = readSync(file, buffer, 0, buffer.length, from);
  closeSync(file);
  const lines = buffer.toString('utf8', 0, length).trimEnd().split('\n').slice(-15);
  return ` Dernières lignes de ${path} :\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
