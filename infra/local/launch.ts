import { processesOf, SERVICES, type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import { prepareDatabase } from './database.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { ROOT } from './root.ts';
import { openSecrets } from './secrets.ts';
import type { Supervisor } from './supervisor.ts';

export type Databases = Record<ServiceName, string>;

export interface Surroundings {
  home: string;
  redisUrl: string;
  smtpUrl: string;
  publicUrl: string;
  adminEmail: string;
  adminPassword: string;
  demoData: boolean;
  rateLimits: boolean;
  watch: boolean;
}

/** PostgreSQL with a schema per service: on the given server, or on our own. */
export async function provideDatabases(
  { home, databaseUrl }: { home: string; databaseUrl?: string | undefined },
  supervisor: Supervisor,
  log: (line: string) => void,
): Promise<Databases> {
  const adminUrl = databaseUrl ?? (await startPostgres({ dir: home, supervisor, log })).url;
  const secret = openSecrets(home);
  return prepareDatabase(adminUrl, SERVICES, (service) => secret(`postgres-${service}`));
}

/** Starts the processes of services and gateway. */
export class Launcher {
  readonly #supervisor: Supervisor;
  readonly #databases: Databases;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #ports: Record<ServiceName, number>;
  readonly #watch: boolean;

  private constructor(
    supervisor: Supervisor,
    databases: Databases,
    surroundings: Surroundings,
    ports: Record<ServiceName, number>,
  ) {
    this.#supervisor = supervisor;
    this.#databases = databases;
    this.#ports = ports;
    this.#watch = surroundings.watch;
    this.#environment = {
      // Variables of the machine (PATH, certificates, proxies) and of the services (social sign-in).
      ...process.env,
      ...Object.fromEntries(SERVICES.map((name) => [urlVariableOf(name), `http://127.0.0.1:${ports[name]}`])),
      NODE_ENV: surroundings.watch ? 'development' : 'production',
      LOG_LEVEL: process.env.LOG_LEVEL || 'info',
      // As in the images: an arena per thread would take a sixth of an idle process's memory.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
      HOST: '127.0.0.1',
      DATABASE_URL: undefined,
      REDIS_URL: surroundings.redisUrl,
      SMTP_URL: surroundings.smtpUrl,
      INTERNAL_SIGNING_KEY: openSecrets(surroundings.home)('INTERNAL_SIGNING_KEY'),
      PUBLIC_URL: surroundings.publicUrl,
      DEMO_DATA: String(surroundings.demoData),
      RATE_LIMITS: surroundings.rateLimits ? 'on' : 'off',
      ADMIN_EMAIL: surroundings.adminEmail,
      ADMIN_PASSWORD: surroundings.adminPassword,
    };
  }

  static async open(supervisor: Supervisor, databases: Databases, surroundings: Surroundings): Promise<Launcher> {
    const ports = await Promise.all(SERVICES.map(async (name) => [name, await freePort()] as const));
    return new Launcher(supervisor, databases, surroundings, Object.fromEntries(ports) as Record<ServiceName, number>);
  }

  async migrate(): Promise<void> {
    await Promise.all(
      SERVICES.map((service) => {
        const env = { ...this.#own(service), PORT: '0' };
        return this.#supervisor.run(this.#program(`${service}-migrate`, [entryOf(service, 'migrate')], env));
      }),
    );
  }

  async startServices(): Promise<void> {
    for (const service of SERVICES) {
      for (const name of processesOf(service)) {
        if (name === service)
          this.#start('service', name, entryOf(service, 'server'), this.#ports[service], this.#own(service));
        else this.#start('worker', name, entryOf(service, 'worker'), await freePort(), this.#own(service));
      }
    }
  }

  async startGateway(port: number): Promise<void> {
    this.#start('gateway', 'gateway', `${ROOT}/gateway/src/server.ts`, port, {
      METRICS_PORT: String(await freePort()),
    });
  }

  #start(
    kind: 'worker' | 'service' | 'gateway',
    name: string,
    entry: string,
    port: number,
    env: NodeJS.ProcessEnv,
  ): void {
    const args = this.#watch ? ['--watch', '--watch-preserve-output', entry] : [entry];
    this.#supervisor.start({ ...this.#program(name, args, { ...env, PORT: String(port) }), kind, port });
  }

  #program(name: string, args: string[], env: NodeJS.ProcessEnv) {
    return { name, command: process.execPath, args, cwd: ROOT, env: { ...this.#environment, ...env } };
  }

  #own(service: ServiceName): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.#databases[service] };
  }
}

const entryOf = (service: ServiceName, kind: 'migrate' | 'server' | 'worker') =>
  `${ROOT}/services/${service}/src/${kind}.ts`;
