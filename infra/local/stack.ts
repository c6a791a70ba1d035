import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { buildSites, generateClients } from './builds.ts';
import { claimEmailsPort, startEmailCatcher } from './email-catcher.ts';
import { lockHome } from './home-lock.ts';
import { type AddressMapper, type Databases, Launcher, provideDatabases } from './launch.ts';
import { claimPort, freePort, isAccepting } from './ports.ts';
import { reachRedis, startRedis } from './redis.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

export interface StackOptions {
  home: string;
  /** The port of the gateway; 0 for any free one. */
  port: number;
  demoData?: boolean | undefined;
  adminEmail?: string | undefined;
  adminPassword?: string | undefined;
  rateLimits?: boolean | undefined;
  publicUrl?: string | undefined;
  /** The port of the email catcher's page and HTTP API; 0 for any free one. Default: 1080, or a free one. */
  emailsPort?: number | undefined;
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
  smtpUrl?: string | undefined;
  mapAddress?: AddressMapper | undefined;
  /** For tests: variables of the services that are not those of this process. */
  env?: NodeJS.ProcessEnv | undefined;
  services?: readonly ServiceName[];
  /** False for tests: PostgreSQL does not wait for the disk, and loses data with the power, not with a process. */
  fsync?: boolean | undefined;
  /** Restarts services when their files change, and does not build the sites. */
  watch?: boolean;
  /** The home is a copy of one that was started with this version: there is nothing to migrate. */
  migrated?: boolean;
  signal?: AbortSignal;
  /** Receives a French line for every slow step. */
  log?: (line: string) => void;
}

export interface Stack {
  url: string;
  publicUrl: string;
  emailsUrl: string | undefined;
  adminEmail: string;
  adminPassword: string;
  demoData: boolean;
  databases: Databases;
  redisUrl: string;
  /** Everything that runs: postgres, redis, maildev and the product's processes. */
  processes(): { name: string; pid: number; port: number }[];
  /** Resolves with the reason when a process exits unexpectedly. */
  crashed: Promise<Error>;
  /** Default: SIGKILL. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** An exit is no crash until the returned function is called, which starts the process again if it has ended. */
  tolerateExit(name: string): () => void;
  /** On the same port. Resolves once it accepts connections. */
  restart(name: string): Promise<void>;
  /**
   * Starts another instance of a service or worker on a free port; it may take a moment to respond.
   * @param env settings that differ
   * @returns its name, and its URL
   */
  startReplica(name: string, env?: NodeJS.ProcessEnv): Promise<{ name: string; url: string }>;
  /** Stops everything in order; the data stay. */
  stop: () => Promise<void>;
}

