import { processesOf, SERVICES, type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import { createIdentityKey, ISSUERS, type Issuer, publicKeysOf } from '@fasocolis/service-kit/auth/identity-keys';
import { prepareDatabase } from './database.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { ROOT } from './root.ts';
import { openSecrets } from './secrets.ts';
import type { Supervisor } from './supervisor.ts';

export type Databases = Record<ServiceName, string>;

/** The URL at which processes reach a server that listens at the given one. */
export type AddressMapper = (server: ServiceName | 'postgres' | 'redis', url: string) => Promise<string>;

export interface LauncherOptions {
  home: string;
  redisUrlOf: (process: string) => string;
  mapAddress: AddressMapper;
  smtpUrl: string;
  publicUrl: string;
  adminEmail: string;
  adminPassword: string;
  demoData: boolean;
  rateLimits: boolean;
  watch: boolean;
  services: readonly ServiceName[];
  env: NodeJS.ProcessEnv;
}

interface DatabaseOptions {
  home: string;
  databaseUrl?: string | undefined;
  mapAddress: AddressMapper;
  fsync?: boolean | undefined;
}

export async function provideDatabases(
  { home, databaseUrl, mapAddress, fsync }: DatabaseOptions,
  supervisor: Supervisor,
  log: (line: string) => void,
): Promise<Databases> {
  const startOwn = async () => (await startPostgres({ dir: home, supervisor, fsync, log })).url;
  const adminUrl = databaseUrl ?? (await mapAddress('postgres', await startOwn()));
  const secret = openSecrets(home);
  return prepareDatabase(adminUrl, SERVICES, (service) => secret(`postgres-${service}`));
}

/** As in docker-compose.yml: without a limit, V8 collects garbage late. */
const GATEWAY_HEAP = '--max-semi-space-size=8 --max-old-space-size=192';

export class Launcher {
  readonly #supervisor: Supervisor;
  readonly #databases: Databases;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #sending: NodeJS.ProcessEnv;
  readonly #identityKeys: Record<Issuer, string>;
  readonly #signingKey: string;
  readonly #vapidKey: string;
  readonly #ports: Record<ServiceName, number>;
  readonly #redisUrlOf: (process: string) => string;
  readonly #watch: boolean;
  readonly #services: readonly ServiceName[];

  private constructor(
    supervisor: Supervisor,
    databases: Databases,
    surroundings: LauncherOptions,
    ports: Record<ServiceName, number>,
    urls: NodeJS.ProcessEnv,
  ) {
    this.#supervisor = supervisor;
    this.#databases = databases;
    this.#ports = ports;
    this.#redisUrlOf = surroundings.redisUrlOf;
    this.#watch = surroundings.watch;
    this.#services = surroundings.services;
    const secret = openSecrets(surroundings.home);
    const keys = ISSUERS.map(
      (issuer) => [issuer, secret(`identity-${issuer}`, () => createIdentityKey(issuer))] as const,
    );
    this.#identityKeys = Object.fromEntries(keys) as Record<Issuer, string>;
    this.#signingKey = secret('INTERNAL_SIGNING_KEY');
    this.#vapidKey = secret('VAPID_PRIVATE_KEY');
    const { env } = surroundings;
    this.#sending = { SMTP_URL: surroundings.smtpUrl, WHATSAPP_TOKEN: env.WHATSAPP_TOKEN };
    this.#environment = {
      // Variables of the machine (PATH, certificates, proxies) and of the services (social sign-in).
      ...env,
      ...urls,
      NODE_ENV: surroundings.watch ? 'development' : 'production',
      LOG_LEVEL: env.LOG_LEVEL || 'info',
      // As in the images: an arena per thread would take a sixth of an idle process's memory.
      MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2',
      HOST: '127.0.0.1',
      QUIET_HOURS: env.QUIET_HOURS ?? '21:00-07:00',
      DATABASE_URL: undefined,
      SMTP_URL: undefined,
      WHATSAPP_TOKEN: undefined,
      IDENTITY_PUBLIC_KEYS: publicKeysOf(Object.values(this.#identityKeys)),
      PUBLIC_URL: surroundings.publicUrl,
      DEMO_DATA: String(surroundings.demoData),
      RATE_LIMITS: surroundings.rateLimits ? 'on' : 'off',
      ADMIN_EMAIL: surroundings.adminEmail,
      ADMIN_PASSWORD: surroundings.adminPassword,
    };
  }

  static async open(supervisor: Supervisor, databases: Databases, surroundings: LauncherOptions): Promise<Launcher> {
    const ports = {} as Record<ServiceName, number>;
    const urls: NodeJS.ProcessEnv = {};
    for (const name of SERVICES) {
      ports[name] = await freePort();
      urls[urlVariableOf(name)] = await surroundings.mapAddress(name, `http://127.0.0.1:${ports[name]}`);
    }
    const metricsPort = await freePort();
    urls.GATEWAY_METRICS_URL = `http://127.0.0.1:${metricsPort}`;
    return new Launcher(supervisor, databases, surroundings, ports, { ...urls, METRICS_PORT: String(metricsPort) });
  }

  async migrate(): Promise<void> {
    await Promise.all(
      SERVICES.map((service) => {
        const env = { ...this.#own(service), REDIS_URL: this.#redisUrlOf(service), PORT: '0' };
        return this.#supervisor.run(this.#program(`${service}-migrate`, [entryOf(service, 'migrate')], env));
      }),
    );
  }

  async startServices(): Promise<void> {
    for (const service of this.#services) {
      for (const name of processesOf(service)) {
        if (name === service)
          this.#start('service', name, entryOf(service, 'server'), this.#ports[service], this.#own(service));
        else {
          const env = { ...this.#own(service), ...this.#sending };
          this.#start('worker', name, entryOf(service, 'worker'), await freePort(), env);
        }
      }
    }
  }

  async startGateway(port: number): Promise<void> {
    const absent = SERVICES.filter((service) => !this.#services.includes(service));
    this.#start('gateway', 'gateway', `${ROOT}/gateway/src/server.ts`, port, {
      ...Object.fromEntries(absent.map((service) => [urlVariableOf(service), undefined])),
      IDENTITY_KEY: this.#identityKeys.gateway,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, GATEWAY_HEAP].filter(Boolean).join(' '),
    });
  }

  #start(
    kind: 'worker' | 'service' | 'gateway',
    name: string,
    entry: string,
    port: number,
    env: NodeJS.ProcessEnv,
  ): void {
    const REDIS_URL = this.#redisUrlOf(name);
    const args = this.#watch ? ['--watch', '--watch-preserve-output', entry] : [entry];
    this.#supervisor.start({ ...this.#program(name, args, { ...env, REDIS_URL, PORT: String(port) }), kind, port });
  }

  #program(name: string, args: string[], env: NodeJS.ProcessEnv) {
    return { name, command: process.execPath, args, cwd: ROOT, env: { ...this.#environment, ...env } };
  }

  #own(service: ServiceName): NodeJS.ProcessEnv {
    return {
      DATABASE_URL: this.#databases[service],
      IDENTITY_KEY: this.#identityKeys[service],
      ...(service === 'auth' && { INTERNAL_SIGNING_KEY: this.#signingKey }),
      ...(service === 'notify' && { VAPID_PRIVATE_KEY: this.#vapidKey }),
    };
  }
}

const entryOf = (service: ServiceName, kind: 'migrate' | 'server' | 'worker') =>
  `${ROOT}/services/${service}/src/${kind}.ts`;