/** Starts the whole product. @returns once the gateway and everything behind it are ready */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { home, signal } = options;
  const lock = await lockHome(home);
  const supervisor = new Supervisor(join(home, 'logs'), lock.record);
  const giveUp = () => supervisor.abandon(new StartError('Démarrage interrompu.'));
  const stop = async () => {
    await supervisor.stopAll();
    lock.release();
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    if (signal?.aborted) giveUp();
    const stack = await startAll(options, supervisor);
    lock.recordUrl(stack.publicUrl);
    return { ...stack, stop };
  } catch (error) {
    // The first failure: later ones, such as lost connections, follow from it.
    supervisor.abandon(error as Error);
    await stop();
    throw supervisor.signal.reason;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Creates the databases of a home, with their first rows. `startStack` then starts it, or a copy, with `migrated`. */
export async function prepareHome(options: Pick<StackOptions, 'home' | 'demoData'>): Promise<void> {
  const lock = await lockHome(options.home);
  const supervisor = new Supervisor(join(options.home, 'logs'), lock.record);
  try {
    const unused = { port: 0, smtpUrl: 'smtp://127.0.0.1:1' };
    await openHome(settingsOf({ ...unused, ...options }, 'http://localhost'), supervisor, () => {});
  } finally {
    await supervisor.stopAll();
    lock.release();
  }
}

const settingsOf = (options: StackOptions, url: string) => ({
  ...options,
  publicUrl: options.publicUrl ?? url,
  adminEmail: options.adminEmail ?? 'admin@example.com',
  adminPassword: options.adminPassword ?? 'Admin-1234',
  demoData: options.demoData ?? true,
  rateLimits: options.rateLimits ?? true,
  watch: options.watch ?? false,
  services: options.services ?? SERVICES,
  env: { ...process.env, ...options.env },
  mapAddress: options.mapAddress ?? (async (_server: string, address: string) => address),
});

async function openHome(settings: ReturnType<typeof settingsOf>, supervisor: Supervisor, log: (line: string) => void) {
  const backing = await provideBacking(settings, supervisor, log);
  const launcher = await Launcher.open(supervisor, backing.databases, { ...settings, ...backing });
  if (!settings.migrated) {
    log('Migrations et données de départ…');
    await launcher.migrate();
  }
  return { ...backing, launcher };
}

async function startAll(options: StackOptions, supervisor: Supervisor): Promise<Omit<Stack, 'stop'>> {
  const { log = () => {} } = options;
  const port = await claimPort(options.port, 'PORT');
  const url = `http://localhost:${port}`;
  const settings = settingsOf(options, url);
  const prepareServices = async () => {
    const opened = await openHome(settings, supervisor, log);
    log('Démarrage des services…');
    await opened.launcher.startServices();
    return opened;
  };
  const [{ launcher, databases, redisUrl, emailsUrl }] = await Promise.all([
    prepareServices(),
    options.watch ? undefined : buildSites(supervisor, log),
  ]);
  await launcher.startGateway(port);
  await untilReady(`http://127.0.0.1:${port}`, supervisor);
  return {
    ...settings,
    url,
    emailsUrl,
    databases,
    redisUrl,
    processes: () => supervisor.processes,
    crashed: new Promise((resolve) => {
      supervisor.signal.addEventListener('abort', () => resolve(supervisor.signal.reason), { once: true });
    }),
    kill: (name, signal = 'SIGKILL') => supervisor.stop(name, signal),
    tolerateExit: (name) => supervisor.tolerateExit(name),
    async restart(name) {
      await supervisor.restart(name);
      const { port: at = 0 } = supervisor.processes.find((each) => each.name === name) ?? {};
      await supervisor.until(
        () => isAccepting(at),
        () => `${name} n'accepte pas de connexion après une minute : voyez les journaux.`,
      );
    },
    async startReplica(name, env) {
      const replica = await freePort();
      return { name: supervisor.startReplica(name, replica, env), url: `http://127.0.0.1:${replica}` };
    },
  };
}

async function untilReady(gateway: string, supervisor: Supervisor): Promise<void> {
  let state = 'aucune réponse';
  await supervisor.until(
    async () => {
      const response = await fetch(`${gateway}/health/ready`).catch(() => undefined);
      if (response) state = `${response.status} ${await response.text().catch(() => '')}`;
      return response?.ok ?? false;
    },
    () => `FasoColis n'est pas prêt après une minute (${state}) : voyez les journaux.`,
  );
}

async function provideBacking(
  options: StackOptions & { mapAddress: AddressMapper },
  supervisor: Supervisor,
  log: (line: string) => void,
) {
  // First, so that a taken port is reported at once.
  const emailsPort = options.smtpUrl ? 0 : await claimEmailsPort(options.emailsPort, log);
  const [databases, redis, catcher] = await Promise.all([
    provideDatabases(options, supervisor, log),
    provideRedis(options, supervisor, log),
    options.smtpUrl ? { smtpUrl: options.smtpUrl, emailsUrl: undefined } : startEmailCatcher(supervisor, emailsPort),
    generateClients(supervisor, log),
  ]);
  return { databases, redisUrl: redis.url, redisUrlOf: redis.urlOf, ...catcher };
}

async function provideRedis(
  { redisUrl, mapAddress, home }: StackOptions & { mapAddress: AddressMapper },
  supervisor: Supervisor,
  log: (line: string) => void,
) {
  if (redisUrl) return { url: await reachRedis(redisUrl), urlOf: () => redisUrl };
  const server = await startRedis({ dir: home, supervisor, log });
  const { host } = new URL(await mapAddress('redis', server.url));
  const via = (address: string) => Object.assign(new URL(address), { host }).href;
  return { url: via(server.url), urlOf: (process: string) => via(server.urlOf(process)) };
}
